import type { Problem, Quantity } from '#libs/platform/kernel';
import type {
  CorporateActionType,
  DirectorAnswer,
  LinkName,
  QuestionType,
} from './corporate-action.codes.js';
import type {
  Choice,
  ChoiceVote,
  CorporateAction,
  Question,
  OfAction,
} from './corporate-action.events.js';

/** Parts of a vote; which one applies depends on the question. */
export interface VoteParts {
  readonly answer?: string | null;
  readonly choices?: readonly ChoiceVote[];
  readonly sharesElected?: Quantity | null;
}

/** A vote on one question. */
export interface QuestionVote extends VoteParts {
  readonly questionsId: string;
  readonly questionsType?: QuestionType;
}

/** Body of a vote ([vote.cast]). */
export interface VoteInput {
  readonly notifid?: string;
  readonly type?: CorporateActionType;
  /** At most one entry per question, and per director in it. */
  readonly questions: readonly QuestionVote[];
}

/** A question as GET shows it, including any vote. */
export interface ReportedQuestion
  extends Omit<Question, 'choices' | 'possibleChoiceAnswers'>, Omit<VoteParts, 'choices'> {
  readonly answered?: boolean;
  /** Required for type D, absent otherwise. */
  readonly choices?: readonly (Choice & { readonly choiceAnswer?: DirectorAnswer | null })[];
  /** Type D only; empty means all. */
  readonly possibleChoiceAnswers?: readonly DirectorAnswer[];
}

/** Body of the back office's PUT: the action as GET shows it. */
export interface ActionReport
  extends
    Omit<CorporateAction, 'links' | 'shares' | 'questions'>,
    Readonly<Partial<Record<LinkName, string | null>>> {
  readonly notifid?: string;
  readonly shares: Quantity | null;
  /** Ids are unique. */
  readonly questions: readonly ReportedQuestion[];
}

/** Back office: defines or changes an action ([back-office.corporateactions]). Idempotent; votes stay. */
export interface PutAction extends OfAction {
  readonly type: 'PutAction';
  readonly report: ActionReport;
}

/** Casts or changes votes on some or all questions ([vote.cast]). Idempotent. */
export interface CastVotes extends OfAction {
  readonly type: 'CastVotes';
  readonly input: VoteInput;
  readonly facts: {
    readonly restriction: Problem | undefined;
  };
}

/** Commands of a corporate action. */
export type CorporateActionCommand = PutAction | CastVotes;
