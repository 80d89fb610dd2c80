import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import {
  type ApiClient,
  CachedApiClients,
  CachedLogins,
  type FirmEntitlements,
  type LoginHolder,
} from '#libs/platform/identity';
import {
  type ByCaller,
  type Caller,
  defined,
  forbidden,
  isApiKey,
  isLoginId,
  isNumericOid,
  notFound,
  type PastPoint,
  RefusedException,
  Secret,
  throwIfRefused,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { LogConsumer, oneByOne, type Platform } from '#libs/platform/service';
import { clientDecider } from './client.js';
import { clientDocuments, firmDocuments } from './firm.document.js';
import { effectiveEntitlements, firmDecider } from './firm.js';
import { memberDocuments, trusteeDocuments } from './member.document.js';
import type { Entitlement, InstitutionalFirm } from './member.events.js';
import { type Member, memberDecider, memberIn } from './member.js';

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
    if (client === undefined) return undefined;
    const { firmId, entitlements } = client;
    return defined({ kind: 'client' as const, firmId, entitlements });
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

/**
 * The advisor firm of the caller.
 * @throws RefusedException 403 for credentials without one
 */
export function firmOf({ firmId }: Pick<Caller, 'firmId'>): string {
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** The caller of a request. */
interface CallerOf {
  readonly caller: Pick<Caller, 'roles' | 'firmId' | 'member' | 'firmItself'>;
}

/** The same, and the position that reads must not be older than. */
type CallerWithCredentials = Pick<ByCaller, 'present'> & {
  readonly caller: CallerOf['caller'] & Pick<Caller, 'kind'>;
};

/**
 * Distinguishes persons from the API client: a caller who acts as a member or trustee may deal only with that person's data, while
 * the firm's client may act for itself ([auth.acting-member], [auth.persons]).
 */
@Injectable()
export class ActingPersons {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  /**
   * Login id of the person the caller acts as; undefined for the firm itself, and for roles that are no firm's.
   * @throws RefusedException 403 for a client who is neither
   */
  person({ caller }: CallerOf): string | undefined {
    const { roles, member } = caller;
    if (caller.firmItself === true || !roles.includes('client')) return undefined;
    if (member === undefined) throw new RefusedException(forbidden());
    return member;
  }

  /** Whether the caller acts as a person other than those with these login ids. */
  isAnother(context: CallerOf, ...loginIds: readonly (string | undefined)[]): boolean {
    const person = this.person(context);
    return person !== undefined && !loginIds.includes(person);
  }

  /**
   * Loads the member in the path from the log, for what concerns that member ([ifa.access], [order.of-member]): allowed are the
   * member and the firm's API client acting for itself. Advisors may read for their clients, auditors for everyone.
   * @throws RefusedException 404 if the caller's firm has no such member, 403 for another person
   */
  async member(
    action: 'read' | 'answer',
    loginId: string,
    context: ByCaller & { readonly past: PastPoint | undefined },
  ): Promise<Member> {
    const { caller, past } = context;
    const known = isLoginId(loginId)
      ? await this.aggregates.load(memberDecider, loginId)
      : undefined;
    const member = known?.state.member;
    if (!member) throw new RefusedException(notFound());
    // rights are those of now; this only throws if the member did not exist yet
    if (past) await this.readModels.of(memberDocuments).shown(loginId, past);
    if (action === 'read' && caller.roles.includes('auditor')) return member;
    if (caller.firmId !== member.firmOid) throw new RefusedException(notFound());
    const advisor = action === 'read' ? member.advisorLoginId : undefined;
    if (this.isAnother(context, loginId, advisor)) throw new RefusedException(forbidden());
    return member;
  }

  /**
   * Login id of a caller who may act only in their own affairs: a person with a token, or a trustee. A signed request that names a
   * member comes from the firm's own software, which may do more in the member's name; the firm is responsible for it.
   */
  async restrictedTo(context: CallerWithCredentials): Promise<string | undefined> {
    const person = this.person(context);
    if (person === undefined || context.caller.kind === 'token') return person;
    const trustees = this.readModels.of(trusteeDocuments);
    return (await trustees.get(person, context.present)) && person;
  }

  /**
   * The advisor firm the caller may bring people to: as its API client, as a member through the firm's software, or with a token of
   * role `advisor`.
   * @throws RefusedException 403 for everyone else
   */
  async recruitingFirm(context: CallerWithCredentials): Promise<string> {
    const firmId = firmOf(context.caller);
    if (context.caller.roles.includes('advisor')) return firmId;
    if ((await this.restrictedTo(context)) !== undefined) {
      throw new RefusedException(forbidden('Only advisors of the firm may bring people to it.'));
    }
    return firmId;
  }
}

/** The refusal for credentials of a firm that no operator defined. */
export const firmUnknown = forbidden('The firm of the caller is unknown.');

/**
 * Loads an advisor firm from the log.
 * @param missing the refusal if there is none; defaults to 404, for a firm in the path
 */
export async function requireFirm(
  aggregates: AggregateStore,
  firmId: string,
  missing = notFound(),
): Promise<InstitutionalFirm> {
  if (!isNumericOid(firmId)) throw new RefusedException(missing);
  const { state } = await aggregates.load(firmDecider, firmId);
  return throwIfRefused(state.institutional ?? missing);
}

/**
 * Loads the member in the path from the log, before `If-Match` is checked: a 412 would reveal that another firm has a member with this id.
 * @param firmId the firm the member must belong to, if a firm calls
 * @throws RefusedException 404 if there is none or it is another firm's, 410 if erased
 */
export async function requireMember(aggregates: AggregateStore, loginId: string, firmId?: string) {
  const { state } = await aggregates.load(memberDecider, loginId);
  return throwIfRefused(memberIn(state, firmId));
}
