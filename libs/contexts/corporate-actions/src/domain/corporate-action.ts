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

/** Current state of an action. */
export interface ActionState {
  readonly action: CorporateAction;
  /** The newest vote on each question ever voted on; see `voteOn`. */
  readonly votes: readonly Vote[];
}

/** The question without its vote, with the allowed answers for directors in the order of the codes. */
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

/** Existing votes are kept, and votes in the body on their questions ignored ([vote.cast]). */
function put(
  { accountNumber, notifid, report }: PutAction,
  state: ActionState | undefined,
): Decision<CorporateActionEvent> {
  const action = actionIn(report);
  const problems = pathMismatches({ notifid }, report);
  if (JSON.stringify(action).length > MAX_SIZE) {
    const message = 'the action as a whole is too long';
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

/** Finds the question of a vote. Notes a problem if it does not exist or has another type. */
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

/** Applies an event. Shared by state and document, so that they always agree. */
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

/** Id of an action's stream and document: notification ids are unique only within an account. */
export function actionId(accountNumber: string, notifid: string): string {
  return `${accountNumber}/${notifid}`;
}

/** Rules of a corporate action, stream `corporateAction-{accountNumber}/{notifid}`. The state is undefined before the first event. */
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
