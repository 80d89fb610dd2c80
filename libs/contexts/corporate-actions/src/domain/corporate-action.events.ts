import type { EventsOf, Timestamp } from '#libs/platform/kernel';
import type {
  CorporateActionType,
  DirectorAnswer,
  LinkName,
  QuestionType,
} from './corporate-action.codes.js';

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
