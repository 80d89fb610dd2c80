import { type Caller, isLoginId } from '#libs/platform/kernel';
import {
  andThen,
  type LoginDirectory,
  type LoginHolder,
  type MaybePromise,
} from './directories.js';

/** A caller before it is known whom its request names. */
export type Unnamed = Omit<Caller, 'memberKnown' | 'firmItself' | 'associated'>;

/**
 * Completes a caller with what the directory says of its acting member and of the member of `X-Associated-Member-Id`
 * ([auth.acting-member], [auth.associated-member]). Synchronous if both are cached.
 */
export function callerNaming(
  logins: LoginDirectory,
  caller: Unnamed,
  associatedMember: string | undefined,
): MaybePromise<Caller> {
  const { kind, firmId, member, login, roles } = caller;
  const complete = (known: boolean, of?: LoginHolder['kind']): MaybePromise<Caller> => {
    const firmItself = known && of === 'client' && roles.includes('client');
    const named = { ...caller, memberKnown: known, firmItself };
    if (associatedMember === undefined) return named;
    return andThen(associatedOf(logins, named, associatedMember), (associated) => ({
      ...named,
      associated,
    }));
  };
  if (firmId === undefined || member === undefined) return complete(true);
  if (kind === 'api-client' && member === login) return complete(true, 'client');
  return andThen(logins.find(member), (holder) =>
    complete(holder?.firmId === firmId, holder?.kind),
  );
}

/** A person names only themselves and their clients; a signed request is the firm's own software, and the firm answers for it. */
function associatedOf(
  logins: LoginDirectory,
  { kind, firmId, member, firmItself }: Pick<Caller, 'kind' | 'firmId' | 'member' | 'firmItself'>,
  named: string,
): MaybePromise<NonNullable<Caller['associated']>> {
  const isPerson = kind === 'token' && member !== undefined && firmItself !== true;
  const nobody = isPerson ? 'forbidden' : 'unknown';
  if (!isLoginId(named)) return nobody;
  return andThen(logins.find(named), (holder) => {
    if (holder === undefined) return nobody;
    if (firmId !== undefined && firmId !== holder.firmId) return nobody;
    const mayName = !isPerson || named === member || holder.advisorLoginId === member;
    return mayName ? 'known' : 'forbidden';
  });
}
