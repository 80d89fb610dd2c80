import type { Command } from 'commander';
import { pluralize } from '#libs/platform/kernel';
import type { DocumentState } from '#libs/platform/runtime';
import {
  type CommandResult,
  ExitStatus,
  group,
  type LocalSession,
  OpsCommand,
} from './command-line.js';
import { configOf } from './find-service.js';
import { requireKeys } from './local-tokens.js';
import { tableOf } from './text-layout.js';

/** `documents`: signed agreements and documents of offers, which the vault keeps outside the log. */
export function documentsCommand(): Command {
  const description = 'signed agreements and documents of offers';
  return group('documents', description, 'documents verify', [verifyCommand()]);
}

function verifyCommand(): Command {
  return new OpsCommand('verify')
    .description('decrypt every document and compare it with its SHA-256 in the events')
    .notes(
      `Runs beside the service, or while it is stopped, and changes nothing. Of a person
who was erased, nothing but the address of a document can be compared. Exit
status 1 if a document is missing or damaged: restore its file from a backup.

Examples:
  $ npm run ops -- documents verify
  $ npm run --silent ops -- documents verify --json`,
    )
    .readsStores(async (session) => documentsResult(await checkDocuments(session)));
}

/** What was found of the documents that events name. */
export interface CheckedDocuments {
  readonly intact: number;
  /** Of persons who were erased: they can't be read any more, as is meant. */
  readonly erased: number;
  readonly wrong: readonly WrongDocument[];
}

/** A document that is not what its event says, and that event. */
interface WrongDocument {
  readonly state: Extract<DocumentState, 'missing' | 'damaged'>;
  readonly document: string;
  readonly position: string;
  readonly type: string;
  readonly stream: string;
}

/** Compares each document that an event names, once. */
export async function checkDocuments({
  options,
  signal,
  progress,
}: LocalSession): Promise<CheckedDocuments> {
  const config = configOf(options);
  requireKeys(config);
  const { features } = await import('#libs/application');
  const { openVaultForReading } = await import('#libs/platform/service');
  const opened = await openVaultForReading(config, features);
  const { log, registry, vault } = opened;
  const bar = progress('Comparing', 'documents', undefined);
  try {
    const named = registry.all().filter(({ definition }) => definition.document !== undefined);
    const typePrefixes = named.map(({ type }) => `${type}.v`);
    const found: Record<DocumentState, number> = { intact: 0, erased: 0, missing: 0, damaged: 0 };
    const wrong: WrongDocument[] = [];
    const seen = new Set<string>();
    for await (const stored of log.eventStore.readAll({ filter: { typePrefixes } })) {
      signal.throwIfAborted();
      const [event] = await log.decode([stored]);
      const document = event && registry.definition(event.type)?.document?.(event.data);
      if (document === undefined || seen.has(document.key)) continue;
      seen.add(document.key);
      bar.update(seen.size);
      const state = await vault.check(document);
      found[state]++;
      if (state === 'intact' || state === 'erased') continue;
      const { position, type, stream } = stored;
      wrong.push({ state, document: document.key, position: position.toString(), type, stream });
    }
    return { intact: found.intact, erased: found.erased, wrong };
  } finally {
    bar.stop();
    await opened.close();
  }
}

/** Exit status 1 if a document is missing or damaged. */
export function documentsResult(checked: CheckedDocuments): CommandResult {
  const { intact, erased, wrong } = checked;
  const counts = [
    `${pluralize(intact, 'document')} as signed or offered`,
    ...(erased > 0 ? [`${erased} of erased persons`] : []),
  ];
  const isWhole = wrong.length === 0;
  const table = tableOf(wrong, {
    state: 'state',
    position: 'position',
    stream: 'stream',
    'file in documents/': ({ document }) => `${document.slice(0, 2)}/${document.slice(2)}`,
  });
  return {
    text: isWhole
      ? `${counts.join(', ')}.`
      : `${counts.join(', ')}, ${wrong.length} missing or damaged:\n\n${table}`,
    json: checked,
    status: isWhole ? ExitStatus.ok : ExitStatus.finding,
  };
}
