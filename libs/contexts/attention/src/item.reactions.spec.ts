import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountEvents } from '#libs/contexts/accounts';
import { memberEvents } from '#libs/contexts/members';
import {
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isRefusal,
  processMetadata,
  type RecordedOf,
} from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import {
  CommandRunner,
  type Feature,
  openPlatform,
  type Platform,
  ReactionRegistry,
} from '#libs/platform/service';
import { type ItemEvent, itemEvents } from './item.events.js';
import { itemForAttention } from './item.js';
import { SigningItems } from './item.reactions.js';

/** Appends events to a stream without any rules. */
const raw = (category: string): Decider<undefined, readonly DomainEvent[], DomainEvent> => ({
  category,
  initial: undefined,
  decide: (events) => events,
  evolve: () => undefined,
});

const log = {
  events: [memberEvents, accountEvents, itemEvents],
  projections: [],
} as unknown as Feature;

let directory: string;

let platform: Platform;

let reaction: SigningItems;

let errors: unknown[];

let commands: CommandRunner;

let count = 0;

const metadata = (): CommandMetadata => {
  const commandId = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
  return { ...processMetadata('test', commandId, '2026-03-02T15:00:00.000Z'), firmId: '501' };
};

/** Appends one event, with its reactions if `through` is given, and returns it as recorded. */
async function append<E extends DomainEvent>(
  category: string,
  id: string,
  event: DomainEvent,
  through?: CommandRunner,
): Promise<{ event: RecordedOf<E>; position: bigint }> {
  const outcome = through
    ? await through.execute(raw(category), id, [event], metadata())
    : await platform.aggregates.handle(raw(category), id, [event], metadata());
  if (isRefusal(outcome)) throw new Error('refused');
  return { event: outcome.events[0] as RecordedOf<E>, position: outcome.position };
}

type Reacted = Parameters<SigningItems['react']>[0];

const newMember = (loginId: string, memberOid: string) =>
  append('member', loginId, {
    type: 'member.MemberCreated',
    data: { loginId, memberOid, firmOid: '501', firstName: 'Jane', cipStatus: 'PASSED' },
  });

const opened = (signers: readonly string[], through?: CommandRunner) => {
  const accountNumber = `RA${String(++count).padStart(8, '0')}`;
  const itemId = (loginId: string) => `${accountNumber}-${loginId}`;
  const requiredSigners = signers.map((loginId) => ({ loginId, itemId: itemId(loginId) }));
  const owners = { primaryAccountOwner: 'jdoe', jointOwners: [] };
  const data = { accountNumber, firmId: '501', ...owners, requiredSigners };
  return append<Reacted>(
    'account',
    accountNumber,
    { type: 'account.AccountOpened', data },
    through,
  ).then((result) => ({ ...result, accountNumber, itemId }));
};

const signed = (accountNumber: string, loginId: string, itemId?: string) =>
  append<Reacted>('account', accountNumber, {
    type: 'account.AgreementSigned',
    data: {
      accountNumber,
      loginId,
      method: 'SIGNED_PDF',
      documentKey: 'doc',
      sha256: 'a'.repeat(64),
      ...(itemId !== undefined && { itemId }),
    },
  });

async function eventsOf(itemId: string): Promise<RecordedOf<ItemEvent>[]> {
  const stored = [];
  for await (const event of platform.eventStore.readStream(`ifa-${itemId}`, {})) stored.push(event);
  return (await platform.codec.decode(stored)) as unknown as RecordedOf<ItemEvent>[];
}

async function item(itemId: string) {
  const { state } = await platform.aggregates.load(itemForAttention, itemId);
  return state?.item;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'signing-items-'));
  const logger = createLogger({ level: 'silent' });
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
  platform = await openPlatform(config, [log], { logger });
  const registry = new ReactionRegistry(logger, () => [reaction]);
  commands = new CommandRunner(platform.aggregates, registry);
  errors = [];
  const watched = Object.assign(Object.create(logger) as typeof logger, {
    error: (entry: unknown) => errors.push(entry),
  });
  reaction = new SigningItems(commands, platform.aggregates, watched);
  await newMember('jdoe', '4711');
  await newMember('rroe', '4712');
});

