import { LRUCache } from 'lru-cache';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import {
  type ApiClient,
  CachedApiClients,
  CachedLogins,
  type FirmEntitlements,
  type LoginHolder,
} from '#libs/platform/identity';
import { defined, isApiKey, isLoginId, isNumericOid, Secret } from '#libs/platform/kernel';
import { LogConsumer, oneByOne, type Platform } from '#libs/platform/service';
import { clientDocuments } from './read-models/client.document.js';
import { firmDocuments } from './read-models/firm.document.js';
import { memberDocuments } from './read-models/member.document.js';
import { trusteeDocuments } from './read-models/trustee.document.js';
import { clientDecider, effectiveEntitlements, type Entitlement } from './domain/index.js';

type DirectorySources = Pick<
  Platform,
  'readModels' | 'eventStore' | 'aggregates' | 'sealer' | 'clock'
>;

/** Lifetime of cached clients and entitlements, in ms. */
const REMEMBERED_MS = 10_000;

/**
 * Clients, login ids and firms for authentication ([auth.client], [auth.acting-member]): the read models behind short-lived caches. What
 * is not found there is looked up in the log, so that a new client can call at once. An unknown API key costs two point reads and no
 * waiting. Once this process knows of a change, nothing older is read or cached again, however far the read models lag behind.
 */
