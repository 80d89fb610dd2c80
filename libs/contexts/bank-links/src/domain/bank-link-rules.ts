import { RuleBook } from '#libs/platform/kernel';

/** The rules of bank links. */
export const bankLinkRules = new RuleBook({
  'banklink.api.user.needs.money.mover.or.better.permissions.for.account':
    'The caller lacks money-mover or better permission on the account',
  'banklink.amounts.dry.run.rule': 'A dry run compares no amounts: each comparison uses an attempt',
  'banklink.api.user.not.found.internal.error': 'The acting member is not known',
  'banklink.final.verification.failure.no.more.attempts':
    'The last attempt failed; the link is cancelled, the message has its status',
  'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own':
    'op is wrong for this path',
  'banklink.loginid.provide.not.account.owner': 'ownerLoginId is not an owner of the account',
  'banklink.microdeposits.per.day.rule': 'No more micro-deposits are sent for the account today',
  'banklink.no.member.found.for.loginid': 'ownerLoginId is not known',
  'banklink.not.owned.by.account': 'The account or the bank link of the path is wrong',
  'banklink.null.restbanklink.internal.error': 'The body is not a bank link: malformed JSON',
  'banklink.owner.verification.by.owner.rule':
    'The caller is neither the owner named nor the API client of an entitled firm',
  'banklink.transactions.in.process.rule':
    'A cash transaction on the link is pending or processing',
  'banklink.unique.bank.account.rule':
    'The owner has linked this bank account to the account already',
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts':
    'The amounts are wrong; the message is Remaining Attempts=n',
  'banklink.verification.limit.rule':
    'Too many wrong amounts for the bank account; an operator can allow more attempts',
  'banklink.verification.in.process.rule': 'The micro-deposits have not been sent yet',
});
