import { Code, eachOnce, Identifier, ListOf, Shares } from '#libs/platform/http';
import type { Quantity } from '#libs/platform/kernel';
import {
  AnswerCodes,
  type CorporateActionType,
  CorporateActionTypes,
  type DirectorAnswer,
  type QuestionType,
  QuestionTypes,
} from '../domain/corporate-action.codes.js';
import type { QuestionVote, VoteInput } from '../domain/corporate-action.commands.js';
import type { ChoiceVote } from '../domain/corporate-action.events.js';
import { Limit } from '../domain/limits.js';
import { SHARE_DECIMALS } from '../domain/votes.js';
import {
  DIRECTOR_ANSWER,
  QUESTION_TYPE,
  ANSWER_CODES,
  ANSWER,
  ACTION_TYPE,
} from './corporate-action.dto.js';

/** The vote on one director. */
export class ChoiceVoteDto implements ChoiceVote {
  @Identifier({
    max: 6,
    required: true,
    example: '0',
    description: 'Sequential number of the director',
  })
  choiceId!: string;

  @Code(AnswerCodes.D, { required: true, description: DIRECTOR_ANSWER, example: '0' })
  choiceAnswer!: DirectorAnswer;
}

/** The vote on one question; the question may also be named by `questionId` and `questionType`. */
export class QuestionVoteDto implements QuestionVote {
  @Identifier({ required: true, description: 'Id of the question', example: 'q-1' })
  questionsId!: string;

  @Code(QuestionTypes, { description: QUESTION_TYPE })
  questionsType?: QuestionType;

  @Code(ANSWER_CODES, { description: `Types P and S. ${ANSWER}`, example: '0' })
  answer?: string;

  @ListOf(() => ChoiceVoteDto, {
    max: Limit.choices,
    check: eachOnce('choiceId'),
    description: 'Type D',
  })
  choices?: readonly ChoiceVoteDto[];

  @Shares({
    scale: SHARE_DECIMALS,
    min: '0',
    description: 'Type C: at most `shares`',
    example: '100',
  })
  sharesElected?: Quantity;
}

/** Body of `PUT …/corporateactions/{notificationid}` ([vote.cast]). */
export class VoteDto implements VoteInput {
  @Identifier({ description: 'Id of the path', example: '52001' })
  notifid?: string;

  @Code(CorporateActionTypes, { description: `Type of the action: ${ACTION_TYPE}` })
  type?: CorporateActionType;

  @ListOf(() => QuestionVoteDto, {
    min: 1,
    max: Limit.questions,
    required: true,
    check: eachOnce('questionsId'),
    description: 'Votes, one entry for each question',
  })
  questions!: readonly QuestionVoteDto[];
}
