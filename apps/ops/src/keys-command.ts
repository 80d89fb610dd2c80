import { Command } from 'commander';
import {
  asksFirst,
  asksService,
  CommandFailure,
  ExitStatus,
  type Session,
} from './command-line.js';
import { ofKnown } from './known-subjects.js';
import { masterKeyStatus, rotateMasterCommand } from './master-key-commands.js';
import { firstOf } from './pages.js';
import { table } from './table.js';

interface Certificate {
  readonly erasedAt: string;
  readonly erasedBy: string;
  readonly keyId: string;
  readonly keyFingerprint: string | null;
  readonly certified: boolean;
  readonly certifiedAt: string | null;
  readonly erasureHash: string | null;
}

interface Status {
  readonly loginId: string;
  readonly status: 'held' | 'erasable' | 'erasing' | 'erased';
  readonly heldUntil: string;
  readonly accountsWithPositions: readonly string[];
  readonly accountsWithTransactions: readonly string[];
  readonly erasure: Certificate | null;
  readonly waitingFor: readonly string[];
}

/** `keys`: the keys that protect personal data. */
export function keysCommand(): Command {
  const keys = new Command('keys')
    .description(
      'keys of persons, the key that signs exports, and the master key that encrypts them',
    )
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- keys status --member jdoe');
  keys.addCommand(listCommand());
  keys.addCommand(statusCommand());
  keys.addCommand(eraseCommand());
  keys.addCommand(rotateSigningCommand());
  keys.addCommand(rotateMasterCommand());
  return keys;
}

const pathOf = (login: string): string => `/operator/members/${encodeURIComponent(login)}/erasure`;

function listCommand(): Command {
  const command = new Command('list')
    .description('everybody who has been erased')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- keys list --json');
  return asksService(command, ['operator', 'auditor'], async ({ service }) => {
    const erased = await firstOf<Certificate & { loginId: string }>(
      service,
      '/operator/erasures',
      undefined,
    );
    const rows = erased.map(({ loginId, keyId, erasedAt, erasedBy, certifiedAt }) => [
      loginId,
      keyId,
      erasedAt,
      erasedBy,
      certifiedAt ?? 'not yet',
    ]);
    const text =
      rows.length === 0
        ? 'Nobody has been erased.'
        : table(['login', 'key', 'erased', 'by', 'certified'], rows);
    return { text, json: erased };
  });
}

function statusCommand(): Command {
  const command = new Command('status')
    .description(
      'which master key encrypts the keys; with --member whether that person can be or has been erased',
    )
    .option('--member <login>', 'a member or trustee')
    .addHelpText(
      'after',
      `
Without --member: exit status 1 when keys are not under the master key that wraps.

Examples:
  $ npm run ops -- keys status
  $ npm run ops -- keys status --member jdoe`,
    );
  return asksService(command, ['operator', 'auditor'], async (session) => {
    const { member } = command.opts<{ member?: string }>();
    if (member === undefined) return masterKeyStatus(session);
    const body = await statusOf(session, member);
    return { text: shown(body), json: body };
  });
}

/** @throws CommandFailure where there is no such person */
function statusOf({ service }: Session, member: string): Promise<Status> {
  return ofKnown(service, { member }, async () => {
    const { body } = await service.get<Status>(pathOf(member));
    return body;
  });
}

function eraseCommand(): Command {
  const command = new Command('erase')
    .description(
      "destroy the key of a member or trustee: the person's data can never be read again",
    )
    .requiredOption('--member <login>', 'the member or trustee')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- keys erase --member jdoe --as jane.roe');
  return asksService(asksFirst(command), ['operator'], async (session) => {
    const { member } = command.opts<{ member: string }>();
    // nobody is asked about who is not there, or has to be kept
    const before = await statusOf(session, member);
    if (before.status === 'held') {
      const message = `The data of ${member} must be kept for now.\n${shown(before)}`;
      throw new CommandFailure(message, ExitStatus.refused);
    }
    await session.confirm(`Erase the personal data of ${member}? They will be destroyed for good.`);
    await session.service.post(pathOf(member));
    const body = await statusOf(session, member);
    return { text: shown(body), json: body };
  });
}

interface PublishedKey {
  readonly kid: string;
  readonly retiredAt: string | null;
}

function rotateSigningCommand(): Command {
  const command = new Command('rotate-signing')
    .description(
      'replace the key that signs exports and daily roots; what was signed before still verifies',
    )
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- keys rotate-signing --as jane.roe');
  return asksService(asksFirst(command), ['operator'], async (session) => {
    await session.confirm(
      'Replace the signing key? Exports and daily roots will be signed with the new one from then on.',
    );
    const path = '/operator/audit/signing-key/rotation';
    const { body } = await session.service.post<{ keys: readonly PublishedKey[] }>(path);
    const rows = body.keys.map(({ kid, retiredAt }) => [kid, retiredAt ?? 'signs']);
    return { text: table(['key', 'retired'], rows), json: body };
  });
}

function shown(answer: Status): string {
  const { loginId, status, heldUntil, erasure, waitingFor } = answer;
  const lines: (readonly [string, string])[] = [
    ['member', loginId],
    ['status', status],
  ];
  if (erasure) {
    lines.push(
      ['erased', `${erasure.erasedAt} by ${erasure.erasedBy}`],
      ['key', erasure.keyId],
      ['fingerprint', erasure.keyFingerprint ?? 'the person had no key'],
      ['certified', erasure.certifiedAt ?? 'not yet: read models are still being blanked'],
      ['event hash', erasure.erasureHash ?? ''],
    );
    if (waitingFor.length > 0) lines.push(['waiting for', waitingFor.join(', ')]);
  } else {
    lines.push(['held until', heldUntil]);
    const { accountsWithPositions: securities, accountsWithTransactions: money } = answer;
    if (securities.length > 0) lines.push(['securities on', securities.join(', ')]);
    if (money.length > 0) lines.push(['money on', money.join(', ')]);
  }
  return lines.map(([name, value]) => `${name.padEnd(14)}${value}`).join('\n');
}
