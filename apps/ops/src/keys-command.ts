import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import type { ReplacementLine } from '#libs/contexts/keys';
import { pluralize } from '#libs/platform/kernel';
import {
  CommandFailure,
  type CommandResult,
  ExitStatus,
  group,
  OpsCommand,
  refused,
  type Session,
  text,
} from './command-line.js';
import { holdsOf, REMAINS } from './erasure-words.js';
import { orMissing, firstOf } from './service-queries.js';
import { tableOf } from './text-layout.js';

/** `keys`: the keys that protect personal data and sign exports. */
export function keysCommand(): Command {
  const description =
    'personal keys, the key that signs exports, and the master key that encrypts them';
  return group('keys', description, 'keys status --member jdoe', [
    listCommand(),
    statusCommand(),
    eraseCommand(),
    rotateSigningCommand(),
    rotateMasterCommand(),
  ]);
}

const pathOf = (login: string): string => `/operator/members/${encodeURIComponent(login)}/erasure`;

function listCommand(): Command {
  return new OpsCommand('list')
    .description('list all erased persons')
    .notes('Examples:\n  $ npm run ops -- keys list --json')
    .callsService(['operator', 'auditor'], async (session) => {
      const path = '/operator/erasures';
      const erased = await firstOf<Schemas['ErasedPerson']>(session, path, undefined);
      const text = tableOf(erased, {
        login: 'loginId',
        key: 'keyId',
        erased: 'erasedAt',
        by: 'erasedBy',
        certified: ({ certifiedAt }) => certifiedAt ?? 'not yet',
      });
      return { text: erased.length === 0 ? 'Nobody has been erased.' : text, json: erased };
    });
}

function statusCommand(): Command {
  return new OpsCommand('status')
    .description(
      'show which master key encrypts the keys; with --member, whether a person can be or was erased',
    )
    .option('--member <login>', 'a member or trustee')
    .notes(
      `Without --member: exit status 1 if any key is not under the current master key.

Examples:
  $ npm run ops -- keys status
  $ npm run ops -- keys status --member jdoe`,
    )
    .callsService<{ member?: string }>(['operator', 'auditor'], async (session) => {
      const { member } = session.options;
      return member === undefined ? masterKeyStatus(session) : statusOf(session, member);
    });
}

interface ErasureResult extends CommandResult {
  readonly json: Schemas['Erasure'];
}

/** @throws CommandFailure if the person does not exist */
async function statusOf({ service }: Session, member: string): Promise<ErasureResult> {
  const { body } = await orMissing(service, { member }, () =>
    service.get<Schemas['Erasure']>(pathOf(member)),
  );
  const { erasure, waitingFor } = body;
  const facts = erasure
    ? {
        erased: `${erasure.erasedAt} by ${erasure.erasedBy}`,
        reason: erasure.reason ?? 'none was given',
        key: erasure.keyId,
        fingerprint: erasure.keyFingerprint ?? 'the person had no key',
        certified: erasure.certifiedAt ?? 'not yet: read models are still being blanked',
        'event hash': erasure.erasureHash ?? '',
        remains: REMAINS,
        ...(waitingFor.length > 0 && { 'waiting for': waitingFor.join(', ') }),
      }
    : Object.fromEntries(holdsOf(body, body.heldUntil));
  const lines = Object.entries({ member: body.loginId, status: body.status, ...facts });
  return { text: columned(lines), json: body };
}

function columned(lines: readonly (readonly [name: string, value: string | number])[]): string {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n');
}

function eraseCommand(): Command {
  return new OpsCommand('erase')
    .description(
      "destroy the key of a member or trustee, so that the person's data can never be read again",
    )
    .requiredOption('--member <login>', 'the member or trustee')
    .requiredOption('--reason <text>', 'why, or on what legal basis; no personal data', text)
    .notes(
      `The reason is on the certificate and in the log, permanently.

Examples:
  $ npm run ops -- keys erase --member jdoe \\
      --reason 'Art. 17 GDPR, ticket 4711' --as jane.roe`,
    )
    .withConfirmation()
    .callsService<{ member: string; reason: string }>(['operator'], async (session) => {
      const { member, reason } = session.options;
      // checked before the user is asked to confirm
      const before = await statusOf(session, member);
      if (before.json.status === 'held') {
        throw refused(`The data of ${member} must still be kept.\n${before.text}`);
      }
      await session.confirm(
        `Erase the personal data of ${member}? They will be destroyed permanently. What remains: ${REMAINS}.`,
      );
      await session.service.post(pathOf(member), { reason });
      return statusOf(session, member);
    });
}

