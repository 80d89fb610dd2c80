/** Type of a corporate action ([corporate-action.type]). */
export const CorporateActionTypes = { P: 'Proxy', M: 'Mandatory', V: 'Voluntary' } as const;
export type CorporateActionType = keyof typeof CorporateActionTypes;

/** questionsType ([question.questionsType]). */
export const QuestionTypes = {
  C: 'Actionable corporate action, such as a tender or exchange offer',
  D: 'Election of directors',
  P: 'Proposal',
  S: 'Say on pay',
} as const;
export type QuestionType = keyof typeof QuestionTypes;

/** Answer codes of the types of questions that have some ([answer-codes.proposal], [answer-codes.say-on-pay], [answer-codes.directors]). D: for each director. */
export const AnswerCodes = {
  S: { '0': '1 year', '1': '2 years', '2': '3 years', '3': 'Abstain' },
  P: { '0': 'For', '1': 'Against', '2': 'Abstain' },
  D: { '0': 'For', '1': 'Against', '2': 'Abstain', '3': 'Withhold' },
} as const;
export type DirectorAnswer = keyof (typeof AnswerCodes)['D'];

/** Links of a corporate action, each there where it applies ([corporate-action.links]); `warrentsOffer` is spelled so on the wire. */
export const LINKS = [
  'companyWebsite',
  'financialReport',
  'proxyStatement',
  'dutchAuction',
  'exchangeOffer',
  'mergerElection',
  'purchaseOffer',
  'rightsOffer',
  'tenderOffer',
  'warrentsOffer',
] as const;
export type LinkName = (typeof LINKS)[number];

/** Longest texts, in characters, and lists, in items (own). */
export const Limit = {
  title: 200,
  description: 2_000,
  introText: 10_000,
  question: 4_000,
  link: 2_048,
  docs: 100,
  questions: 100,
  choices: 100,
} as const;

/** Longest action as JSON, in UTF-16 units: well below what one event may have, whatever the script. */
export const MAX_SIZE = 300_000;
