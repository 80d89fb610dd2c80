import type { DomainEvent, Secret } from '#libs/platform/kernel';
import type { Entitlement } from './entitlements.js';

/** A credential of an institutional firm ([auth.client]). */
export interface ApiClient {
  readonly apiKey: string;
  readonly firmId: string;
  /** The client's own login id: the acting member when a request names none. */
  readonly loginId: string;
  /** Narrows the firm's entitlements; absent: all of them. */
  readonly entitlements?: readonly Entitlement[];
}

/** An operator made an API client. */
export type ClientDefined = DomainEvent<
  'client.ClientDefined',
  ApiClient & { readonly sharedSecret: Secret }
>;

/** An operator changed an API client: its whole definition. */
export type ClientUpdated = DomainEvent<'client.ClientUpdated', ApiClient>;

/** The shared secret was replaced; the old one is worthless from here on. */
export type ClientSecretReplaced = DomainEvent<
  'client.SecretReplaced',
  { readonly apiKey: string; readonly firmId: string; readonly sharedSecret: Secret }
>;

/** The client may no longer do anything, for good. */
export type ClientRevoked = DomainEvent<
  'client.ClientRevoked',
  { readonly apiKey: string; readonly firmId: string }
>;

/** Stream `client-{apiKey}`. */
export type ClientEvent = ClientDefined | ClientUpdated | ClientSecretReplaced | ClientRevoked;
