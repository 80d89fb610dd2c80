import { RuleBook } from '#libs/platform/kernel';

/** The rules of accounts. */
export const accountRules = new RuleBook({
  'account.beneficiary.share.rule': 'The shares of a list of beneficiaries do not add up to 100.00',
  'account.closed.rule': 'The account is closed and accepts no commands',
  'account.closing.rule': 'Something is still held or pending; the message names it',
  'account.firm.single.account.rule': 'The firm already has a corporate account',
  'account.invalid.billing.plan': 'The plan is not an advisory plan of the firm',
  'account.invalid.joint.owner':
    'A joint owner is not a member of the firm, or may not own this account',
  'account.invalid.primary.owner':
    'The owner is not a member or corporate client of the firm, or may not own this account',
  'account.invalid.trustee': 'A trustee is not known to the firm',
  'account.minor.age.rule': 'The minor is of age',
  'account.permission.existence.rule':
    'The member has no permission on the account, or already has one',
  'account.permission.for.account.creator.rule':
    'Permission AC cannot be granted, changed or revoked',
  'account.permission.for.account.owner.rule':
    'The permission of an owner, or of the firm rep, cannot be revoked',
  'account.permission.limit.rule': 'The account has the maximum number of permissions',
  'account.restricted.rule': 'The account is restricted; the message names the restrictions',
  'account.restriction.limit.rule': 'The account has the maximum number of restrictions',
  'account.unique.name.rule': 'The primary owner already has an account with this name',
  'invalid.for.account.type': 'The field does not belong to the type of the account',
  'null.signature.method': 'signatureMethod is missing',
});
