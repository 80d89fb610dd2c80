import {
  content,
  type Descriptor,
  type EventData,
  inside,
  ofFirm,
  ofMember,
  Subject,
  text,
} from './descriptor.js';

/** Optional fields that were emptied have no value any more. */
function profileChanges({ cleared, ...data }: EventData): EventData {
  const changes: Record<string, unknown> = { ...content(data) };
  for (const field of cleared as readonly string[]) changes[field] = null;
  return changes;
}

const billingPlan = (data: EventData) => [{ name: 'billingPlanOid', value: text(data, 'oid') }];

const status = (ifaStatus: string) => (data: EventData) => ({ ifaStatus, ...content(data) });

/** Members, trustees, firms, API clients and items for attention. */
export const peopleDescriptors: Readonly<Record<string, Descriptor>> = {
  'member.MemberCreated': { title: 'Member created', subjects: ofMember },
  'member.MemberUpdated': {
    title: 'Profile changed',
    subjects: ofMember,
    fields: profileChanges,
  },
  'member.TenPercentHoldingsChanged': {
    title: 'Companies directed or held by ten percent changed',
    subjects: ofMember,
    fields: ({ after }) => ({ directorOrTenPercentShareholderCompany: after }),
  },
  'member.IdentityCheckRequested': {
    title: 'Identity check requested',
    subjects: ofMember,
    fields: () => ({ cipStatus: 'PENDING_NEW' }),
  },
  'member.IdentityCheckCompleted': {
    title: 'Identity check completed',
    subjects: ofMember,
    fields: ({ result }) => ({ cipStatus: result }),
    reason: ({ result }) =>
      result === 'FAILED' ? { outcome: 'refused', code: 'member.riskwise.rule' } : undefined,
  },
  'member.MembershipChanged': {
    title: 'Membership changed',
    subjects: ofMember,
    fields: ({ transState }) => ({ transState }),
  },
  'trustee.TrusteeCreated': { title: 'Trustee created', subjects: ofMember },
  'attention.ItemRaised': {
    title: 'Item for attention raised',
    subjects: ofMember,
    fields: status('I'),
  },
  'attention.ItemRecorded': { title: 'Item for attention given', subjects: ofMember },
  'attention.ItemViewed': { title: 'Item for attention viewed', subjects: ofMember },
  'attention.ItemAgreed': {
    title: 'Item for attention agreed to',
    subjects: ofMember,
    fields: status('A'),
  },
  'attention.ItemRejected': {
    title: 'Item for attention rejected',
    subjects: ofMember,
    fields: status('R'),
    reason: () => ({ outcome: 'rejected' }),
  },
  'attention.ItemWithdrawn': {
    title: 'Item for attention withdrawn',
    subjects: ofMember,
    fields: ({ expirationDate }) => ({ expirationDate }),
  },
  'mail.MailRequested': { title: 'Mail requested', subjects: ofMember },
  'mail.MailOffered': { title: 'Mail offered to the mail server', subjects: ofMember },
  'mail.MailSent': { title: 'Mail sent', subjects: ofMember },
  'mail.MailDeferred': { title: 'Mail refused for now', subjects: ofMember },
  'mail.MailFailed': { title: 'Mail not sent', subjects: ofMember },
  'mail.MailRequeued': { title: 'Mail to be sent once more', subjects: ofMember },
  // nobody's: an erasure that was not carried out must not prolong the hold
  'erasureScope.StreamsListed': { title: 'Streams with personal data listed' },
  'erasure.PersonErased': {
    title: 'Personal data erased',
    subjects: ofMember,
    fields: ({ keyId, keyFingerprint }) => ({ keyId, keyFingerprint }),
  },
  'erasure.ErasureCertified': {
    title: 'Erasure certified',
    subjects: ofMember,
    fields: ({ erasureHash }) => ({ erasureHash }),
  },
  'firm.FirmDefined': { title: 'Firm defined', subjects: ofFirm },
  'firm.FirmUpdated': { title: 'Firm changed', subjects: ofFirm },
  'sandbox.ClockSet': { title: 'Clock of the sandbox set', subjects: ofFirm },
  'firm.CorporateFirmCreated': {
    title: 'Corporate firm created',
    about: (data) => [{ name: 'firmId', value: text(data, 'firmId') }],
    subjects: (data) => [Subject.firm(text(data, 'parentFirmId')), ...ofFirm(data)],
  },
  'client.ClientDefined': { title: 'API client defined', subjects: ofFirm },
  'client.ClientUpdated': { title: 'API client changed', subjects: ofFirm },
  'client.SecretReplaced': { title: 'Shared secret replaced', subjects: ofFirm },
  'client.ClientRevoked': {
    title: 'API client revoked',
    subjects: ofFirm,
    fields: () => ({ revoked: true }),
  },
  'billing.PlanDefined': {
    title: 'Billing plan defined',
    subjects: ofFirm,
    about: billingPlan,
    thing: (data) => text(data, 'oid'),
    begins: true,
    fields: inside('plan'),
  },
  'billing.PlanChanged': {
    title: 'Billing plan changed',
    subjects: ofFirm,
    about: billingPlan,
    thing: (data) => text(data, 'oid'),
    fields: inside('plan'),
  },
};
