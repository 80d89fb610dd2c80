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