afterAll(async () => {
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

describe('items for the customer agreement', () => {
  it('an opened account puts one before each required signer', async () => {
    const { event, accountNumber, itemId } = await opened(['jdoe', 'rroe']);
    const position = await reaction.react(event);
    expect(await item(itemId('jdoe'))).toEqual({
      id: itemId('jdoe'),
      loginId: 'jdoe',
      memberOid: '4711',
      firmId: '501',
      ifaType: 'SA',
      ifaStatus: 'I',
      targetOid: accountNumber,
      targetOidType: 'A',
      forceResponse: true,
      forceView: false,
      numberOfViews: -100,
      viewsRemaining: -100,
      startDate: event.at,
      expirationDate: null,
      priority: null,
      readDocumentKey: null,
      writeDocumentKey: null,
      readDocumentPath: null,
      writeDocumentPath: null,
      actorOid: null,
      actionDateTime: null,
      viewDateTime: null,
    });
    expect(await item(itemId('rroe'))).toMatchObject({ loginId: 'rroe', memberOid: '4712' });
    const [second] = await eventsOf(itemId('rroe'));
    expect(second?.metadata).toMatchObject({ causationId: event.id, firmId: '501' });
    expect(position).toBe(second?.position);
  });

  it('run again after a crash at any point, each item is there once', async () => {
    const { event, itemId } = await opened(['jdoe', 'rroe']);
    await reaction.react({
      ...event,
      data: { ...event.data, requiredSigners: [{ loginId: 'jdoe', itemId: itemId('jdoe') }] },
    } as Reacted);
    const first = await reaction.react(event);
    expect(await reaction.react(event)).toBe(first);
    expect(await eventsOf(itemId('jdoe'))).toHaveLength(1);
    expect(await eventsOf(itemId('rroe'))).toHaveLength(1);
  });

  it('the answer to the opening covers the items', async () => {
    const { position, itemId } = await opened(['jdoe'], commands);
    expect((await eventsOf(itemId('jdoe')))[0]?.position).toBe(position);
  });

  it('a signature settles the item of its signer, once however often it runs', async () => {
    const { accountNumber, itemId } = await opened(['jdoe', 'rroe'], commands);
    const { event } = await signed(accountNumber, 'rroe', itemId('rroe'));
    const position = await reaction.react(event);
    await reaction.react(event);
    expect(await item(itemId('rroe'))).toMatchObject({ ifaStatus: 'A', actorOid: '4712' });
    expect(await item(itemId('jdoe'))).toMatchObject({ ifaStatus: 'I' });
    const events = await eventsOf(itemId('rroe'));
    expect(events).toHaveLength(2);
    expect(events[1]?.position).toBe(position);
  });

  it('a signature that was faster than the item is made up for in the order of the log', async () => {
    const { event: opening, accountNumber, itemId } = await opened(['jdoe']);
    const { event: signature } = await signed(accountNumber, 'jdoe', itemId('jdoe'));
    await reaction.react(signature); // at once, in a process that died before it raised the item
    expect(await item(itemId('jdoe'))).toBeUndefined();
    for (const event of [opening, signature]) await reaction.react(event);
    expect(await item(itemId('jdoe'))).toMatchObject({ ifaStatus: 'A' });
  });

  it('a signature that no item asked for does nothing', async () => {
    const { accountNumber } = await opened([]);
    const { event } = await signed(accountNumber, 'trustee');
    expect(await reaction.react(event)).toBe(0n);
  });

  it('an id the back office has used otherwise is left alone and told of', async () => {
    const { event, itemId } = await opened(['jdoe', 'rroe']);
    await append('ifa', itemId('jdoe'), {
      type: 'attention.ItemRecorded',
      data: { id: itemId('jdoe'), loginId: 'jdoe', ifaType: 'NO', ifaStatus: 'I' },
    });
    errors.length = 0;
    await reaction.react(event);
    expect(errors).toMatchObject([{ item: itemId('jdoe'), problems: ['ifa.id.taken.rule'] }]);
    expect(await item(itemId('jdoe'))).toMatchObject({ ifaType: 'NO' });
    expect(await item(itemId('rroe'))).toMatchObject({ ifaType: 'SA' });
  });

  it('is tried again while a signer is not to be found', async () => {
    const { event } = await opened(['nobody']);
    await expect(reaction.react(event)).rejects.toThrow('a required signer is not a member');
  });
});
