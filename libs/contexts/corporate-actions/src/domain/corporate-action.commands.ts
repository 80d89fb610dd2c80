import type { Problem, SentValue } from '#libs/platform/kernel';
import type { LinkName } from './corporate-action.codes.js';

/** A vote on one director as sent. */
export interface ChoiceVoteInput {
  readonly choiceId?: SentValue<string>;
  readonly choiceAnswer?: SentValue<string>;
}

/** A vote on one question as sent. */
export interface QuestionVoteInput {
  readonly questionsId?: SentValue<string>;
  readonly questionsType?: SentValue<string>;
  readonly answer?: SentValue<string>;
  readonly choices?: SentValue<readonly ChoiceVoteInput[]>;
  readonly sharesElected?: SentValue<string>;
}

/** Body of a vote ([vote.cast]). */
export interface VoteInput {
  readonly notifid?: SentValue<string>;
  readonly type?: SentValue<string>;
  readonly questions?: SentValue<readonly QuestionVoteInput[]>;
}

/** A director as the back office sends it, with the vote where there is one. */
export interface ChoiceInput extends ChoiceVoteInput {
  readonly choice?: SentValue<string>;
  readonly managementSuggestion?: SentValue<string>;
  readonly contested?: SentValue<boolean>;
}

/** A question as the back office sends it, with the vote where there is one. */
export interface QuestionInput extends QuestionVoteInput {
  readonly question?: SentValue<string>;
  readonly answered?: SentValue<boolean>;
  readonly contested?: SentValue<boolean>;
  readonly managementSuggestion?: SentValue<string>;
  readonly choices?: SentValue<readonly ChoiceInput[]>;
  readonly possibleChoiceAnswers?: SentValue<readonly string[]>;
}

type Texts<Name extends string> = Readonly<Partial<Record<Name, SentValue<string>>>>;

/** Body of the back office's PUT: the action as GET shows it. `issuer` and `type` are required. */
export type CorporateActionInput = Texts<
  | 'notifid'
  | 'issuer'
  | 'ticker'
  | 'activity'
  | 'description'
  | 'introText'
  | 'status'
  | 'type'
  | 'deadline'
  | 'shares'
  | LinkName
> & {
  readonly docs?: SentValue<readonly Texts<'fileLocation' | 'description'>[]>;
  readonly questions?: SentValue<readonly QuestionInput[]>;
};

interface OnAction {
  /** Account and notification of the path. */
  readonly accountNumber: string;
  readonly notifid: string;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** Back office: an action, new or changed ([back-office.corporateactions]). The same again changes nothing; votes stay. */
export interface PutAction extends OnAction {
  readonly type: 'PutAction';
  readonly input: CorporateActionInput;
}

/** A vote on some or all questions, the first or another one ([vote.cast]). The same again changes nothing. */
export interface CastVotes extends OnAction {
  readonly type: 'CastVotes';
  readonly input: VoteInput;
  readonly facts: {
    /** Why the account's restrictions forbid it, if they do. */
    readonly restriction: Problem | undefined;
  };
}

/** What may be asked of a corporate action. */
export type CorporateActionCommand = PutAction | CastVotes;
