import { Inject, Injectable } from '@nestjs/common';
import type { RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import type { Mailer } from '#libs/platform/runtime';
import {
  MAILER,
  PLATFORM,
  type PersonErased,
  type Platform,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { mailDocuments, MailIndex } from '../read-models/mail.document.js';
import type { MailFailed, MailSent } from '../domain/mail.events.js';

/**
 * Removes the mails to an erased person from the outbox, since they contain name and address. A mail being sent during the erasure
 * is removed once its outcome is recorded.
 */
@Reacts()
@Injectable()
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
