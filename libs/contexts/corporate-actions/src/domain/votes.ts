import {
  codesOf,
  FieldCode,
  fieldProblem,
  isCode,
  type Problem,
  Quantity,
} from '#libs/platform/kernel';
import { AnswerCodes } from './corporate-action.codes.js';
import type { ReportedQuestion, VoteParts } from './corporate-action.commands.js';
import type { ChoiceVote, Question, Vote } from './corporate-action.events.js';

/** Decimals of a number of shares. */
export const SHARE_DECIMALS = 8;

/** Records a problem with a field of the vote on a question, or on one of its choices. */
export type Note = (field: string, errorCode: string, hint?: string, choice?: number) => void;

/** @param question index in the body */
export function noteOn(problems: Problem[], question: number): Note {
  return (field, errorCode, hint, choice) => {
    const place = `questions[${question}]${choice === undefined ? '' : `.choices[${choice}]`}`;
    const message = hint === undefined ? place : `${place}: ${hint}`;
    problems.push(fieldProblem(field, errorCode, message));
  };
}

function refuseOtherParts(
  note: Note,
  { questionsType }: Question,
  parts: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(parts)) {
    if (isNone(value) || (Array.isArray(value) && value.length === 0)) continue;
    note(field, 'invalid.for.question.type', `not for questions of type ${questionsType}`);
  }
}

/**
 * Builds the vote on a question ([vote.cast]): a code for P and S, a code per director for D, at most `shares` for C. Returns
 * undefined only after noting a problem.
 */
export function voteFor(
  note: Note,
  question: Question,
  sent: VoteParts,
  shares: Quantity | null,
): Vote | undefined {
  const { questionsId, questionsType } = question;
  const { answer, choices, sharesElected } = sent;
  switch (questionsType) {
    case 'C': {
      refuseOtherParts(note, question, { answer, choices });
      if (isNone(sharesElected)) note('sharesElected', FieldCode.Required);
      else if (sharesElected.compare(shares ?? NO_SHARES) > 0) {
        note('sharesElected', FieldCode.Value, `at most ${(shares ?? NO_SHARES).toString()}`);
      } else return { questionsId, questionsType, sharesElected: sharesElected.toString() };
      return undefined;
    }
    case 'D': {
      refuseOtherParts(note, question, { answer, sharesElected });
      const votes = choicesOf(note, question, choices);
      return votes && { questionsId, questionsType, choices: votes };
    }
    default: {
      refuseOtherParts(note, question, { choices, sharesElected });
      const codes = AnswerCodes[questionsType];
      if (isNone(answer)) note('answer', FieldCode.Required);
      else if (isCode(codes, answer)) return { questionsId, questionsType, answer };
      else note('answer', FieldCode.Choice, meaningsOf(codes));
      return undefined;
    }
  }
}

const NO_SHARES = Quantity.of('0');

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function choicesOf(
  note: Note,
  question: Question,
  sent: VoteParts['choices'],
): readonly ChoiceVote[] | undefined {
  if (!sent) note('choices', FieldCode.Required);
  else if (sent.length === 0) note('choices', FieldCode.Value, 'at least 1 item');
  const possible = question.possibleChoiceAnswers ?? codesOf(AnswerCodes.D);
  for (const [index, { choiceId, choiceAnswer }] of sent?.entries() ?? []) {
    if (question.choices?.some((choice) => choice.choiceId === choiceId) !== true) {
      note('choiceId', FieldCode.Choice, 'no such choice', index);
    }
    if (!possible.includes(choiceAnswer)) {
      note('choiceAnswer', FieldCode.Choice, meaningsOf(AnswerCodes.D, possible), index);
    }
  }
  return sent?.length ? inOrder(question, byChoice({ choices: sent })) : undefined;
}

/** The vote in a question in the form of GET: the parts it would be cast with, and the flag `answered`. */
export function reportedVote(
  note: Note,
  question: Question,
  sent: ReportedQuestion,
  shares: Quantity | null,
): Vote | undefined {
  if (question.questionsType === 'D') return reportedElection(note, question, sent);
  const { answered, answer, sharesElected } = sent;
  const elected = sharesElected?.isZero() === true && answered !== true ? null : sharesElected;
  if (isNone(answer) && isNone(elected)) {
    if (answered !== true) return undefined;
  } else if (answered === false) {
    note('answered', FieldCode.Value, 'there is a vote');
    return undefined;
  }
  return voteFor(
    note,
    question,
    { answer: answer ?? null, sharesElected: elected ?? null },
    shares,
  );
}

/** An election is answered once all directors have a vote; `answer` then repeats them. */
function reportedElection(
  note: Note,
  question: Question,
  { answered, answer, sharesElected = null, choices = [] }: ReportedQuestion,
): Vote | undefined {
  const votes = choices.flatMap(({ choiceId, choiceAnswer }) =>
    choiceAnswer ? [{ choiceId, choiceAnswer }] : [],
  );
  if (votes.length === 0 && answered !== true && isNone(answer) && isNone(sharesElected)) {
    return undefined;
  }
  const vote = voteFor(note, question, { sharesElected, choices: votes }, null);
  if (vote === undefined) return undefined;
  const all = answerTo(question, vote);
  if (!isNone(answer) && answer !== all) {
    note('answer', FieldCode.Value, 'the votes on all directors, joined by commas');
  }
  if (!isNone(answered) && answered !== (all !== null)) {
    const detail = all === null ? 'a director has no vote' : 'there is a vote';
    note('answered', FieldCode.Value, detail);
  }
  return vote;
}

/** The codes of a question with their meanings, which depend on the type of question. */
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

/** The valid vote on a question ([vote.cast]). A vote becomes void when the question changes type or the director is removed. */
export function voteOn(question: Question, votes: readonly Vote[]): Vote | undefined {
  const vote = votes.find(({ questionsId }) => questionsId === question.questionsId);
  if (vote?.questionsType !== question.questionsType) return undefined;
  if (question.questionsType !== 'D') return vote;
  const choices = inOrder(question, byChoice(vote));
  return choices.length === 0 ? undefined : { ...vote, choices };
}

/**
 * The answer of a vote: its code, or for an election the codes of all directors joined by commas. Null while a director has none,
 * and for type C, whose vote is a number of shares.
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

/** Merges a vote into the previous one: directors it does not name keep theirs. */
export function mergeVote(question: Question, before: Vote | undefined, vote: Vote): Vote {
  if (!before || question.questionsType !== 'D') return vote;
  const choices = inOrder(question, new Map([...byChoice(before), ...byChoice(vote)]));
  return { ...vote, choices };
}

function byChoice({ choices = [] }: Pick<Vote, 'choices'>): Map<string, ChoiceVote> {
  return new Map(choices.map((choice) => [choice.choiceId, choice]));
}
