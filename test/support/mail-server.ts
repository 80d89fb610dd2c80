import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.js';

/** A mail as received. */
export interface ReceivedMail {
  readonly to: readonly string[];
  /** Headers and body as sent. */
  readonly source: string;
  readonly messageId: string;
}

/** The server's reply to a mail: undefined accepts it, a number is the SMTP code that refuses it. */
export type Verdict = (mail: ReceivedMail) => Reply | Promise<Reply>;

type Reply = number | undefined;

/** An SMTP server on a free port. */
export class MailServer {
  /** Every mail received completely, including refused ones, in order of arrival. */
  readonly mails: ReceivedMail[] = [];
  /** Reply to each recipient; undefined accepts it. */
  recipient: (address: string) => Reply | Promise<Reply> = () => undefined;
  /** Called with each chunk of a mail as it arrives. */
  data: (chunk: string) => void = () => undefined;
  verdict: Verdict = () => undefined;
  #server: SMTPServer | undefined;
  readonly #connections = new Set<Socket>();

  private constructor(private readonly port: number) {}

  static async start(): Promise<MailServer> {
    const server = new MailServer(await freePort());
    await server.open();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, always on the same port. */
  async open(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      // idle connections don't hold up the stop
      closeTimeout: 20,
      onRcptTo: ({ address }, _session, callback) => {
        void Promise.resolve(this.recipient(address)).then((code) => {
          callback(refusal(code));
        });
      },
      onData: (stream, { envelope }, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          this.data(chunk.toString());
        });
        stream.on('end', () => {
          const source = Buffer.concat(chunks).toString();
          const messageId = /^Message-ID: (<.*>)\r?$/im.exec(source)?.[1] ?? '';
          const mail = { to: envelope.rcptTo.map(({ address }) => address), source, messageId };
          this.mails.push(mail);
          void Promise.resolve(this.verdict(mail)).then((code) => {
            callback(refusal(code));
          });
        });
      },
    });
    server.server.on('connection', (connection) => {
      this.#connections.add(connection);
      connection.once('close', () => this.#connections.delete(connection));
    });
    // the client was killed
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.#server = server;
  }

  /** Drops every connection. */
  cut(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  }
}

function refusal(code: number | undefined): Error | undefined {
  return code === undefined
    ? undefined
    : Object.assign(new Error('refused'), { responseCode: code });
}
