import {
  codesOf,
  decideBy,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  isCode,
  jsonForm,
  notFound,
  omit,
  pathMismatches,
  prefixProblems,
  type Problem,
  Quantity,
  refuse,
  type Rule,
  RuleBook,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import type {
  Choice,
  ChoiceVote,
  CorporateAction,
  CorporateActionEvent,
  OfAction,
  Question,
  Vote,
} from './corporate-action.events.js';

/** Type of a corporate action ([corporate-action.type]). */
export const CorporateActionTypes = { P: 'Proxy', M: 'Mandatory', V: 'Voluntary' } as const;

export type CorporateActionType = keyof typeof CorporateActionTypes;

/** questionsType ([question.questionsType]). */
export const QuestionTypes = {
  C: 'Actionable corporate action, such as a tender or exchange offer',
  D: 'Election of directors',
  P: 'Proposal',
  S: 'Say on pay',
} as const;

export type QuestionType = keyof typeof QuestionTypes;

/** Answer codes by type of question; for D, per director ([answer-codes.proposal], [answer-codes.say-on-pay], [answer-codes.directors]). */
export const AnswerCodes = {
  S: { '0': '1 year', '1': '2 years', '2': '3 years', '3': 'Abstain' },
  P: { '0': 'For', '1': 'Against', '2': 'Abstain' },
  D: { '0': 'For', '1': 'Against', '2': 'Abstain', '3': 'Withhold' },
} as const;

export type DirectorAnswer = keyof (typeof AnswerCodes)['D'];

/** Links of a corporate action, present where they apply ([corporate-action.links]). The wire format misspells `warrentsOffer`. */
const LINKS = [
  'companyWebsite',
  'financialReport',
  'proxyStatement',
  'dutchAuction',
  'exchangeOffer',
  'mergerElection',
  'purchaseOffer',
  'rightsOffer',
  'tenderOffer',
  'warrentsOffer',
] as const;

export type LinkName = (typeof LINKS)[number];

/** Maximum lengths of texts, in characters, and of lists, in items (own). */
export const Limit = {
  title: 200,
  description: 2_000,
  introText: 10_000,
  question: 4_000,
  link: 2_048,
  docs: 100,
  questions: 100,
  choices: 100,
} as const;

/** Maximum length of an action as JSON, in UTF-16 units: well below the limit of an event in any script. */
const MAX_SIZE = 300_000;

/** Parts of a vote; which one applies depends on the question. */
interface VoteParts {
  readonly answer?: string | null;
  readonly choices?: readonly ChoiceVote[];
  readonly sharesElected?: Quantity | null;
}

export interface QuestionVote extends VoteParts {
  readonly questionsId: string;
  readonly questionsType?: QuestionType;
}

/** Body of a vote ([vote.cast]). */
export interface VoteInput {
  readonly notifid?: string;
  readonly type?: CorporateActionType;
  /** At most one entry per question, and per director in it. */
  readonly questions: readonly QuestionVote[];
}

/** A question as GET shows it, including any vote. */
export interface ReportedQuestion
  extends Omit<Question, 'choices' | 'possibleChoiceAnswers'>, Omit<VoteParts, 'choices'> {
  readonly answered?: boolean;
  /** Required for type D, absent otherwise. */
  readonly choices?: readonly (Choice & { readonly choiceAnswer?: DirectorAnswer | null })[];
  /** Type D only; empty means all. */
  readonly possibleChoiceAnswers?: readonly DirectorAnswer[];
}

/** Body of the back office's PUT: the action as GET shows it. */
export interface ActionReport
  extends
    Omit<CorporateAction, 'links' | 'shares' | 'questions'>,
    Readonly<Partial<Record<LinkName, string | null>>> {
  readonly notifid?: string;
  readonly shares: Quantity | null;
  /** Ids are unique. */
  readonly questions: readonly ReportedQuestion[];
}

/** Back office: defines or changes an action ([back-office.corporateactions]). Idempotent; votes stay. */
export interface PutAction extends OfAction {
  readonly type: 'PutAction';
  readonly report: ActionReport;
  readonly facts: {
    /** Why the account takes no new action: it is closed. */
    readonly closed?: Problem | undefined;
  };
}

/** Casts or changes votes on some or all questions ([vote.cast]). Idempotent. */
export interface CastVotes extends OfAction {
  readonly type: 'CastVotes';
  readonly input: VoteInput;
}

export type CorporateActionCommand = PutAction | CastVotes;

/** Decimals of a number of shares. */
export const SHARE_DECIMALS = 8;

/** Records a problem with a field of the vote on a question, or on one of its choices. */
type Note = (field: string, errorCode: string, detail?: string, choice?: number) => void;

/** @param question index in the body */
function noteOn(problems: Problem[], question: number): Note {
  return (field, errorCode, detail, choice) => {
    const place = `questions[${question}]${choice === undefined ? '' : `.choices[${choice}]`}`;
    problems.push(...prefixProblems(place, [fieldProblem(field, errorCode, detail)]));
  };
}

function refuseOtherParts(
  note: Note,
  { questionsType }: Question,
  parts: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(parts)) {
    if (isNone(value) || (Array.isArray(value) && value.length === 0)) continue;
    note(field, 'invalid.for.question.type', `Questions of type ${questionsType} do not have it.`);
  }
}

