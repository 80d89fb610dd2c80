import { Command } from 'commander';
import { counted } from '#libs/platform/kernel';
import {
  asksFirst,
  asksService,
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type Session,
} from './command-line.js';

const PATH = '/operator/keys/master-key';

/** The master keys of the service, and what is under each. */
interface MasterKeyStatus {
  readonly fingerprint: string;
  readonly otherFingerprint: string | null;
  readonly generated: boolean;
  readonly keys: number;
  readonly otherKeys: number;
  readonly erasedKeys: number;
  readonly unopenedKeys: number;
}

interface ReplacementLine {
  readonly looked: number;
  readonly total: number;
  readonly rewrapped: number;
  readonly finished?: boolean;
}

/** How many keys are under which master key. Status 1 when some are not under the one that wraps. */
export async function masterKeyStatus({ service }: Session): Promise<CommandResult> {
  const { body } = await service.get<MasterKeyStatus>(PATH);
  const { fingerprint, otherFingerprint, generated, keys, otherKeys } = body;
  const lines: (readonly [string, string | number])[] = [
    ['master key', `${fingerprint}${generated ? ', generated' : ''}`],
    ['wraps', keys],
    ...(otherFingerprint === null
      ? []
      : ([
          ['other', otherFingerprint],
          ['wraps', otherKeys],
        ] as const)),
    ['erased', body.erasedKeys],
    ['not opened', body.unopenedKeys],
  ];
  const isDone = otherKeys === 0 && body.unopenedKeys === 0;
  return {
    text: lines.map(([name, value]) => `${name.padEnd(14)}${value}`).join('\n'),
    json: body,
    status: isDone ? ExitStatus.ok : ExitStatus.finding,
  };
}

/** `keys rotate-master` */
export function rotateMasterCommand(): Command {
  const command = new Command('rotate-master')
    .description('replace the master key: encrypt every key of the key store with the new one')
    .addHelpText(
      'after',
      `
Set the new key as MASTER_KEY and the old one as MASTER_KEY_OTHER in every process and for this command: docs/operations/keys.md
has the steps. A key that the service generated itself needs none of them. After an interruption, run the command again. Exit status 1
when a process still encrypts with the old key, or keys can not be decrypted.

Examples:
  $ npm run ops -- keys rotate-master --as jane.roe
  $ npm run --silent ops -- keys rotate-master --yes --json`,
    );
  return asksService(asksFirst(command), ['operator'], async (session) => {
    const { body } = await session.service.get<MasterKeyStatus>(PATH);
    const from = body.otherFingerprint ?? body.fingerprint;
    if (!body.generated && body.otherFingerprint === null) {
      throw new CommandFailure(
        'The service has one master key. Start every process with the new one as MASTER_KEY and this one as MASTER_KEY_OTHER first.',
        ExitStatus.refused,
      );
    }
    const to = body.otherFingerprint === null ? 'a new one' : `master key ${body.fingerprint}`;
    await session.confirm(
      `Replace master key ${from}? Every key under it will be wrapped by ${to}.`,
    );
    return replaced(session, from);
  });
}

async function replaced(session: Session, from: string): Promise<CommandResult> {
  const { service, signal } = session;
  const bar = session.progress('master key', 'keys', 1);
  let last: ReplacementLine | undefined;
  try {
    const lines = service.lines<ReplacementLine>('POST', `${PATH}/replacement`, {
      body: { from },
      signal,
    });
    for await (const line of lines) {
      bar.update(line.looked, Math.max(1, line.total));
      last = line;
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
  } finally {
    bar.stop();
  }
  if (last?.finished === undefined) {
    throw new CommandFailure(
      `It was interrupted after ${counted(last?.looked ?? 0, 'key')}. Nothing is lost: run the same command to resume.`,
      ExitStatus.unreachable,
    );
  }
  const shown = await masterKeyStatus(session);
  const done = last.finished
    ? `Encrypted with the new master key: ${counted(last.rewrapped, 'key')}.`
    : 'Some process still encrypts with the old key: give it the new one and run the command again.';
  return {
    ...shown,
    text: `${done}\n${shown.text}`,
    json: { ...last, status: shown.json },
    ...(!last.finished && { status: ExitStatus.finding }),
  };
}
