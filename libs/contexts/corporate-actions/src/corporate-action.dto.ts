import {
  Bool,
  Code,
  CodeLike,
  type Failure,
  Identifier,
  IsoTimestamp,
  ListOf,
  ListOfText,
  Oid,
  ResponseOf,
  Shares,
  Text,
  Ticker,
  unique,
} from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  omit,
  type Quantity,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import type { CorporateActionDocument } from './corporate-action.document.js';
import type { ChoiceVote, Question, Vote } from './corporate-action.events.js';
import {
  type ActionReport,
  AnswerCodes,
  answerTo,
  type CorporateActionType,
  CorporateActionTypes,
  type DirectorAnswer,
  Limit,
  type QuestionType,
  QuestionTypes,
  type QuestionVote,
  type ReportedQuestion,
  SHARE_DECIMALS,
  type VoteInput,
  voteOn,
} from './corporate-action.js';

const QUESTION_ID = { alias: 'questionId', description: 'Id of the question', example: 'q-1' };

const QUESTION_TYPE = 'What is asked';

const ANSWER =
  'Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain';

/** All answer codes; which of them a question allows depends on its type. */
const ANSWER_CODES = [...new Set([...codesOf(AnswerCodes.S), ...codesOf(AnswerCodes.P)])];

/** The format of `answer` in a GET. */
const ANSWERS = {
  pattern: new RegExp(`^[${ANSWER_CODES.join('')}](,[${ANSWER_CODES.join('')}])*$`),
  hint: `one of ${ANSWER_CODES.join(', ')}, or several joined by commas`,
  orDigit: true,
};

const line = { trim: true, printable: 'line' } as const;

const lines = { trim: true, printable: 'lines' } as const;

const title = { ...line, max: Limit.title, nullable: true };

const shares = { decimals: SHARE_DECIMALS, min: '0', nullable: true, example: '125.5' };

