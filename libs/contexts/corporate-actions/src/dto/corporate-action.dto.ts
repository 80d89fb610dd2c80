import {
  Bool,
  Code,
  DecimalString,
  Identifier,
  IsoTimestamp,
  ListOf,
  ListOfText,
  Text,
} from '#libs/platform/http';
import { codesOf } from '#libs/platform/kernel';
import {
  AnswerCodes,
  CorporateActionTypes,
  QuestionTypes,
} from '../domain/corporate-action.codes.js';
import { Limit } from '../domain/limits.js';
import { SHARE_DECIMALS } from '../domain/votes.js';

const ACTION_TYPE = 'P proxy, M mandatory, V voluntary';
const QUESTION_TYPE = 'C tender or exchange, D election of directors, P proposal, S say on pay';
const ANSWER =
  'Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain';
/** Codes of any type of question; which of them it has depends on the type. */
const ANSWER_CODES = [...new Set([...codesOf(AnswerCodes.S), ...codesOf(AnswerCodes.P)])];
const DIRECTOR_ANSWER = '0 for, 1 against, 2 abstain, 3 withhold';

const title = { trim: true, max: Limit.title, nullable: true };
const shares = { scale: SHARE_DECIMALS, min: '0', nullable: true, example: '125.5' };
const link = (description: string) => ({
  max: Limit.link,
  nullable: true,
  description,
  example: 'https://www.example.com/document.pdf',
});

/** A document of a corporate action. */
export class CorporateActionFileDto {
  @Text({ max: Limit.link, required: true, description: 'Link to the document' })
  fileLocation?: string;

  @Text({ trim: true, max: Limit.description, nullable: true })
  description?: string | null;
}

/** A director on the ballot. */
export class CorporateActionChoiceDto {
  @Text({ trim: true, max: Limit.title, required: true, description: 'Name' })
  choice?: string;

  @Identifier({ max: 6, required: true, description: 'Sequential number', example: '0' })
  choiceId?: string;

  @Text(title)
  managementSuggestion?: string | null;

  @Bool()
  contested?: boolean;

  @Code(codesOf(AnswerCodes.D), { nullable: true, description: `The vote: ${DIRECTOR_ANSWER}` })
  choiceAnswer?: string | null;
}

/** A question of a corporate action (specification, "Question object"). */
export class CorporateActionQuestionDto {
  @Identifier({ required: true })
  questionsId?: string;

  @Text({ trim: true, max: Limit.question, required: true, description: 'Text of the question' })
  question?: string;

  @Code(codesOf(QuestionTypes), { required: true, description: QUESTION_TYPE })
  questionsType?: string;

  @Bool({ description: 'Whether there is a vote' })
  answered?: boolean;

  @Code(ANSWER_CODES, { nullable: true, description: `Types P and S: the vote. ${ANSWER}` })
  answer?: string | null;

  @Bool()
  contested?: boolean;

  @DecimalString({ ...shares, description: 'Type C: the vote' })
  sharesElected?: string | null;

  @Text(title)
  managementSuggestion?: string | null;

  @ListOf(() => CorporateActionChoiceDto, { description: 'Type D: the directors' })
  choices?: readonly CorporateActionChoiceDto[];

  @ListOfText({
    codes: codesOf(AnswerCodes.D),
    description: `Type D: answers open for directors. ${DIRECTOR_ANSWER}`,
  })
  possibleChoiceAnswers?: readonly string[];
}

/**
 * A corporate action (specification, "Corporate action"): what GET answers, and the body of the back office's PUT (decisions
 * §10).
 */
export class CorporateActionDto {
  @Identifier({ description: 'Id of the path' })
  notifid?: string;

  @Text({
    trim: true,
    max: Limit.title,
    required: true,
    example: 'International Business Machines',
  })
  issuer?: string;

  @Text({ nullable: true, example: 'IBM' })
  ticker?: string | null;

  @Text({ ...title, example: 'Annual meeting' })
  activity?: string | null;

  @Text({ trim: true, max: Limit.description, nullable: true })
  description?: string | null;

  @Text({ trim: true, max: Limit.introText, nullable: true })
  introText?: string | null;

  @Text({ ...title, example: 'Open' })
  status?: string | null;

  @Code(codesOf(CorporateActionTypes), { required: true, description: ACTION_TYPE })
  type?: string;

  @IsoTimestamp({ nullable: true, description: 'Last moment for votes' })
  deadline?: string | null;

  @DecimalString({ ...shares, description: 'Shares that may vote or be tendered' })
  shares?: string | null;

  @Text(link('Website of the company'))
  companyWebsite?: string | null;

  @Text(link('Annual report'))
  financialReport?: string | null;

  @Text(link('Proxy statement'))
  proxyStatement?: string | null;

  @Text(link('Dutch auction'))
  dutchAuction?: string | null;

  @Text(link('Exchange offer'))
  exchangeOffer?: string | null;

  @Text(link('Merger election'))
  mergerElection?: string | null;

  @Text(link('Purchase offer'))
  purchaseOffer?: string | null;

  @Text(link('Rights offer'))
  rightsOffer?: string | null;

  @Text(link('Tender offer'))
  tenderOffer?: string | null;

  @Text(link('Warrants offer'))
  warrentsOffer?: string | null;

  @ListOf(() => CorporateActionFileDto, { max: Limit.docs })
  docs?: readonly CorporateActionFileDto[];

  @ListOf(() => CorporateActionQuestionDto, { max: Limit.questions })
  questions?: readonly CorporateActionQuestionDto[];
}

/** The vote on one director. */
export class ChoiceVoteDto {
  @Identifier({ max: 6, required: true, example: '0' })
  choiceId?: string;

  @Code(codesOf(AnswerCodes.D), { required: true, description: DIRECTOR_ANSWER })
  choiceAnswer?: string;
}

/** The vote on one question; the question may also be named by `questionId` and `questionType`. */
export class QuestionVoteDto {
  @Identifier({ required: true })
  questionsId?: string;

  @Code(codesOf(QuestionTypes), { description: QUESTION_TYPE })
  questionsType?: string;

  @Code(ANSWER_CODES, { description: `Types P and S. ${ANSWER}` })
  answer?: string;

  @ListOf(() => ChoiceVoteDto, { max: Limit.choices, description: 'Type D' })
  choices?: readonly ChoiceVoteDto[];

  @DecimalString({ scale: SHARE_DECIMALS, min: '0', description: 'Type C: at most `shares`' })
  sharesElected?: string;
}

/** Body of `PUT …/corporateactions/{notificationid}` (decisions §9, "Votes"). */
export class VoteDto {
  @Identifier({ description: 'Id of the path' })
  notifid?: string;

  @Code(codesOf(CorporateActionTypes), { description: `Type of the action: ${ACTION_TYPE}` })
  type?: string;

  @ListOf(() => QuestionVoteDto, { min: 1, max: Limit.questions, required: true })
  questions?: readonly QuestionVoteDto[];
}
