import { LRUCache } from 'lru-cache';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import {
  type ApiClient,
  CachedApiClients,
  CachedMembers,
  type FirmEntitlements,
} from '#libs/platform/identity';
import { isApiKey, isLoginId, isNumericOid, Secret } from '#libs/platform/kernel';
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
 * Clients, members and firms for authentication ([auth.client], [auth.acting-member]): the read models behind short-lived caches. What
 * is not found there is looked up in the log, so that a new client can call at once. An unknown API key costs two point reads and no
 * waiting.
 */
export class MemberDirectories {
  readonly clients: CachedApiClients;
  readonly members: CachedMembers;
  readonly firms: FirmEntitlements = {
    entitlementsOf: (firmId) => this.#entitlementsOf(firmId),
  };
  readonly #entitlements: LRUCache<string, readonly Entitlement[]>;
  /** The positions that documents of changed clients and firms must include, by API key or firm id. */
  readonly #changes: LRUCache<string, bigint>;
  readonly #stop = new AbortController();
  #following: Promise<void> = Promise.resolve();

  constructor(private readonly sources: DirectorySources) {
    const { clock } = sources;
    const perf = { now: () => clock.now() };
    this.#changes = new LRUCache({ max: 10_000, ttl: 60_000, perf });
    this.#entitlements = new LRUCache({ max: 10_000, ttl: REMEMBERED_MS, ttlResolution: 0, perf });
    this.clients = new CachedApiClients(
      { find: (apiKey) => this.#client(apiKey) },
      { clock, ttlMs: REMEMBERED_MS },
    );
    this.members = new CachedMembers({ firmOf: (loginId) => this.#firmOf(loginId) }, { clock });
  }

  /** Follows changes of clients and firms, including those of other processes, until {@link stop}. */
  follow(): void {
    const { eventStore: store } = this.sources;
    const consumer = new LogConsumer({
      name: 'members.directories',
      typePrefixes: ['client.', 'firm.FirmUpdated.v'],
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

  async #changed({ data, position }: StoredEvent): Promise<void> {
    const { apiKey, firmId } = data as { readonly apiKey?: string; readonly firmId: string };
    if (apiKey === undefined) await this.firmChanged(firmId, position);
    else await this.clientChanged(apiKey, position);
  }

  /** Makes a change of an API client effective at once in this process. */
  async clientChanged(apiKey: string, position: bigint): Promise<void> {
    this.#noteChange(apiKey, position);
    this.clients.invalidate(apiKey);
    const { state } = await this.sources.aggregates.load(clientDecider, apiKey);
    if (state.client) this.members.invalidate(state.client.loginId);
  }

  /** Makes a change of an institutional firm effective at once in this process, also for its API clients. */
  async firmChanged(firmId: string, position: bigint): Promise<void> {
    this.#noteChange(firmId, position);
    this.#entitlements.delete(firmId);
    const selection = { index: 'byFirm', equals: [firmId] };
    const clients = this.sources.readModels.of(clientDocuments).each(selection);
    for await (const { apiKey } of clients) this.clients.invalidate(apiKey);
  }

  /** Firm of the member, trustee or API client with a login id, uncached and not older than position `atLeast`. */
  async firmAt(loginId: string, atLeast?: bigint): Promise<string | undefined> {
    const { readModels } = this.sources;
    const member = await readModels.of(memberDocuments).get(loginId, atLeast);
    // nobody may act as a person whose data has been erased
    if (member !== undefined) return member.lastName === undefined ? undefined : member.firmId;
    const trustee = await readModels.of(trusteeDocuments).get(loginId, atLeast);
    if (trustee !== undefined) return trustee.lastName === undefined ? undefined : trustee.firmId;
    const selection = { index: 'byLoginId', equals: [loginId], limit: 1 };
    const { items } = await readModels.of(clientDocuments).find(selection, atLeast);
    return items.find(({ revoked }) => !revoked)?.firmId;
  }

  #noteChange(id: string, position: bigint): void {
    if (position > (this.#changes.get(id) ?? 0n)) this.#changes.set(id, position);
  }

  async #client(apiKey: string): Promise<ApiClient | undefined> {
    if (!isApiKey(apiKey)) return undefined;
    const { readModels, sealer } = this.sources;
    const clients = readModels.of(clientDocuments);
    let document = await clients.get(apiKey, this.#changes.get(apiKey));
    if (document === undefined) {
      const position = await this.#newestEvent(AggregateStore.stream(clientDecider, apiKey));
      if (position === undefined) return undefined;
      document = await clients.get(apiKey, position);
    }
    if (document === undefined) return undefined;
    const { firmId, loginId, entitlements, sealedSecret, revoked } = document;
    const [ofFirm] = await Promise.all([
      this.#entitlementsOf(firmId),
      sealer.prefetch([sealedSecret]),
    ]);
    return {
      apiKey,
      firmId,
      loginId,
      entitlements: effectiveEntitlements(ofFirm, entitlements),
      sharedSecret: Secret.fromSealed(sealedSecret, sealer.opener(sealedSecret)),
      revoked,
    };
  }

  async #entitlementsOf(firmId: string): Promise<readonly Entitlement[]> {
    const known = this.#entitlements.get(firmId);
    if (known !== undefined || !isNumericOid(firmId)) return known ?? [];
    const { readModels, eventStore } = this.sources;
    const firms = readModels.of(firmDocuments);
    const change = this.#changes.get(firmId);
    const firm =
      (await firms.get(firmId, change)) ?? (await firms.get(firmId, await eventStore.head()));
    const entitlements = firm?.firmType === 'L' ? firm.entitlements : [];
    // what was just read may not include a change that came meanwhile
    if (firm !== undefined && this.#changes.get(firmId) === change) {
      this.#entitlements.set(firmId, entitlements);
    }
    return entitlements;
  }

  async #firmOf(loginId: string): Promise<string | undefined> {
    if (!isLoginId(loginId)) return undefined;
    return (
      (await this.firmAt(loginId)) ??
      (await this.firmAt(loginId, await this.sources.eventStore.head()))
    );
  }

  /** Position of the newest event of a stream; undefined if there is no such stream. */
  async #newestEvent(stream: string): Promise<bigint | undefined> {
    const newest = this.sources.eventStore.readStream(stream, { direction: 'backwards', max: 1 });
    for await (const { position } of newest) return position;
    return undefined;
  }
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
