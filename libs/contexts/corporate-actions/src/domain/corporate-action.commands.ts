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

/** What a vote may be made of; which part it is depends on the question. */
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
  /** Each question once, and each director of one. */
  readonly questions: readonly QuestionVote[];
}

/** A question as GET shows it, with the vote where there is one. */
export interface ReportedQuestion
  extends Omit<Question, 'choices' | 'possibleChoiceAnswers'>, Omit<VoteParts, 'choices'> {
  readonly answered?: boolean;
  /** Type D only, and there. */
  readonly choices?: readonly (Choice & { readonly choiceAnswer?: DirectorAnswer | null })[];
  /** Type D only; none means all. */
  readonly possibleChoiceAnswers?: readonly DirectorAnswer[];
}

/** Body of the back office's PUT: the action as GET shows it. */
export interface ActionReport
  extends
    Omit<CorporateAction, 'links' | 'shares' | 'questions'>,
    Readonly<Partial<Record<LinkName, string | null>>> {
  readonly notifid?: string;
  readonly shares: Quantity | null;
  /** Each once. */
  readonly questions: readonly ReportedQuestion[];
}

/** Back office: an action, new or changed ([back-office.corporateactions]). The same again changes nothing; votes stay. */
export interface PutAction extends OfAction {
  readonly type: 'PutAction';
  readonly report: ActionReport;
}

/** A vote on some or all questions, the first or another one ([vote.cast]). The same again changes nothing. */
export interface CastVotes extends OfAction {
  readonly type: 'CastVotes';
  readonly input: VoteInput;
  readonly facts: {
    readonly restriction: Problem | undefined;
  };
}

/** What may be asked of a corporate action. */
export type CorporateActionCommand = PutAction | CastVotes;
