import {
  codesOf,
  FieldCode,
  type InputReader,
  isCode,
  isOid,
  type SentValue,
  UNREAD_TEXT,
} from '#libs/platform/kernel';
import { AnswerCodes, QuestionTypes } from './corporate-action.codes.js';
import type { ChoiceInput, QuestionInput } from './corporate-action.commands.js';
import type { Choice, Question, Vote } from './corporate-action.events.js';
import { Limit } from './limits.js';
import { answerTo, readVote, refuseOtherParts } from './votes.js';

/** Reads a question without the vote on it. Undefined only together with a problem. */
export function readQuestion(reader: InputReader, sent: QuestionInput): Question | undefined {
  for (const field of ['questionsId', 'question', 'questionsType'] as const) {
    reader.present(field, sent[field]);
  }
  const { questionsId } = sent;
  const isId = typeof questionsId === 'string' && isOid(questionsId);
  if (typeof questionsId === 'string' && !isId) reader.problem('questionsId', FieldCode.Value);
  const text = reader.text('question', sent.question, { max: Limit.question, lines: true });
  const managementSuggestion = readSuggestion(reader, sent.managementSuggestion);
  const questionsType = reader.code(QuestionTypes, 'questionsType', sent.questionsType);
  if (questionsType === null) return undefined;
  const { choices, possibleChoiceAnswers } = sent;
  const election = questionsType === 'D' && {
    choices: readChoices(reader, choices),
    possibleChoiceAnswers: readPossibleAnswers(reader, possibleChoiceAnswers),
  };
  if (!election) {
    refuseOtherParts(reader, { questionsType }, { choices, possibleChoiceAnswers });
  }
  if (!isId || text === null) return undefined;
  return {
    questionsId,
    question: text,
    questionsType,
    contested: sent.contested ?? false,
    managementSuggestion,
    ...election,
  };
}

/** The vote in a question as GET shows it: the parts it would be cast with, and the flag `answered`. */
export function readReportedVote(
  reader: InputReader,
  question: Question,
  sent: QuestionInput,
  shares: string | null,
): Vote | undefined {
  if (question.questionsType === 'D') return readReportedElection(reader, question, sent);
  const { answered, answer, sharesElected } = sent;
  const elected = sharesElected === '0' && answered !== true ? null : sharesElected;
  if ([answer, elected].every((part) => part === undefined || part === null)) {
    if (answered !== true) return undefined;
  } else if (answered === false) {
    reader.problem('answered', FieldCode.Value, 'there is a vote');
    return undefined;
  }
  return readVote(reader, question, { answer, sharesElected: elected }, shares);
}

/** Votes on some directors are no answer yet; those on all of them are, and are said once more in `answer`. */
function readReportedElection(
  reader: InputReader,
  question: Question,
  { answered, answer, sharesElected, choices }: QuestionInput,
): Vote | undefined {
  const votes = choices?.filter(({ choiceAnswer }) => typeof choiceAnswer === 'string') ?? [];
  if (votes.length === 0 && answered !== true && isNone(answer) && isNone(sharesElected)) {
    return undefined;
  }
  const vote = readVote(reader, question, { sharesElected, choices: votes }, null);
  if (vote === undefined) return undefined;
  const all = answerTo(question, vote);
  if (!isNone(answer) && answer !== all) {
    reader.problem('answer', FieldCode.Value, 'the votes on all directors, joined by commas');
  }
  if (!isNone(answered) && answered !== (all !== null)) {
    const detail = all === null ? 'a director has no vote' : 'there is a vote';
    reader.problem('answered', FieldCode.Value, detail);
  }
  return vote;
}

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function readSuggestion(reader: InputReader, sent: SentValue<string>): string | null {
  return reader.text('managementSuggestion', sent, { max: Limit.title });
}

function readChoices(
  reader: InputReader,
  sent: SentValue<readonly ChoiceInput[]>,
): readonly Choice[] {
  if (!reader.filled('choices', sent)) return [];
  if (sent.length > Limit.choices) {
    reader.problem('choices', FieldCode.Length, `at most ${Limit.choices} items`);
    return [];
  }
  const seen = new Set<string>();
  return sent.flatMap((item, index) => {
    const at = reader.at(`choices[${index}]`);
    at.present('choice', item.choice);
    const choice = at.text('choice', item.choice, { max: Limit.title });
    const managementSuggestion = readSuggestion(at, item.managementSuggestion);
    const { choiceId, contested } = item;
    if (!at.present('choiceId', choiceId)) return [];
    if (!/^(?:0|[1-9]\d{0,5})$/.test(choiceId)) {
      at.problem('choiceId', FieldCode.Value, 'a sequential number');
    } else if (seen.has(choiceId)) {
      at.problem('choiceId', FieldCode.Value, 'is there twice');
    }
    seen.add(choiceId);
    if (choice === null) return [];
    return [{ choiceId, choice, managementSuggestion, contested: contested ?? false }];
  });
}

/** The answers that are open for directors, each once and in the order of the codes; all of them when none are named. */
function readPossibleAnswers(
  reader: InputReader,
  sent: SentValue<readonly string[]>,
): NonNullable<Question['possibleChoiceAnswers']> {
  const codes = codesOf(AnswerCodes.D);
  if (!sent || sent.length === 0) return codes;
  for (const [index, code] of sent.entries()) {
    if (code === UNREAD_TEXT || isCode(AnswerCodes.D, code)) continue;
    reader.at(`possibleChoiceAnswers[${index}]`).problem('possibleChoiceAnswers', FieldCode.Choice);
  }
  return codes.filter((code) => sent.includes(code));
}
