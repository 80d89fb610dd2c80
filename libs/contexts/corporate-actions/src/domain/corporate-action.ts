import {
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  InputReader,
  notFound,
  refuse,
  type Timestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import { CorporateActionRule, QuestionTypes } from './corporate-action.codes.js';
import type {
  CastVotes,
  CorporateActionCommand,
  PutAction,
  QuestionVoteInput,
} from './corporate-action.commands.js';
import type {
  CorporateAction,
  CorporateActionEvent,
  Question,
  Vote,
} from './corporate-action.events.js';
import { readAction } from './corporate-action-input.js';
import { mergeVote, readVote, voteOn } from './votes.js';

/** An action as it stands. */
export interface ActionState {
  readonly action: CorporateAction;
  /** The newest vote on each question that was ever voted on; see `voteOn`. */
  readonly votes: readonly Vote[];
}

function put(
  { accountNumber, notifid, input, problems }: PutAction,
  state: ActionState | undefined,
): Decision<CorporateActionEvent> {
  const reader = new InputReader(problems);
  const read = readAction(reader, notifid, input, state?.votes ?? []);
  if (!read) return refuse(...reader.problems);
  const { action, votes } = read;
  const events: CorporateActionEvent[] = [];
  if (!state) {
    const data = { accountNumber, notifid, action };
    events.push({ type: 'corporateAction.ActionAnnounced', data });
  } else if (!equalJson(action, state.action)) {
    events.push({
      type: 'corporateAction.ActionChanged',
      data: { accountNumber, notifid, action },
    });
  }
  if (votes.length > 0) {
    events.push({ type: 'corporateAction.VotesReported', data: { accountNumber, notifid, votes } });
  }
  return events;
}

function cast(
  { accountNumber, notifid, input, facts, problems }: CastVotes,
  state: ActionState | undefined,
  now: Timestamp,
): Decision<CorporateActionEvent> {
  if (!state) return notFound();
  const { action } = state;
  const reader = new InputReader(problems);
  if (facts.restriction) reader.problems.push(facts.restriction);
  reader.matches('notifid', input.notifid, notifid);
  if ((input.type ?? action.type) !== action.type) {
    reader.problem('type', FieldCode.Value, `the type is ${action.type}`);
  }
  if (action.deadline !== null && now > action.deadline) {
    const message = `The deadline was ${wireTimestamp(action.deadline)}.`;
    reader.rule(CorporateActionRule.Deadline, message);
  }
  const votes: Vote[] = [];
  const seen = new Set<string>();
  const sent = reader.filled('questions', input.questions) ? input.questions : [];
  for (const [index, item] of sent.entries()) {
    const at = reader.at(`questions[${index}]`);
    const question = findQuestion(at, action, item);
    if (!question) continue;
    if (seen.has(question.questionsId)) {
      at.problem('questionsId', FieldCode.Value, 'is there twice');
    }
    seen.add(question.questionsId);
    const vote = readVote(at, question, item, action.shares);
    const before = voteOn(question, state.votes);
    const after = vote && mergeVote(question, before, vote);
    if (after && !equalJson(after, before)) votes.push(after);
  }
  if (reader.problems.length > 0) return refuse(...reader.problems);
  if (votes.length === 0) return [];
  return [{ type: 'corporateAction.VotesCast', data: { accountNumber, notifid, votes } }];
}

/** The question a vote is for; notes when there is none, or it is of another type than the voter thinks. */
function findQuestion(
  reader: InputReader,
  action: CorporateAction,
  { questionsId, questionsType }: QuestionVoteInput,
): Question | undefined {
  const type = reader.code(QuestionTypes, 'questionsType', questionsType);
  if (!reader.present('questionsId', questionsId)) return undefined;
  const question = action.questions.find((one) => one.questionsId === questionsId);
  if (!question) reader.problem('questionsId', FieldCode.Choice, 'no such question');
  else if (type !== null && type !== question.questionsType) {
    reader.problem('questionsType', FieldCode.Value, `the type is ${question.questionsType}`);
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
