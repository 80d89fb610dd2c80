import { codesOf, FieldCode, type InputReader, isCode, Quantity } from '#libs/platform/kernel';
import { AnswerCodes, CorporateActionRule } from './corporate-action.codes.js';
import type { ChoiceVoteInput, QuestionVoteInput } from './corporate-action.commands.js';
import type { ChoiceVote, Question, Vote } from './corporate-action.events.js';

/** The parts a vote may be made of. */
export type SentVote = Pick<QuestionVoteInput, 'answer' | 'choices' | 'sharesElected'>;

/** Decimals of a number of shares. */
export const SHARE_DECIMALS = 8;

/** Notes parts of a vote that belong to questions of another type. */
export function refuseOtherParts(
  reader: InputReader,
  question: Pick<Question, 'questionsType'>,
  parts: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(parts)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    const detail = `not for questions of type ${question.questionsType}`;
    reader.problem(field, CorporateActionRule.OtherQuestionType, detail);
  }
}

/**
 * Reads the vote on a question ([vote.cast]): a code for P and S, directors with a code each for D, shares for C,
 * at most as many as there are. Undefined only together with a problem.
 */
export function readVote(
  reader: InputReader,
  question: Question,
  sent: SentVote,
  shares: string | null,
): Vote | undefined {
  const { questionsId, questionsType } = question;
  const { answer, choices, sharesElected } = sent;
  switch (questionsType) {
    case 'C': {
      refuseOtherParts(reader, question, { answer, choices });
      const elected = readShares(reader, sharesElected, shares);
      return elected === undefined
        ? undefined
        : { questionsId, questionsType, sharesElected: elected };
    }
    case 'D': {
      refuseOtherParts(reader, question, { answer, sharesElected });
      const votes = readChoices(reader, question, choices);
      return votes && { questionsId, questionsType, choices: votes };
    }
    default: {
      refuseOtherParts(reader, question, { choices, sharesElected });
      if (!reader.present('answer', answer)) return undefined;
      const codes = AnswerCodes[questionsType];
      if (isCode(codes, answer)) return { questionsId, questionsType, answer };
      reader.problem('answer', FieldCode.Choice, meaningsOf(codes));
      return undefined;
    }
  }
}

function readShares(
  reader: InputReader,
  sent: QuestionVoteInput['sharesElected'],
  shares: string | null,
): string | undefined {
  if (!reader.present('sharesElected', sent)) return undefined;
  const elected = reader.quantity('sharesElected', sent, { decimals: SHARE_DECIMALS });
  if (!elected) return undefined;
  const most = Quantity.of(shares ?? '0');
  if (elected.compare(most) > 0) {
    reader.problem('sharesElected', FieldCode.Value, `at most ${most.toString()}`);
  }
  return elected.toString();
}

function readChoices(
  reader: InputReader,
  question: Question,
  sent: QuestionVoteInput['choices'],
): readonly ChoiceVote[] | undefined {
  if (!reader.filled('choices', sent)) return undefined;
  const votes = new Map<string, ChoiceVote>();
  for (const [index, item] of sent.entries()) {
    const vote = readChoice(reader.at(`choices[${index}]`), question, item);
    if (!vote) continue;
    if (votes.has(vote.choiceId)) {
      reader.at(`choices[${index}]`).problem('choiceId', FieldCode.Value, 'is there twice');
    }
    votes.set(vote.choiceId, vote);
  }
  return inOrder(question, votes);
}

function readChoice(
  reader: InputReader,
  question: Question,
  { choiceId, choiceAnswer }: ChoiceVoteInput,
): ChoiceVote | undefined {
  const hasId = reader.present('choiceId', choiceId);
  const known = hasId && question.choices?.some((choice) => choice.choiceId === choiceId) === true;
  if (hasId && !known) reader.problem('choiceId', FieldCode.Choice, 'no such choice');
  if (!reader.present('choiceAnswer', choiceAnswer)) return undefined;
  const possible = question.possibleChoiceAnswers ?? codesOf(AnswerCodes.D);
  if (!isCode(AnswerCodes.D, choiceAnswer) || !possible.includes(choiceAnswer)) {
    reader.problem('choiceAnswer', FieldCode.Choice, meaningsOf(AnswerCodes.D, possible));
    return undefined;
  }
  return known ? { choiceId, choiceAnswer } : undefined;
}

/** The codes of a question with their meanings: a digit means something else on each type of question. */
function meaningsOf<T extends Readonly<Record<string, string>>>(
  codes: T,
  possible: readonly (keyof T & string)[] = codesOf(codes),
): string {
  return `one of ${possible.map((code) => `${code} ${codes[code]?.toLowerCase()}`).join(', ')}`;
}

function inOrder(
  { choices = [] }: Question,
  votes: ReadonlyMap<string, ChoiceVote>,
): readonly ChoiceVote[] {
  return choices.flatMap(({ choiceId }) => votes.get(choiceId) ?? []);
}

/**
 * The vote that stands on a question as it reads now. A vote stays whatever else changes ([vote.cast]); it means nothing
 * any more when the question has become one of another type, or the director is gone.
 */
export function voteOn(question: Question, votes: readonly Vote[]): Vote | undefined {
  const vote = votes.find(({ questionsId }) => questionsId === question.questionsId);
  if (vote?.questionsType !== question.questionsType) return undefined;
  if (question.questionsType !== 'D') return vote;
  const choices = inOrder(question, byChoice(vote));
  return choices.length === 0 ? undefined : { ...vote, choices };
}

/**
 * The answer that a vote gives to a question: its code, of an election the codes on all directors joined by commas. Null while a
 * director has none, and for type C, whose vote is a number of shares.
 */
export function answerTo(
  { questionsType, choices = [] }: Question,
  vote: Pick<Vote, 'answer' | 'choices'> | undefined,
): string | null {
  if (questionsType !== 'D') return vote?.answer ?? null;
  const cast = vote?.choices ?? [];
  if (cast.length === 0 || cast.length < choices.length) return null;
  return cast.map(({ choiceAnswer }) => choiceAnswer).join(',');
}

/** A vote after the one before: directors it does not name keep theirs. */
export function mergeVote(question: Question, before: Vote | undefined, vote: Vote): Vote {
  if (!before || question.questionsType !== 'D') return vote;
  const choices = inOrder(question, new Map([...byChoice(before), ...byChoice(vote)]));
  return { ...vote, choices };
}

function byChoice({ choices = [] }: Vote): Map<string, ChoiceVote> {
  return new Map(choices.map((choice) => [choice.choiceId, choice]));
}