export class MemberDirectories {
  readonly clients: CachedApiClients;
  readonly logins: CachedLogins;
  readonly firms: FirmEntitlements = {
    entitlementsOf: (firmId) => this.#entitlementsOf(firmId),
  };
  readonly #entitlements: LRUCache<string, readonly Entitlement[]>;
  /** The positions that documents of changed clients, login ids and firms must include, by {@link changeOf}. */
  readonly #changes = new LRUCache<string, bigint>({ max: 100_000 });
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor(private readonly sources: DirectorySources) {
    const { clock } = sources;
    const perf = { now: () => clock.now() };
    this.#entitlements = new LRUCache({ max: 10_000, ttl: REMEMBERED_MS, ttlResolution: 0, perf });
    this.clients = new CachedApiClients(
      { find: (apiKey) => this.#client(apiKey) },
      { clock, ttlMs: REMEMBERED_MS },
    );
    this.logins = new CachedLogins({ find: (loginId) => this.#holder(loginId) }, { clock });
  }

  /** Follows changes of clients and firms and erasures of persons, by whichever process, until {@link stop}. */
  follow(): void {
    const { eventStore: store } = this.sources;
    const consumer = new LogConsumer({
      name: 'members.directories',
      typePrefixes: ['client.', 'firm.FirmUpdated.v', 'erasure.PersonErased.v'],
      store,
      from: () => store.head(),
      handle: oneByOne((event) => this.#changed(event)),
    });
    this.#following = consumer.run(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  async #changed({ type, data, position }: StoredEvent): Promise<void> {
    const ids = data as { apiKey?: string; firmId?: string; loginId?: string };
    const { apiKey, firmId = '', loginId = '' } = ids;
    if (type.startsWith('erasure.')) this.loginChanged(loginId, position);
    else if (apiKey === undefined) await this.firmChanged(firmId, position);
    else await this.clientChanged(apiKey, position);
  }

  /** Makes a change of an API client effective at once in this process. */
  async clientChanged(apiKey: string, position: bigint): Promise<void> {
    this.#noteChange(changeOf('client', apiKey), position);
    this.clients.invalidate(apiKey);
    const { state } = await this.sources.aggregates.load(clientDecider, apiKey);
    if (state.client) this.loginChanged(state.client.loginId, position);
  }

  /** Makes a change of who has a login id, such as an erasure, effective at once in this process. */
  loginChanged(loginId: string, position: bigint): void {
    this.#noteChange(changeOf('login', loginId), position);
    this.logins.invalidate(loginId);
  }

  /** Makes a change of an institutional firm effective at once in this process, also for its API clients. */
  async firmChanged(firmId: string, position: bigint): Promise<void> {
    this.#noteChange(changeOf('firm', firmId), position);
    this.#entitlements.delete(firmId);
    const selection = { index: 'byFirm', equals: [firmId] };
    const clients = this.sources.readModels.of(clientDocuments).each(selection);
    for await (const { apiKey } of clients) this.clients.invalidate(apiKey);
  }

  /** Who has a login id, uncached and not older than position `atLeast`. Nobody has that of an erased person or a revoked client. */
  async holderAt(loginId: string, atLeast?: bigint): Promise<LoginHolder | undefined> {
    const { readModels } = this.sources;
    const member = await readModels.of(memberDocuments).get(loginId, atLeast);
    if (member !== undefined) {
      const { firmId, advisorLoginId } = member;
      if (member.lastName === undefined) return undefined;
      return defined({ kind: 'member' as const, firmId, advisorLoginId });
    }
    const trustee = await readModels.of(trusteeDocuments).get(loginId, atLeast);
    if (trustee !== undefined) {
      const { firmId, lastName } = trustee;
      return lastName === undefined ? undefined : { kind: 'trustee', firmId };
    }
    const selection = { index: 'byLoginId', equals: [loginId], limit: 1 };
    const { items } = await readModels.of(clientDocuments).find(selection, atLeast);
    const client = items.find(({ revoked }) => !revoked);
    return client && { kind: 'client', firmId: client.firmId };
  }

  #noteChange(id: string, position: bigint): void {
    if (position > (this.#changes.get(id) ?? 0n)) this.#changes.set(id, position);
  }

  async #client(apiKey: string): Promise<ApiClient | undefined> {
    if (!isApiKey(apiKey)) return undefined;
    const { readModels, sealer } = this.sources;
    const clients = readModels.of(clientDocuments);
    let document = await clients.get(apiKey, this.#changes.get(changeOf('client', apiKey)));
    if (document === undefined) {
      const position = await this.#newestEvent(AggregateStore.stream(clientDecider, apiKey));
      if (position === undefined) return undefined;
      document = await clients.get(apiKey, position);
    }
    if (document === undefined) return undefined;
    const { firmId, loginId, entitlements, sealedSecret, previous, revoked } = document;
    const [ofFirm] = await Promise.all([
      this.#entitlementsOf(firmId),
      sealer.prefetch([sealedSecret, ...(previous ? [previous.sealedSecret] : [])]),
    ]);
    const opened = (text: string): Secret => Secret.fromSealed(text, sealer.opener(text));
    return {
      apiKey,
      firmId,
      loginId,
      entitlements: effectiveEntitlements(ofFirm, entitlements),
      sharedSecret: opened(sealedSecret),
      ...(previous && {
        previous: { secret: opened(previous.sealedSecret), until: previous.until },
      }),
      revoked,
    };
  }

  async #entitlementsOf(firmId: string): Promise<readonly Entitlement[]> {
    const known = this.#entitlements.get(firmId);
    if (known !== undefined || !isNumericOid(firmId)) return known ?? [];
    const { readModels, eventStore } = this.sources;
    const firms = readModels.of(firmDocuments);
    const changed = changeOf('firm', firmId);
    const change = this.#changes.get(changed);
    const firm =
      (await firms.get(firmId, change)) ?? (await firms.get(firmId, await eventStore.head()));
    const entitlements = firm?.firmType === 'L' ? firm.entitlements : [];
    // what was just read may not include a change that came meanwhile
    if (firm !== undefined && this.#changes.get(changed) === change) {
      this.#entitlements.set(firmId, entitlements);
    }
    return entitlements;
  }

  async #holder(loginId: string): Promise<LoginHolder | undefined> {
    if (!isLoginId(loginId)) return undefined;
    return (
      (await this.holderAt(loginId, this.#changes.get(changeOf('login', loginId)))) ??
      (await this.holderAt(loginId, await this.sources.eventStore.head()))
    );
  }

  /** Position of the newest event of a stream; undefined if there is no such stream. */
  async #newestEvent(stream: string): Promise<bigint | undefined> {
    const newest = this.sources.eventStore.readStream(stream, { direction: 'backwards', max: 1 });
    for await (const { position } of newest) return position;
    return undefined;
  }
}

/** The key of a change: API keys, login ids and firm ids may look alike. */
function changeOf(of: 'client' | 'login' | 'firm', id: string): string {
  return `${of} ${id}`;
}

const byReadModels = new WeakMap<object, MemberDirectories>();

/** The one instance per platform, so that a change made by a request reaches the authentication of the next one. */
export function memberDirectories(sources: DirectorySources): MemberDirectories {
  const known = byReadModels.get(sources.readModels);
  if (known !== undefined) return known;
  const directories = new MemberDirectories(sources);
  byReadModels.set(sources.readModels, directories);
  return directories;
}