function rotateSigningCommand(): Command {
  return new OpsCommand('rotate-signing')
    .description(
      'replace the key that signs exports and daily roots; earlier signatures stay valid',
    )
    .notes('Examples:\n  $ npm run ops -- keys rotate-signing --as jane.roe')
    .withConfirmation()
    .callsService(['operator'], async (session) => {
      await session.confirm(
        'Replace the signing key? All later exports and daily roots will be signed with the new one.',
      );
      const path = '/operator/audit/signing-key/rotation';
      const { body } = await session.service.post<Schemas['PublicKeys']>(path);
      const text = tableOf(body.keys, {
        key: 'kid',
        retired: ({ retiredAt }) => retiredAt ?? 'signs',
      });
      return { text, json: body };
    });
}

const MASTER_KEY = '/operator/keys/master-key';

/** The part of a fingerprint that tells master keys apart. */
function brief(fingerprint: string): string {
  return fingerprint.slice(0, 16);
}

/** Shows the number of keys under each master key. Exit status 1 if any is not under the current one. */
async function masterKeyStatus({ service }: Session): Promise<CommandResult> {
  const { body } = await service.get<Schemas['MasterKey']>(MASTER_KEY);
  const { fingerprint, otherFingerprint, generated, keys, otherKeys } = body;
  const lines: (readonly [string, string | number])[] = [
    ['master key', `${brief(fingerprint)}${generated ? ', generated' : ''}`],
    ['keys under it', keys],
  ];
  if (otherFingerprint !== null) {
    lines.push(['the other', brief(otherFingerprint)], ['keys under the other', otherKeys]);
  }
  lines.push(['keys destroyed by erasures', body.erasedKeys]);
  lines.push(['keys that neither decrypts', body.unopenedKeys]);
  const isDone = otherKeys === 0 && body.unopenedKeys === 0;
  return {
    text: columned(lines),
    json: body,
    status: isDone ? ExitStatus.ok : ExitStatus.finding,
  };
}

function rotateMasterCommand(): Command {
  return new OpsCommand('rotate-master')
    .description('replace the master key: encrypt every key of the key store with the new one')
    .notes(
      `Set the new key as MASTER_KEY and the old one as MASTER_KEY_OTHER for every process and for this command; see
docs/operations/keys.md for the steps. A generated master key needs none of that. After an interruption, run the command again. Exit
status 1 if a process still encrypts with the old key, or some keys can't be decrypted.

Examples:
  $ npm run ops -- keys rotate-master --as jane.roe
  $ npm run --silent ops -- keys rotate-master --yes --json`,
    )
    .withConfirmation()
    .callsService(['operator'], async (session) => {
      const { body } = await session.service.get<Schemas['MasterKey']>(MASTER_KEY);
      const from = body.otherFingerprint ?? body.fingerprint;
      if (!body.generated && body.otherFingerprint === null) {
        throw refused(
          'The service has only one master key. First restart every process with the new one as MASTER_KEY and this one as MASTER_KEY_OTHER.',
        );
      }
      const to =
        body.otherFingerprint === null ? 'a new one' : `master key ${brief(body.fingerprint)}`;
      await session.confirm(
        `Replace master key ${brief(from)}? Every key under it will be encrypted with ${to}.`,
      );
      return replaced(session, from);
    });
}

async function replaced(session: Session, from: string): Promise<CommandResult> {
  const { service, signal } = session;
  const bar = session.progress('master key', 'keys', 1);
  const sent = { body: { from }, signal };
  let last: ReplacementLine | undefined;
  try {
    for await (last of service.lines<ReplacementLine>('POST', `${MASTER_KEY}/replacement`, sent)) {
      bar.update(last.looked, Math.max(1, last.total));
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
  } finally {
    bar.stop();
  }
  if (last?.finished === undefined) {
    throw new CommandFailure(
      `Interrupted after ${pluralize(last?.looked ?? 0, 'key')}. Nothing is lost: run the same command to resume.`,
    );
  }
  const shown = await masterKeyStatus(session);
  const outcome = last.finished
    ? `Encrypted with the new master key: ${pluralize(last.rewrapped, 'key')}.`
    : 'Some process still encrypts with the old key: give it the new one and run the command again.';
  return {
    ...shown,
    text: `${outcome}\n${shown.text}`,
    json: { ...last, status: shown.json },
    ...(!last.finished && { status: ExitStatus.finding }),
  };
}
