import { type Caller, isLoginId } from '#libs/platform/kernel';
import {
  andThen,
  type LoginDirectory,
  type LoginHolder,
  type MaybePromise,
} from './directories.js';

/** Whom a request names. `entitled`: what an API client that is the acting member narrows the entitlements of its firm to. */
export type Naming = Required<Pick<Caller, 'memberKnown' | 'firmItself'>> &
  Pick<Caller, 'associated'> & { readonly entitled?: readonly string[] | undefined };

/**
 * What the directory says of a caller's acting member and of the member of `X-Associated-Member-Id`
 * ([auth.acting-member], [auth.associated-member]). Synchronous if both are cached.
 */
export function namingOf(
  logins: LoginDirectory,
  caller: Pick<Caller, 'kind' | 'firmId' | 'member' | 'login' | 'roles'>,
  associatedMember: string | undefined,
): MaybePromise<Naming> {
  const { kind, firmId, member, login, roles } = caller;
  const complete = (
    memberKnown: boolean,
    { kind: of, entitlements: entitled }: Partial<LoginHolder> = {},
  ): MaybePromise<Naming> => {
    const firmItself = memberKnown && of === 'client' && roles.includes('client');
    if (associatedMember === undefined) return { memberKnown, firmItself, entitled };
    const person = { kind, firmId, member, firmItself };
    return andThen(associatedOf(logins, person, associatedMember), (associated) => ({
      memberKnown,
      firmItself,
      associated,
      entitled,
    }));
  };
  if (firmId === undefined || member === undefined) return complete(true);
  if (kind === 'api-client' && member === login) return complete(true, { kind: 'client' });
  return andThen(logins.find(member), (holder) => complete(holder?.firmId === firmId, holder));
}

/** A person names only themselves and their clients; a signed request is the firm's own software, and the firm answers for it. */
function associatedOf(
  logins: LoginDirectory,
  person: {
    readonly kind: Caller['kind'];
    readonly firmId: string | undefined;
    readonly member: string | undefined;
    readonly firmItself: boolean;
  },
  named: string,
): MaybePromise<NonNullable<Caller['associated']>> {
  const { kind, firmId, member, firmItself } = person;
  const isPerson = kind === 'token' && member !== undefined && !firmItself;
  const nobody = isPerson ? 'forbidden' : 'unknown';
  if (!isLoginId(named)) return nobody;
  return andThen(logins.find(named), (holder) => {
    if (holder === undefined) return nobody;
    if (firmId !== undefined && firmId !== holder.firmId) return nobody;
    const mayName = !isPerson || named === member || holder.advisorLoginId === member;
    return mayName ? 'known' : 'forbidden';
  });
}
