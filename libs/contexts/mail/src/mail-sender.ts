import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { memberDocuments } from '#libs/contexts/members';
import { AggregateStore, StoreUnavailableError } from '#libs/platform/event-store';
import {
  type Clock,
  type Ids,
  isRefusal,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Mailer, MailRefusedError } from '#libs/platform/runtime';
import { type BackgroundTask, CLOCK, Commands, IDS, MAILER } from '#libs/platform/service';
import { mailDocuments, MailIndex } from './read-models/mail.document.js';
import {
  type Mail,
  type MailCommand,
  mailDecider,
  type Offer,
  type RecordAttempt,
} from './domain/mail.js';

const PAGE = 100;
const AT_ONCE = 4;
const PAUSE_MS = 1_000;
/** So long a round waits for a mail, which goes on beside it then, and so does the end of the process. */
const PATIENCE_MS = 10_000;

type Result = RecordAttempt extends infer R
  ? R extends RecordAttempt
    ? Omit<R, 'type' | 'mailId'>
    : never
  : never;

/**
 * Sends what is due. The read model says what may be due, the mail's stream whether it is, so a read model that is built anew
 * sends nothing. Nothing goes to the mail server for good before the stream says so: what was offered by a process that is gone is
 * sent again only if it surely never left, and else is on record as unconfirmed. A mail that is refused waits alone; without a server all wait.
 */
@Injectable()
export class MailSender implements BackgroundTask {
  readonly name = 'mail.sender';
  /** Mails that this process is sending, by id: what comes of them will be known. */
  readonly #underWay = new Set<string>();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async round(signal: AbortSignal): Promise<number> {
    const now = timestampOf(this.clock.now());
    const due = { index: MailIndex.Due, equals: ['due'], range: { to: now }, limit: PAGE };
    let newest: bigint | undefined;
    for (;;) {
      const { items } = await this.readModels.of(mailDocuments).find(due, newest);
      const sending = items.map(({ mailId }) => mailId).filter((id) => !this.#underWay.has(id));
      const worker = async (): Promise<void> => {
        for (let id = sending.shift(); id !== undefined; id = sending.shift()) {
          if (signal.aborted) return;
          const position = await this.#awaited(id);
          if (position === undefined) return;
          if (newest === undefined || position > newest) newest = position;
        }
      };
      const workers = Array.from({ length: AT_ONCE - this.#underWay.size }, worker);
      const results = await Promise.allSettled(workers);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      const stuck = this.#underWay.size === AT_ONCE;
      if (items.length < PAGE || stuck || signal.aborted) return PAUSE_MS;
    }
  }

  /** Answers the position of what came of it; undefined where it is still under way. */
  async #awaited(mailId: string): Promise<bigint | undefined> {
    this.#underWay.add(mailId);
    const sending = this.#send(mailId).finally(() => this.#underWay.delete(mailId));
    return Promise.race([sending, delay(PATIENCE_MS, undefined, { ref: false })]);
  }

  async #send(mailId: string): Promise<bigint> {
    const { state: mail, position } = await this.aggregates.load(mailDecider, mailId);
    if (mail?.status !== 'due') return position;
    if (mail.offered !== null) return this.#record(mail, this.#left(mailId, mail.offered));
    return this.#record(mail, await this.#handOver(mail, position));
  }

  /** What came of an offer that a process has left behind. */
  #left(mailId: string, { offer, place }: Offer): Result {
    return this.mailer.keptBack(mailId, place)
      ? withdrawn(offer)
      : { result: 'unconfirmed', offer };
  }

  async #handOver(mail: Mail, position: bigint): Promise<Result> {
    const member = await this.readModels.of(memberDocuments).get(mail.loginId, position);
    const to = member?.profile.email1;
    if (!member || to === undefined) return { result: 'no-address', offer: null };
    const { mailId: id, subject, requestedAt: date } = mail;
    const outgoing = { id, to, subject, text: letter(member, mail.text), date };
    const made: { offer: string | null } = { offer: null };
    const offered = async (place: string | null): Promise<void> => {
      const offer = (made.offer = this.ids.uuid());
      await this.#execute(id, { type: 'OfferMail', offer, place }, offer);
    };
    try {
      await this.mailer.send(outgoing, offered);
      return { result: 'sent', ...made };
    } catch (error) {
      if (error instanceof MailRefusedError) {
        return { result: 'refused', ...made, permanent: error.permanent, code: error.code };
      }
      // the mail server has nothing; whether the log has the offer may be unknown
      if (made.offer !== null) await this.#record(mail, withdrawn(made.offer));
      throw error;
    }
  }

  /** Notes what came of an attempt; while the log can't be written to, it waits for that: nobody else knows. */
  async #record({ mailId, attempts }: Mail, result: Result): Promise<bigint> {
    const commandId = deriveUuid(mailId, `attempt/${attempts + 1}/${result.result}`);
    for (;;) {
      try {
        const command = { type: 'RecordAttempt', mailId, ...result } as const;
        const position = await this.#execute(mailId, command, commandId);
        this.mailer.settled(mailId);
        return position;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  async #execute(mailId: string, command: MailCommand, commandId: string): Promise<bigint> {
    const receivedAt = timestampOf(this.clock.now());
    const metadata = processMetadata(this.name, commandId, receivedAt);
    const about = { ...metadata, correlationId: mailId };
    const outcome = await this.commands.execute(mailDecider, mailId, command, about);
    if (isRefusal(outcome)) throw new Error(`an attempt was refused: ${outcome.kind}`);
    return outcome.position;
  }
}

/** An offer that the mail server knows nothing of: the mail is sent later. */
function withdrawn(offer: string): Result {
  return { result: 'refused', offer, permanent: false, code: 'withdrawn' };
}

/** Whom a letter is to. */
export interface Recipient {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The whole text of a mail: the name is the only personal data in it. */
export function letter({ firstName, lastName }: Recipient, text: string): string {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const salutation = name === '' ? 'Dear customer,' : `Dear ${name},`;
  return `${salutation}\n\n${text}\n\nThis message was sent automatically. Please do not answer it.\n`;
}
