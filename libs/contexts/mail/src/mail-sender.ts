import { Inject, Injectable } from '@nestjs/common';
import { memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Clock, isRefusal, processMetadata, timestampOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Mailer, MailRefusedError } from '#libs/platform/runtime';
import { type BackgroundTask, CLOCK, Commands, MAILER } from '#libs/platform/service';
import { mailDocuments, MailIndex } from './documents/mail.document.js';
import { type Mail, mailDecider, type RecordAttempt } from './domain/mail.js';
import { letter } from './letter.js';

const PAGE = 100;
const AT_ONCE = 4;
const IDLE_MS = 1_000;

type Result = RecordAttempt extends infer R
  ? R extends RecordAttempt
    ? Omit<R, 'type' | 'mailId'>
    : never
  : never;

/**
 * Sends what is due. The read model says what may be due, the mail's stream whether it is, so a read model that is built anew
 * sends nothing. A mail that was handed over by a process that died before noting so goes out once more, with the same
 * Message-ID. A mail that is refused waits alone; without a server all wait.
 */
@Injectable()
export class MailSender implements BackgroundTask {
  readonly name = 'mail.sender';

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async round(signal: AbortSignal): Promise<number> {
    const now = timestampOf(this.clock.now());
    const due = {
      index: MailIndex.Due,
      equals: ['due'],
      range: { to: now },
      limit: PAGE,
    };
    let newest: bigint | undefined;
    for (;;) {
      const { items } = await this.readModels.of(mailDocuments).find(due, newest);
      const sending = items.map(({ mailId }) => mailId);
      const worker = async (): Promise<void> => {
        for (let id = sending.shift(); id !== undefined; id = sending.shift()) {
          if (signal.aborted) return;
          const position = await this.#send(id);
          if (newest === undefined || position > newest) newest = position;
        }
      };
      const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      if (items.length < PAGE || signal.aborted) return IDLE_MS;
    }
  }

  /** Answers the position of what came of it. */
  async #send(mailId: string): Promise<bigint> {
    const { state: mail, position } = await this.aggregates.load(mailDecider, mailId);
    if (mail?.status !== 'due') return position;
    return this.#record(mail, await this.#handOver(mail, position));
  }

  async #handOver(mail: Mail, position: bigint): Promise<Result> {
    const member = await this.readModels.of(memberDocuments).get(mail.loginId, position);
    const to = member?.profile.email1;
    if (!member || to === undefined) return { result: 'no-address' };
    const { mailId: id, subject, requestedAt: date } = mail;
    try {
      await this.mailer.send({ id, to, subject, text: letter(member, mail.text), date });
      return { result: 'sent' };
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      return { result: 'refused', permanent: error.permanent, code: error.code };
    }
  }

  async #record({ mailId, attempts }: Mail, result: Result): Promise<bigint> {
    const commandId = deriveUuid(mailId, `attempt/${attempts + 1}`);
    const receivedAt = timestampOf(this.clock.now());
    const outcome = await this.commands.execute(
      mailDecider,
      mailId,
      { type: 'RecordAttempt', mailId, ...result },
      { ...processMetadata(this.name, commandId, receivedAt), correlationId: mailId },
    );
    if (isRefusal(outcome)) throw new Error(`an attempt was refused: ${outcome.kind}`);
    return outcome.position;
  }
}