/**
 * Builds the vote on a question ([vote.cast]): a code for P and S, a code per director for D, at most `shares` for C. Returns
 * undefined only after noting a problem.
 */
function voteFor(
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
      if (isNone(sharesElected)) note('sharesElected', FieldCode.Required, forType(questionsType));
      else if (sharesElected.compare(shares ?? NO_SHARES) > 0) {
        note(
          'sharesElected',
          FieldCode.Value,
          mustBe(`at most ${(shares ?? NO_SHARES).toString()}`),
        );
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
      if (isNone(answer)) note('answer', FieldCode.Required, forType(questionsType));
      else if (isCode(codes, answer)) return { questionsId, questionsType, answer };
      else note('answer', FieldCode.Choice, mustBe(meaningsOf(codes)));
      return undefined;
    }
  }
}

const forType = (questionsType: string): string =>
  `It is required for a question of type ${questionsType}.`;

const NO_SHARES = Quantity.of('0');

function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function choicesOf(note: Note, question: Question, sent: VoteParts['choices']) {
  if (!sent) note('choices', FieldCode.Required, forType(question.questionsType));
  else if (sent.length === 0) note('choices', FieldCode.Value, mustBe('a list of at least 1 item'));
  const possible = question.possibleChoiceAnswers ?? codesOf(AnswerCodes.D);
  for (const [index, { choiceId, choiceAnswer }] of sent?.entries() ?? []) {
    if (question.choices?.some((choice) => choice.choiceId === choiceId) !== true) {
      note('choiceId', FieldCode.Choice, 'There is no such choice.', index);
    }
    if (!possible.includes(choiceAnswer)) {
      note('choiceAnswer', FieldCode.Choice, mustBe(meaningsOf(AnswerCodes.D, possible)), index);
    }
  }
  return sent?.length ? inOrder(question, byChoice({ choices: sent })) : undefined;
}

/** The vote in a question in the form of GET: the parts it would be cast with, and the flag `answered`. */
function reportedVote(
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
    note('answered', FieldCode.Value, 'There is a vote.');
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
    note('answer', FieldCode.Value, mustBe('the votes on all directors, joined by commas'));
  }
  if (!isNone(answered) && answered !== (all !== null)) {
    const detail = all === null ? 'A director has no vote.' : 'There is a vote.';
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

function inOrder({ choices = [] }: Question, votes: ReadonlyMap<string, ChoiceVote>) {
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
function mergeVote(question: Question, before: Vote | undefined, vote: Vote): Vote {
  if (!before || question.questionsType !== 'D') return vote;
  const choices = inOrder(question, new Map([...byChoice(before), ...byChoice(vote)]));
  return { ...vote, choices };
}

function byChoice({ choices = [] }: Pick<Vote, 'choices'>): Map<string, ChoiceVote> {
  return new Map(choices.map((choice) => [choice.choiceId, choice]));
}

export const corporateActionRules = new RuleBook({
  'corporateaction.deadline.rule': 'The deadline for votes has passed',
  /** VALIDATION_FIELD (own). */
  'invalid.for.question.type': 'The field does not belong to the type of the question',
});

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

type ActionRule<Command> = Rule<ActionState | undefined, Command, CorporateActionEvent>;

/** Existing votes are kept, and votes in the body on their questions ignored ([vote.cast]). */
const put: ActionRule<PutAction> = ({ accountNumber, notifid, report, facts }, state) => {
  const action = actionIn(report);
  const problems = pathMismatches({ notifid }, report);
  if (!state && facts.closed) problems.push(facts.closed);
  if (JSON.stringify(action).length > MAX_SIZE) {
    const message = 'The action as a whole is too long.';
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
};

const cast: ActionRule<CastVotes> = (command, state, { now }) => {
  const { accountNumber, notifid, input } = command;
  if (!state) return notFound();
  const { action } = state;
  const problems: Problem[] = pathMismatches({ notifid }, input);
  if ((input.type ?? action.type) !== action.type) {
    problems.push(fieldProblem('type', FieldCode.Value, `The type is ${action.type}.`));
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
};

/** Finds the question of a vote. Notes a problem if it does not exist or has another type. */
function findQuestion(
  note: Note,
  action: CorporateAction,
  { questionsId, questionsType }: QuestionVote,
): Question | undefined {
  const question = action.questions.find((one) => one.questionsId === questionsId);
  if (!question) note('questionsId', FieldCode.Choice, 'There is no such question.');
  else if ((questionsType ?? question.questionsType) !== question.questionsType) {
    note('questionsType', FieldCode.Value, `The type is ${question.questionsType}.`);
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
  decide: decideBy({ PutAction: put, CastVotes: cast }),
  evolve: evolveAction,
};