/** A browser that shows the link could execute any other scheme. */
const isLink = (text: string): boolean =>
  /^\S+$/.test(text) && (!/^[a-z][a-z0-9+.-]*:/i.test(text) || /^https?:\/\//i.test(text));

const NO_LINK = { code: FieldCode.Value, message: mustBe('a link with https, http or no scheme') };

const LINK = {
  ...line,
  max: Limit.link,
  check: (text: string): Failure | undefined => (isLink(text) ? undefined : NO_LINK),
};

const link = (description: string) => ({
  ...LINK,
  nullable: true,
  description,
  example: 'https://www.example.com/document.pdf',
});

class CorporateActionFileDto {
  @Text('Link to the document', {
    ...LINK,
    required: true,
    example: 'https://www.example.com/10k.pdf',
  })
  fileLocation!: string;

  @Text('Title of the document', {
    ...line,
    max: Limit.description,
    nullable: true,
    example: 'Annual report',
  })
  description: string | null = null;
}

class CorporateActionChoiceDto {
  @Text('Name', { ...line, max: Limit.title, required: true, example: 'Ann Able' })
  choice!: string;

  @Identifier('Sequential number', {
    max: 6,
    required: true,
    pattern: /^(?:0|[1-9]\d{0,5})$/,
    hint: 'a sequential number',
    example: '0',
  })
  choiceId!: string;

  @Text('Recommendation of the management', { ...title, example: 'For' })
  managementSuggestion: string | null = null;

  @Bool('Whether the seat is contested')
  contested = false;

  @Code(AnswerCodes.D, 'The vote', { nullable: true, example: '0', answered: 'maybe' })
  choiceAnswer?: DirectorAnswer | null;
}

function forElections(
  list: readonly unknown[],
  _now: Timestamp,
  { questionsType = 'D' }: Partial<CorporateActionQuestionDto>,
): Failure | undefined {
  if (questionsType === 'D' || list.length === 0) return undefined;
  const message = `Questions of type ${questionsType} do not have it.`;
  return { code: 'invalid.for.question.type', message };
}

const NO_CHOICE: Failure = { code: FieldCode.Value, message: mustBe('a list of at least 1 item') };

/** A question of a corporate action ([question.question]). */
class CorporateActionQuestionDto implements ReportedQuestion {
  @Oid({ ...QUESTION_ID, required: true })
  questionsId!: string;

  @Text('Text of the question', {
    ...lines,
    max: Limit.question,
    required: true,
    example: 'Election of directors',
  })
  question!: string;

  @Code(QuestionTypes, QUESTION_TYPE, { required: true, alias: 'questionType' })
  questionsType!: QuestionType;

  @Bool('Whether there is a vote')
  answered?: boolean;

  @CodeLike(
    ANSWERS,
    `Types P and S: the vote. ${ANSWER}. Type D: the votes on all directors, in their order`,
    { nullable: true, example: '0' },
  )
  answer?: string | null;

  @Bool('Whether the question is contested')
  contested = false;

  @Shares('Type C: the vote', { ...shares, answered: 'maybeOrNull' })
  sharesElected?: Quantity | null;

  @Text('Recommendation of the management', { ...title, example: 'For' })
  managementSuggestion: string | null = null;

  @ListOf(() => CorporateActionChoiceDto, 'Type D: the directors', {
    max: Limit.choices,
    required: ({ questionsType }: Partial<CorporateActionQuestionDto>) => questionsType === 'D',
    check: (choices, now, question: Partial<CorporateActionQuestionDto>) =>
      question.questionsType === 'D' && choices.length === 0
        ? NO_CHOICE
        : (forElections(choices, now, question) ?? unique('choiceId')(choices)),
    answered: 'maybe',
  })
  choices?: readonly CorporateActionChoiceDto[];

  @ListOfText('Type D: answers allowed for directors', {
    codes: AnswerCodes.D,
    check: forElections,
    answered: 'maybe',
  })
  possibleChoiceAnswers?: readonly DirectorAnswer[];
}

/** A corporate action: body of the back office's PUT ([back-office.corporateactions]). */
export class CorporateActionDto implements ActionReport {
  @Identifier('Same as in the path', { example: '52001' })
  notifid?: string;

  @Text('Issuer of the security', {
    ...line,
    max: Limit.title,
    required: true,
    example: 'International Business Machines',
  })
  issuer!: string;

  @Ticker('Ticker of the security', { nullable: true, example: 'IBM' })
  ticker: string | null = null;

  @Text('Kind of event', { ...title, example: 'Annual meeting' })
  activity: string | null = null;

  @Text('Description of the action', {
    ...lines,
    max: Limit.description,
    nullable: true,
    example: 'Annual meeting of shareholders',
  })
  description: string | null = null;

  @Text('Introduction for voters', {
    ...lines,
    max: Limit.introText,
    nullable: true,
    example: 'Please vote your shares.',
  })
  introText: string | null = null;

  @Text('State of the action', { ...title, example: 'Open' })
  status: string | null = null;

  @Code(CorporateActionTypes, 'What members are asked for', { required: true })
  type!: CorporateActionType;

  @IsoTimestamp('Last moment for votes', { nullable: true })
  deadline: Timestamp | null = null;

  @Shares('Shares that may vote or be tendered', {
    ...shares,
    required: ({ questions = [] }: Partial<CorporateActionDto>) =>
      questions.some(({ questionsType }) => questionsType === 'C'),
  })
  shares: Quantity | null = null;

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

  @ListOf(() => CorporateActionFileDto, 'Documents about the action', { max: Limit.docs })
  docs: readonly CorporateActionFileDto[] = [];

  @ListOf(() => CorporateActionQuestionDto, 'Questions to vote on', {
    max: Limit.questions,
    check: unique('questionsId'),
  })
  questions: readonly CorporateActionQuestionDto[] = [];
}

/** A corporate action as returned by GET: every key, null without a value; links only where they apply ([corporate-action.get]). */
export class CorporateActionResponse extends ResponseOf(CorporateActionDto, {
  optional: 'maybe',
  notifid: 'always',
}) {}

class ChoiceVoteDto implements ChoiceVote {
  @Identifier('Sequential number of the director', { max: 6, required: true, example: '0' })
  choiceId!: string;

  @Code(AnswerCodes.D, 'The vote', { required: true, example: '0' })
  choiceAnswer!: DirectorAnswer;
}

class QuestionVoteDto implements QuestionVote {
  @Identifier({ ...QUESTION_ID, required: true })
  questionsId!: string;

  @Code(QuestionTypes, QUESTION_TYPE, { alias: 'questionType' })
  questionsType?: QuestionType;

  @Code(ANSWER_CODES, `Types P and S. ${ANSWER}`, { example: '0' })
  answer?: string;

  @ListOf(() => ChoiceVoteDto, 'Type D', { max: Limit.choices, check: unique('choiceId') })
  choices?: readonly ChoiceVoteDto[];

  @Shares('Type C: at most `shares`', { decimals: SHARE_DECIMALS, min: '0', example: '100' })
  sharesElected?: Quantity;
}

/** Body of `PUT …/corporateactions/{notificationid}` ([vote.cast]). */
export class VoteDto implements VoteInput {
  @Identifier('Same as in the path', { example: '52001' })
  notifid?: string;

  @Code(CorporateActionTypes, 'Type of the action')
  type?: CorporateActionType;

  @ListOf(() => QuestionVoteDto, 'Votes, one entry per question', {
    min: 1,
    max: Limit.questions,
    required: true,
    check: unique('questionsId'),
  })
  questions!: readonly QuestionVoteDto[];
}

export function toCorporateActionResponse({
  notifid,
  action,
  votes,
}: CorporateActionDocument): CorporateActionResponse {
  const { links, deadline } = action;
  return {
    notifid,
    ...omit(action, 'links', 'docs'),
    deadline: deadline === null ? null : wireTimestamp(deadline),
    ...links,
    docs: action.docs,
    questions: action.questions.map((question) =>
      toQuestionResponse(question, voteOn(question, votes)),
    ),
  };
}

/**
 * The question with its vote. `sharesElected` is only on type C, `choices` and `possibleChoiceAnswers` only on type D. The vote on a
 * director is its `choiceAnswer`; once every director has one, `answer` has their codes, joined by commas.
 */
function toQuestionResponse(
  question: Question,
  vote: Vote | undefined,
): CorporateActionResponse['questions'][number] {
  const { questionsType, choices, possibleChoiceAnswers } = question;
  const answer = answerTo(question, vote);
  return {
    questionsId: question.questionsId,
    question: question.question,
    questionsType,
    answered: questionsType === 'C' ? vote !== undefined : answer !== null,
    answer,
    contested: question.contested,
    ...(questionsType === 'C' && { sharesElected: vote?.sharesElected ?? null }),
    managementSuggestion: question.managementSuggestion,
    ...(choices && {
      choices: choices.map((choice) => {
        const cast = vote?.choices?.find(({ choiceId }) => choiceId === choice.choiceId);
        return { ...choice, ...(cast && { choiceAnswer: cast.choiceAnswer }) };
      }),
    }),
    ...(possibleChoiceAnswers && { possibleChoiceAnswers }),
  };
}
