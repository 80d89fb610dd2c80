import { RuleBook } from '#libs/platform/kernel';

/** The rules of members, firms and API clients. */
export const memberRules = new RuleBook({
  'client.revoked.rule': 'The API client is revoked',
  'client.unique.api.key': 'The API key belongs to a client of another firm',
  'group.firm.invalid.representative':
    'The member may not represent the firm because they own accounts or represent another firm',
  'group.firm.primary.address.cannot.be.po.box': 'The address of a firm cannot be a P.O. box',
  'member.legal.age.state.rule': 'The person is not of age in the state of the address',
  'member.membership.rule': 'The member has open accounts',
  'member.primary.address.cannot.be.po.box': 'The primary address cannot be a P.O. box',
  'member.riskwise.rule': 'The identity check failed',
  'member.tenpct.security.rule': 'A company is not a valid ticker',
  'member.unique.login.id': 'The login id is in use',
});
