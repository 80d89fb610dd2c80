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

/** Answer codes by type of question; for D, per director ([answer-codes.proposal], [answer-codes.say-on-pay], [answer-codes.directors]). */
export const AnswerCodes = {
  S: { '0': '1 year', '1': '2 years', '2': '3 years', '3': 'Abstain' },
  P: { '0': 'For', '1': 'Against', '2': 'Abstain' },
  D: { '0': 'For', '1': 'Against', '2': 'Abstain', '3': 'Withhold' },
} as const;
export type DirectorAnswer = keyof (typeof AnswerCodes)['D'];

/** Links of a corporate action, present where they apply ([corporate-action.links]). The wire format misspells `warrentsOffer`. */
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

/** Maximum lengths of texts, in characters, and of lists, in items (own). */
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

/** Maximum length of an action as JSON, in UTF-16 units: well below the limit of an event in any script. */
export const MAX_SIZE = 300_000;
