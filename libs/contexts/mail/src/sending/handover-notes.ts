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

/** Changes with each boot of a Linux machine, after which the notes are useless. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const PLACE = 'place';
const PLACE_LENGTH = 36;

/**
 * Records which mails a process has handed over, for its successor: one file per mail, created right before the end of the mail is sent.
 * Files are not flushed: they survive the death of the process, and a reboot invalidates them anyway.
 */
export class HandoverNotes {
  private constructor(
    private readonly directory: string,
    /** UUID that identifies this directory since the last boot. */
    readonly place: string,
  ) {}

  /**
   * Opens the notes in a directory (created if missing, mode 0700) and removes those from before the last boot. One process at a time.
   * @returns undefined on systems without a boot id
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

  /** Records that the mail goes out now. @throws if that fails */
  note(mailId: string): void {
    closeSync(openSync(this.#pathOf(mailId), 'w', 0o600));
  }

  /** Whether the mail is recorded as handed over. */
  has(mailId: string): boolean {
    return existsSync(this.#pathOf(mailId));
  }

  /** Removes a record once the outcome of the mail is known elsewhere. */
  remove(mailId: string): void {
    rmSync(this.#pathOf(mailId), { force: true });
  }

  #pathOf(mailId: string): string {
    return join(this.directory, `${mailId}.mail`);
  }
}

/** A partially written place was never passed on to anyone, so it is replaced. */
function placeIn(path: string, ids: Pick<Ids, 'uuid'>): string {
  const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (known.length === PLACE_LENGTH) return known;
  const place = ids.uuid();
  writeFileSync(path, place, { mode: 0o600 });
  return place;
}
