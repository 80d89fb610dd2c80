import { setTimeout as delay } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { memberDocuments } from '#libs/contexts/members';
import { AggregateStore, StoreUnavailableError } from '#libs/platform/event-store';
import {
  type Clock,
  type Ids,
  processMetadata,
  type RecordedOf,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  type BackgroundTask,
  CLOCK,
  CommandRunner,
  IDS,
  type PersonErased,
  PLATFORM,
  type Platform,
  type Reaction,
  Reacts,
  RepeatsTask,
} from '#libs/platform/service';
import { mailDocuments, MailIndex } from './mail.document.js';
import type { MailFailed, MailSent } from './mail.events.js';
import { MAILER, type Mailer, MailRefusedError } from './mail.ports.js';
import {
  type AttemptResult,
  type Mail,
  type MailCommand,
  mailDecider,
  type Offer,
} from './mail.js';

const PAGE = 100;

const CONCURRENCY = 4;

const PAUSE_MS = 1_000;

/** How long a round, or a stopping process, waits for a mail before it leaves the mail running in the background. */
const PATIENCE_MS = 10_000;

/**
 * Sends due mails. The read model only suggests them, the stream of the mail decides, so a rebuild sends nothing. The stream records
 * an offer before the mail server gets the whole mail. After a crash an offered mail is sent again only if it surely never left;
 * otherwise it is recorded as unconfirmed. A refused mail waits alone; without a server all mails wait.
 */
@RepeatsTask()
export class MailSender implements BackgroundTask {
  readonly name = 'mail.sender';
  readonly #sending = new Set<string>();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
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
      const queue = items.map(({ mailId }) => mailId).filter((id) => !this.#sending.has(id));
      const worker = async (): Promise<void> => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          if (signal.aborted) return;
          const position = await this.#sendOrLeave(id);
          if (position === undefined) return;
          if (newest === undefined || position > newest) newest = position;
        }
      };
      const workers = Array.from({ length: CONCURRENCY - this.#sending.size }, worker);
      const results = await Promise.allSettled(workers);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      const stuck = this.#sending.size === CONCURRENCY;
      if (items.length < PAGE || stuck || signal.aborted) return PAUSE_MS;
    }
  }

  /** Returns the log position of the outcome; undefined if the mail is still being sent. */
  async #sendOrLeave(mailId: string): Promise<bigint | undefined> {
    this.#sending.add(mailId);
    const sending = this.#send(mailId).finally(() => this.#sending.delete(mailId));
    return Promise.race([sending, delay(PATIENCE_MS, undefined, { ref: false })]);
  }

  async #send(mailId: string): Promise<bigint> {
    const { state: mail, position } = await this.aggregates.load(mailDecider, mailId);
    if (mail?.status !== 'due') return position;
    if (mail.offered !== null) return this.#record(mail, this.#abandoned(mailId, mail.offered));
    return this.#record(mail, await this.#handOver(mail, position));
  }

  /** The outcome of an offer that a process left behind. */
  #abandoned(mailId: string, { offer, place }: Offer): AttemptResult {
    return this.mailer.wasNeverSent(mailId, place)
      ? withdrawn(offer)
      : { result: 'unconfirmed', offer };
  }

  async #handOver(mail: Mail, position: bigint): Promise<AttemptResult> {
    const member = await this.readModels.of(memberDocuments).get(mail.loginId, position);
    const to = member?.profile.email1;
    if (!member || to === undefined) return { result: 'no-address', offer: null };
    const { mailId: id, subject, requestedAt: date } = mail;
    const outgoing = { id, to, subject, text: mailText(member, mail.text), date };
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
      // the mail server doesn't have the mail; the log may or may not have the offer
      if (made.offer !== null) await this.#record(mail, withdrawn(made.offer));
      throw error;
    }
  }

  /** Records the outcome of an attempt. Retries while the log is unavailable, because nobody else knows the outcome. */
  async #record({ mailId, attempts }: Mail, result: AttemptResult): Promise<bigint> {
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
    return this.commands.executeUnrefused(mailDecider, mailId, command, about);
  }
}

/** The outcome of an offer that the mail server knows nothing of: the mail is sent later. */
function withdrawn(offer: string): AttemptResult {
  return { result: 'refused', offer, permanent: false, code: 'withdrawn' };
}

/** The name in a salutation. */
interface Recipient {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The whole text of a mail. The name is the only personal data in it. */
export function mailText({ firstName, lastName }: Recipient, text: string): string {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const salutation = name === '' ? 'Dear customer,' : `Dear ${name},`;
  return `${salutation}\n\n${text}\n\nThis message was sent automatically. Please do not answer it.\n`;
}

/**
 * Removes the mails to an erased person from the outbox, since they contain name and address. A mail being sent during the erasure
 * is removed once its outcome is recorded.
 */
@Reacts()
export class ForgetErased implements Reaction<PersonErased | MailSent | MailFailed> {
  readonly name = 'mail.forget-erased';
  readonly events = ['erasure.PersonErased', 'mail.MailSent', 'mail.MailFailed'] as const;

  constructor(
    private readonly readModels: ReadModels,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async react(event: RecordedOf<PersonErased | MailSent | MailFailed>): Promise<bigint> {
    if (event.type === 'erasure.PersonErased') await this.#forgetAll(event);
    else if ((await this.platform.erasures.list()).has(event.data.loginId)) {
      await this.mailer.forget(event.data.mailId);
    }
    return 0n;
  }

  async #forgetAll({ data: { loginId }, position }: RecordedOf<PersonErased>): Promise<void> {
    const selection = { index: MailIndex.Recipient, equals: [loginId] };
    const mails = this.readModels.of(mailDocuments).each(selection, position);
    for await (const { mailId } of mails) await this.mailer.forget(mailId);
  }
}
