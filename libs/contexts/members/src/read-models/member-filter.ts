import { searchForm } from '#libs/platform/kernel';
import { emailForm, emailsOf, type MemberDocument } from './member.document.js';

/** Which members a list is of; what is not given doesn't matter. */
export interface WantedMembers {
  /** Beginning of the login id. */
  readonly loginId?: string;
  /** Part of first and last name; see {@link searchForm}. */
  readonly name?: string;
  /** An e-mail address, in any letter case. */
  readonly email?: string;
}

/** Whether a member is wanted. Of one whose data were erased nothing but the login id is known. */
export function memberFilter({
  loginId = '',
  name = '',
  email,
}: WantedMembers): (member: MemberDocument) => boolean {
  const [part, address] = [searchForm(name), email && emailForm(email)];
  return (member) => {
    const { firstName = '', lastName = '' } = member;
    return (
      member.loginId.startsWith(loginId) &&
      (part === '' || searchForm(`${firstName} ${lastName}`).includes(part)) &&
      (address === undefined || emailsOf(member).includes(address))
    );
  };
}
