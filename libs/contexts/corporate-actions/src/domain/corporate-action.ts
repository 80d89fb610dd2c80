import {
  codesOf,
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  jsonForm,
  notFound,
  omit,
  pathMismatches,
  type Problem,
  Quantity,
  refuse,
  RuleBook,
  type Timestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import { AnswerCodes, LINKS, MAX_SIZE } from './corporate-action.codes.js';
import type {
  ActionReport,
  CastVotes,
  CorporateActionCommand,
  PutAction,
  QuestionVote,
  ReportedQuestion,
} from './corporate-action.commands.js';
import type {
  CorporateAction,
  CorporateActionEvent,
  Question,
  Vote,
} from './corporate-action.events.js';
import { mergeVote, type Note, noteOn, reportedVote, voteFor, voteOn } from './votes.js';

/** The rules of corporate actions. */
export const corporateActionRules = new RuleBook({
  'corporateaction.deadline.rule': 'The deadline for votes has passed',
  /** VALIDATION_FIELD (own). */
  'invalid.for.question.type': 'The field does not belong to the type of the question',
});

/** An action as it stands. */
export interface ActionState {
  readonly action: CorporateAction;
  /** The newest vote on each question that was ever voted on; see `voteOn`. */
  readonly votes: readonly Vote[];
}

/** A question without the vote on it; the answers that are open for directors in the order of the codes. */
function questionIn(sent: ReportedQuestion): Question {
  const { choices = [], possibleChoiceAnswers: possible = [], ...rest } = sent;
  const question = omit(rest, 'answered', 'answer', 'sharesElected');
  if (question.questionsType !== 'D') return question;
  const codes = codesOf(AnswerCodes.D);
  return {
    ...question,
    choices: choices.map((choice) => omit(choice, 'choiceAnswer')),
    possibleChoiceAnswers:
      possible.length === 0 ? codes : codes.filter((code) => possible.includes(code)),
  };
}

function actionIn(report: ActionReport): CorporateAction {
  const links = LINKS.filter((name) => report[name]).map((name) => [name, report[name] ?? '']);
  return {
    ...jsonForm(omit(report, 'notifid', 'questions', ...LINKS)),
    links: Object.fromEntries(links) as CorporateAction['links'],
    questions: report.questions.map(questionIn),
  };
}

/** Votes that stand are kept, and what the body says of them is not looked at ([vote.cast]). */
function put(
  { accountNumber, notifid, report }: PutAction,
  state: ActionState | undefined,
): Decision<CorporateActionEvent> {
  const action = actionIn(report);
  const problems = pathMismatches({ notifid }, report);
  if (JSON.stringify(action).length > MAX_SIZE) {
    const message = 'the action is too long as a whole';
    problems.push(fieldProblem('questions', FieldCode.Length, message));
  }
  const votes = action.questions.flatMap((question, index) => {
    const sent = report.questions[index];
    if (!sent || voteOn(question, state?.votes ?? [])) return [];
    return reportedVote(noteOn(problems, index), question, sent, report.shares) ?? [];
  });
  if (problems.length > 0) return refuse(...problems);
  const path = { accountNumber, notifid };
  const events: CorporateActionEvent[] = [];
  if (!state || !equalJson(action, state.action)) {
    const type = state ? 'corporateAction.ActionChanged' : 'corporateAction.ActionAnnounced';
    events.push({ type, data: { ...path, action } });
  }
  if (votes.length > 0) {
    events.push({ type: 'corporateAction.VotesReported', data: { ...path, votes } });
  }
  return events;
}

function cast(
  { accountNumber, notifid, input, facts }: CastVotes,
  state: ActionState | undefined,
  now: Timestamp,
): Decision<CorporateActionEvent> {
  if (!state) return notFound();
  const { action } = state;
  const problems: Problem[] = pathMismatches({ notifid }, input);
  if (facts.restriction) problems.push(facts.restriction);
  if ((input.type ?? action.type) !== action.type) {
    problems.push(fieldProblem('type', FieldCode.Value, `the type is ${action.type}`));
  }
  if (action.deadline !== null && now > action.deadline) {
    const message = `The deadline was ${wireTimestamp(action.deadline)}.`;
    problems.push(corporateActionRules.broken('corporateaction.deadline.rule', message));
  }
  const shares = action.shares === null ? null : Quantity.of(action.shares);
  const votes: Vote[] = [];
  for (const [index, sent] of input.questions.entries()) {
    const note = noteOn(problems, index);
    const question = findQuestion(note, action, sent);
    if (!question) continue;
    const vote = voteFor(note, question, sent, shares);
    const before = voteOn(question, state.votes);
    const after = vote && mergeVote(question, before, vote);
    if (after && !equalJson(after, before)) votes.push(after);
  }
  if (problems.length > 0) return refuse(...problems);
  if (votes.length === 0) return [];
  return [{ type: 'corporateAction.VotesCast', data: { accountNumber, notifid, votes } }];
}

/** The question a vote is for; notes when there is none, or it is of another type than the voter thinks. */
function findQuestion(
  note: Note,
  action: CorporateAction,
  { questionsId, questionsType }: QuestionVote,
): Question | undefined {
  const question = action.questions.find((one) => one.questionsId === questionsId);
  if (!question) note('questionsId', FieldCode.Choice, 'no such question');
  else if ((questionsType ?? question.questionsType) !== question.questionsType) {
    note('questionsType', FieldCode.Value, `the type is ${question.questionsType}`);
  }
  return question;
}

/** The action after an event. Shared by state and document, so that the two can't disagree. */
export function evolveAction(
  before: ActionState | undefined,
  event: CorporateActionEvent,
): ActionState | undefined {
  switch (event.type) {
    case 'corporateAction.ActionAnnounced':
    case 'corporateAction.ActionChanged':
      return { action: event.data.action, votes: before?.votes ?? [] };
    case 'corporateAction.VotesReported':
    case 'corporateAction.VotesCast': {
      if (!before) return undefined;
      const { votes } = event.data;
      const others = before.votes.filter(
        (vote) => !votes.some(({ questionsId }) => questionsId === vote.questionsId),
      );
      return { ...before, votes: [...others, ...votes] };
    }
  }
}

/** Id of the stream and of the document of an action: notification ids are unique within an account only. */
export function actionId(accountNumber: string, notifid: string): string {
  return `${accountNumber}/${notifid}`;
}

/**
 * The rule book of one corporate action of one account, stream `corporateAction-{accountNumber}/{notifid}`.
 * An action that does not exist is undefined.
 */
export const corporateAction: Decider<
  ActionState | undefined,
  CorporateActionCommand,
  CorporateActionEvent
> = {
  category: 'corporateAction',
  initial: undefined,
  decide: (command, state, { now }) =>
    command.type === 'PutAction' ? put(command, state) : cast(command, state, now),
  evolve: evolveAction,
};
