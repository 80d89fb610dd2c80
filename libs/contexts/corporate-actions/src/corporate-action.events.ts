import { defineEvents } from '#libs/platform/event-store';
import { type EventsOf, Published, type Timestamp } from '#libs/platform/kernel';
import { fieldsIn, ofAccount } from '#libs/contexts/codes';
import type {
  CorporateActionType,
  DirectorAnswer,
  LinkName,
  QuestionType,
} from './corporate-action.js';

/** A director up for election. */
export interface Choice {
  /** Sequential number within the question, decimal string. */
  readonly choiceId: string;
  readonly choice: string;
  readonly managementSuggestion: string | null;
  readonly contested: boolean;
}

/** A question without its vote ([question.question]). */
export interface Question {
  readonly questionsId: string;
  readonly question: string;
  readonly questionsType: QuestionType;
  readonly contested: boolean;
  readonly managementSuggestion: string | null;
  /** Type D only. */
  readonly choices?: readonly Choice[];
  /** Type D only: the answers allowed for each director, in the order of the codes. */
  readonly possibleChoiceAnswers?: readonly DirectorAnswer[];
}

interface ActionDocument {
  readonly fileLocation: string;
  readonly description: string | null;
}

/** A corporate action in canonical form, without votes ([corporate-action.texts]). */
export interface CorporateAction {
  readonly issuer: string;
  readonly ticker: string | null;
  readonly activity: string | null;
  readonly description: string | null;
  readonly introText: string | null;
  readonly status: string | null;
  readonly type: CorporateActionType;
  /** Last moment for votes, or null. */
  readonly deadline: Timestamp | null;
  /** Shares that may vote or be tendered, decimal string. */
  readonly shares: string | null;
  readonly links: Readonly<Partial<Record<LinkName, string>>>;
  readonly docs: readonly ActionDocument[];
  readonly questions: readonly Question[];
}

/** The vote on one director. */
export interface ChoiceVote {
  readonly choiceId: string;
  readonly choiceAnswer: DirectorAnswer;
}

/** The vote on one question. Its parts depend on the question's type when the vote was cast. */
export interface Vote {
  readonly questionsId: string;
  readonly questionsType: QuestionType;
  /** Types P and S: a code. */
  readonly answer?: string;
  /** Type D: the directors voted on, in the order of the question. */
  readonly choices?: readonly ChoiceVote[];
  /** Type C: decimal string. */
  readonly sharesElected?: string;
}

/** Account and notification of the path. */
export interface OfAction {
  readonly accountNumber: string;
  readonly notifid: string;
}

/**
 * Events of stream `corporateAction-{accountNumber}/{notifid}`. `ActionChanged` replaces the action and keeps its votes. `VotesReported`
 * has votes cast elsewhere; both vote events contain only questions whose vote is new or changed.
 */
export type CorporateActionEvent =
  | EventsOf<
      'corporateAction.ActionAnnounced' | 'corporateAction.ActionChanged',
      OfAction & { readonly action: CorporateAction }
    >
  | EventsOf<
      'corporateAction.VotesReported' | 'corporateAction.VotesCast',
      OfAction & { readonly votes: readonly Vote[] }
    >;

const notificationId = Published.text('Id of the corporate action');

const actionType = Published.word(['P', 'M', 'V'], 'Proxy, mandatory or voluntary');

const path = '/corporateactions/{notificationId}';

const ofAction = { subjects: ofAccount, fields: fieldsIn('action') };

const voted = Published.event(
  'brokerage.corporate-action.voted.v1',
  'Votes on a corporate action were recorded.',
  {
    notificationId,
    origin: Published.word(['client', 'reported'], 'Cast here, or known to the back office'),
  },
  path,
);

/** Events of streams `corporateAction-{accountNumber}/{notifid}`. None contains personal data. */
export const corporateActionEvents = defineEvents<CorporateActionEvent>({
  'corporateAction.ActionAnnounced': {
    history: { title: 'Corporate action announced', ...ofAction },
    publishes: Published.event(
      'brokerage.corporate-action.announced.v1',
      'A corporate action was announced for the account.',
      { notificationId, actionType },
      path,
    ).with(({ notifid, action }) => ({ notificationId: notifid, actionType: action.type })),
  },
  'corporateAction.ActionChanged': {
    history: { title: 'Corporate action changed', ...ofAction },
    publishes: Published.event(
      'brokerage.corporate-action.changed.v1',
      'A corporate action changed.',
      { notificationId, actionType },
      path,
    ).with(({ notifid, action }) => ({ notificationId: notifid, actionType: action.type })),
  },
  'corporateAction.VotesReported': {
    history: { title: 'Votes reported', subjects: ofAccount },
    publishes: voted.with(({ notifid }) => ({ notificationId: notifid, origin: 'reported' })),
  },
  'corporateAction.VotesCast': {
    history: { title: 'Votes cast', subjects: ofAccount },
    publishes: voted.with(({ notifid }) => ({ notificationId: notifid, origin: 'client' })),
  },
});
