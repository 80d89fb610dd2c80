import { requestBody } from '#libs/platform/testing';
import type { CastVotes, PutAction } from '../src/corporate-action.js';
import type {
  CorporateAction,
  CorporateActionEvent,
  Vote,
} from '../src/corporate-action.events.js';
import { CorporateActionDto, VoteDto } from '../src/corporate-action.dto.js';

export const accountNumber = 'RA12345678';
export const notifid = '5548434742921864079';

/** A question of each type, as sent. */
export const election = {
  questionsId: 'd',
  question: 'Directors',
  questionsType: 'D',
  contested: true,
  managementSuggestion: 'For all',
  choices: [
    { choice: 'Ann Able', choiceId: '0', managementSuggestion: 'For', contested: false },
    { choice: 'Bob Bold', choiceId: '1', contested: true },
  ],
  possibleChoiceAnswers: ['3', '0'],
};
export const proposal = { questionsId: 'p', question: 'Proposal', questionsType: 'P' };
export const sayOnPay = { questionsId: 's', question: 'Say on pay', questionsType: 'S' };
export const tender = { questionsId: 'c', question: 'Tender', questionsType: 'C' };

/** A body with every key of the table and a question of each type. */
export const input = {
  notifid,
  issuer: 'International Business Machines',
  ticker: 'IBM',
  activity: 'Annual meeting',
  description: 'Election of directors\nand more',
  introText: 'Please vote.',
  status: 'Open',
  type: 'P',
  deadline: '2026-04-01T16:00:00.000-04:00',
  shares: '125.50',
  companyWebsite: 'www.example.com',
  proxyStatement: 'https://www.example.com/proxy.pdf',
  docs: [{ fileLocation: 'https://www.example.com/10k.pdf', description: 'Annual report' }],
  questions: [election, proposal, sayOnPay, tender],
};

/** The same as stored. */
export const action: CorporateAction = {
  issuer: 'International Business Machines',
  ticker: 'IBM',
  activity: 'Annual meeting',
  description: 'Election of directors\nand more',
  introText: 'Please vote.',
  status: 'Open',
  type: 'P',
  deadline: '2026-04-01T20:00:00.000Z',
  shares: '125.5',
  links: {
    companyWebsite: 'www.example.com',
    proxyStatement: 'https://www.example.com/proxy.pdf',
  },
  docs: [{ fileLocation: 'https://www.example.com/10k.pdf', description: 'Annual report' }],
  questions: [
    {
      questionsId: 'd',
      question: 'Directors',
      questionsType: 'D',
      contested: true,
      managementSuggestion: 'For all',
      choices: [
        { choiceId: '0', choice: 'Ann Able', managementSuggestion: 'For', contested: false },
        { choiceId: '1', choice: 'Bob Bold', managementSuggestion: null, contested: true },
      ],
      possibleChoiceAnswers: ['0', '3'],
    },
    ...(['P', 'S', 'C'] as const).map((questionsType, index) => ({
      questionsId: questionsType.toLowerCase(),
      question: ['Proposal', 'Say on pay', 'Tender'][index] ?? '',
      questionsType,
      contested: false,
      managementSuggestion: null,
    })),
  ],
};

/** The command made from a body. */
export function put(body: object = input): PutAction {
  return {
    type: 'PutAction',
    accountNumber,
    notifid,
    report: requestBody(CorporateActionDto, body),
    facts: {},
  };
}

export function cast(...questions: readonly object[]): CastVotes {
  return castBody({ questions });
}

export function castBody(body: object): CastVotes {
  return {
    type: 'CastVotes',
    accountNumber,
    notifid,
    input: requestBody(VoteDto, body),
  };
}

export function announced(known: CorporateAction = action): CorporateActionEvent {
  return {
    type: 'corporateAction.ActionAnnounced',
    data: { accountNumber, notifid, action: known },
  };
}

export function changed(known: CorporateAction): CorporateActionEvent {
  return { type: 'corporateAction.ActionChanged', data: { accountNumber, notifid, action: known } };
}

export function votesCast(...votes: Vote[]): CorporateActionEvent {
  return { type: 'corporateAction.VotesCast', data: { accountNumber, notifid, votes } };
}

export function votesReported(...votes: Vote[]): CorporateActionEvent {
  return { type: 'corporateAction.VotesReported', data: { accountNumber, notifid, votes } };
}

/** One vote on each question of {@link action}. */
export const votes = {
  d: {
    questionsId: 'd',
    questionsType: 'D',
    choices: [
      { choiceId: '0', choiceAnswer: '0' },
      { choiceId: '1', choiceAnswer: '3' },
    ],
  },
  p: { questionsId: 'p', questionsType: 'P', answer: '1' },
  s: { questionsId: 's', questionsType: 'S', answer: '3' },
  c: { questionsId: 'c', questionsType: 'C', sharesElected: '100' },
} as const satisfies Record<string, Vote>;
