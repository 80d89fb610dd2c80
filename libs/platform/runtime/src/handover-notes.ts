import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '#libs/platform/kernel';

/** Where Linux tells its starts apart; what is kept here is of no use after the next one. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const PLACE = 'place';
const PLACE_LENGTH = 36;

/**
 * Which mails a process has let go of, for the next one: a file each, made right before the end of the mail is written. None is flushed: what a process
 * has written outlives its death, and what a power cut takes away belongs to a start of the machine of which nothing is concluded.
 */
export class HandoverNotes {
  private constructor(
    private readonly directory: string,
    /** Names this directory since the machine was started: a UUID. */
    readonly place: string,
  ) {}

  /**
   * Opens the notes in a directory, made when missing, mode 0700; those from before the machine was started are gone. One process at a time.
   * @returns undefined on a system that does not tell its starts apart
   */
  static open(directory: string, ids: Pick<Ids, 'uuid'>): HandoverNotes | undefined {
    if (!existsSync(BOOT_ID)) return undefined;
    const boot = readFileSync(BOOT_ID, 'utf8').trim();
    const notes = join(directory, boot);
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(directory)) {
      if (name !== boot) rmSync(join(directory, name), { recursive: true, force: true });
    }
    return new HandoverNotes(notes, placeIn(join(notes, PLACE), ids));
  }

  /**
   * The mail goes out now.
   * @throws when that can't be noted
   */
  note(mailId: string): void {
    closeSync(openSync(this.#pathOf(mailId), 'w', 0o600));
  }

  /** Whether the mail has gone out, as far as it has been noted and not removed. */
  has(mailId: string): boolean {
    return existsSync(this.#pathOf(mailId));
  }

  /** What came of the mail is known elsewhere. */
  remove(mailId: string): void {
    rmSync(this.#pathOf(mailId), { force: true });
  }

  #pathOf(mailId: string): string {
    return join(this.directory, `${mailId}.mail`);
  }
}

/** One that was written in part was never told to anybody. */
function placeIn(path: string, ids: Pick<Ids, 'uuid'>): string {
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (known.length === PLACE_LENGTH) return known;
  const place = ids.uuid();
  writeFileSync(path, place, { mode: 0o600 });
  return place;
}
