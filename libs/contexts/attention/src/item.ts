import {
  decideBy,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  notFound,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  type Rule,
  RuleBook,
  type Timestamp,
} from '#libs/platform/kernel';
import type { IfaStatus } from '#libs/contexts/codes';
import type {
  ItemContent,
  ItemEvent,
  ItemHandling,
  ItemOwner,
  ItemRaised,
  ItemRecorded,
} from './item.events.js';

/** A member's possible responses to an item; R applies to BV only ([ifa.respond]). */
export const IfaActions = { A: 'Agree', R: 'Reject', V: 'View' } as const;
export type IfaAction = keyof typeof IfaActions;

export const IfaTargetTypes = { A: 'Account', B: 'Bank link' } as const;
export type IfaTargetType = keyof typeof IfaTargetTypes;

/** Value of `viewsRemaining` if unlimited. */
export const UNLIMITED_VIEWS = -100;

export const itemRules = new RuleBook({
  'ifa.expired.rule': 'The item has expired',
  'ifa.final.rule': 'The item has already been answered',
  'ifa.id.taken.rule': 'Another member has an item with this id',
  'ifa.not.signable.rule': 'The item cannot be answered by a signature',
  'ifa.not.started.rule': 'The item cannot be answered before its start date',
  'ifa.target.rule':
    'The item is about an account, or a bank link of one, that is not the member’s',
  'ifa.view.required.rule': 'The document must be viewed before the answer',
  'ifa.views.exhausted.rule': 'The item has no views left',
});

/** The service raises an item for a member. */
export interface RaiseItem extends ItemOwner {
  readonly type: 'RaiseItem';
  /** Defaults: no target, nothing forced, unlimited views, starts now, never expires, no documents. */
  readonly content: Pick<ItemContent, 'ifaType'> & Partial<ItemContent>;
}

/** The member in the path views, accepts or rejects: `PUT …/ifas/{id}` ([ifa.respond]). */
export interface RespondToItem {
  readonly type: 'RespondToItem';
  readonly id: string;
  readonly loginId: string;
  readonly action: IfaAction;
  /** Member id of the member, or login id of the API client that acts for the member. */
  readonly actorOid: string;
}

/** The member signed the customer agreement ([signature.items]). */
export interface AgreeBySignature {
  readonly type: 'AgreeBySignature';
  readonly id: string;
}

/** The item is no longer needed. Does nothing if it is final or has expired. */
export interface WithdrawItem {
  readonly type: 'WithdrawItem';
  readonly id: string;
}

/** The back office sends a complete item ([back-office.ifas]). */
export interface PutItem {
  readonly type: 'PutItem';
  readonly id: string;
  readonly loginId: string;
  readonly member: Pick<ItemOwner, 'memberOid' | 'firmId'>;
  /** Ids in the body, which must match the path. */
  readonly ids: Readonly<Partial<Record<'id' | 'itemForAttentionId', string>>>;
  readonly content: ItemContent;
  /** Omitted fields keep their values. */
  readonly handling: Partial<ItemHandling>;
  /** Whether the target belongs to others. */
  readonly isForeign: boolean;
}

export type ItemCommand = RaiseItem | RespondToItem | AgreeBySignature | WithdrawItem | PutItem;

/** An item in its current state. */
export interface Item extends ItemOwner, ItemContent, ItemHandling {}

/** State of a stream, with what is needed to recognize a repeated command. Undefined before the first event. */
type ItemState =
  | {
      readonly item: Item;
      /** As the service raised it. */
      readonly raised?: Item;
      /** As the back office last sent it. */
      readonly recorded?: Item;
    }
  | undefined;

/** Whether the status is final: every status except I and V. */
function isFinal(status: IfaStatus): boolean {
  return status !== 'I' && status !== 'V';
}

/** Whether the document must still be viewed before a response; an item at V counts as viewed even without a time. */
function awaitsView(item: Pick<Item, 'forceView' | 'ifaStatus' | 'viewDateTime'>): boolean {
  return item.forceView && item.ifaStatus === 'I' && item.viewDateTime === null;
}

function unhandled(content: ItemContent): ItemHandling {
  return {
    ifaStatus: 'I',
    viewsRemaining: content.numberOfViews,
    actorOid: null,
    actionDateTime: null,
    viewDateTime: null,
  };
}

/** Defaults of fields that are missing, despite their types, once the member's key has been destroyed. */
export const UNREADABLE = {
  priority: null,
  readDocumentKey: null,
  writeDocumentKey: null,
  readDocumentPath: null,
  writeDocumentPath: null,
};

/** The item from an event that carries all of it. */
export function completeItem({ type, data }: ItemRaised | ItemRecorded): Item {
  return type === 'attention.ItemRaised'
    ? { ...data, ...unhandled(data) }
    : { ...UNREADABLE, ...data };
}

/** The item after one event; shared by state and document. */
export function evolveItem<I extends ItemHandling & Pick<ItemContent, 'expirationDate'>>(
  item: I,
  event: Exclude<ItemEvent, ItemRaised | ItemRecorded>,
): I {
  switch (event.type) {
    case 'attention.ItemViewed': {
      const { ifaStatus, viewsRemaining, viewDateTime } = event.data;
      return { ...item, ifaStatus, viewsRemaining, viewDateTime };
    }
    case 'attention.ItemAgreed':
    case 'attention.ItemRejected': {
      const { actorOid, actionDateTime } = event.data;
      const ifaStatus = event.type === 'attention.ItemAgreed' ? 'A' : 'R';
      return { ...item, ifaStatus, actorOid, actionDateTime };
    }
    case 'attention.ItemWithdrawn':
      return { ...item, expirationDate: event.data.expirationDate };
  }
}

/** Folds one event in. */
function evolve(state: ItemState, event: ItemEvent): ItemState {
  switch (event.type) {
    case 'attention.ItemRaised': {
      const item = completeItem(event);
      return { ...state, item, raised: item };
    }
    case 'attention.ItemRecorded': {
      const item = completeItem(event);
      return { ...state, item, recorded: item };
    }
    default:
      return state && { ...state, item: evolveItem(state.item, event) };
  }
}

/** Defaults of an item that the service raises. */
const DEFAULTS = {
  targetOid: null,
  targetOidType: null,
  forceResponse: false,
  forceView: false,
  numberOfViews: UNLIMITED_VIEWS,
  startDate: null,
  expirationDate: null,
  ...UNREADABLE,
};

type ItemRule<Command> = Rule<ItemState, Command, ItemEvent>;

const raise: ItemRule<RaiseItem> = (
  { content, id, loginId, memberOid, firmId },
  state,
  { now },
) => {
  const { ifaType, ...given } = content;
  const startDate = state?.raised?.startDate ?? now;
  const full: ItemContent = { ifaType, ...DEFAULTS, startDate, ...given };
  const data = { id, loginId, memberOid, firmId, ...full };
  if (!state) return [{ type: 'attention.ItemRaised', data }];
  if (state.raised && equalJson(state.raised, { ...data, ...unhandled(full) })) return [];
  return refuse(itemRules.broken('ifa.id.taken.rule', 'Another item has this id.', 'id'));
};

const respond: ItemRule<RespondToItem> = ({ id, loginId, action, actorOid }, state, { now }) => {
  const item = state?.item;
  if (item?.loginId !== loginId) return notFound();
  // a repeated response changes nothing
  if (action !== 'V' && item.ifaStatus === action) return [];
  const problems = action === 'V' ? viewProblems(item) : answerProblems(item, action);
  const answered = action !== 'V' && isFinal(item.ifaStatus);
  if (!answered) problems.push(...periodProblems(item, now));
  if (problems.length > 0) return refuse(...problems);
  if (action === 'V') {
    const ifaStatus = item.ifaStatus === 'I' ? 'V' : item.ifaStatus;
    const before = item.viewsRemaining;
    const viewsRemaining = before === UNLIMITED_VIEWS ? before : before - 1;
    const data = { id, loginId, ifaStatus, viewsRemaining, viewDateTime: now };
    return [{ type: 'attention.ItemViewed', data }];
  }
  const data = { id, loginId, actorOid, actionDateTime: now };
  return action === 'A'
    ? [{ type: 'attention.ItemAgreed', data: { ...data, by: 'response' } }]
    : [{ type: 'attention.ItemRejected', data }];
};

function viewProblems({ viewsRemaining }: Item): Problem[] {
  const message = 'The item may not be viewed again.';
  return problemsOf(viewsRemaining === 0 && itemRules.broken('ifa.views.exhausted.rule', message));
}

/** Responses are accepted from `startDate` until before `expirationDate`. */
function periodProblems({ startDate, expirationDate }: Item, now: Timestamp): Problem[] {
  return problemsOf(
    startDate !== null && startDate > now && itemRules.broken('ifa.not.started.rule'),
    hasExpired({ expirationDate }, now) && itemRules.broken('ifa.expired.rule'),
  );
}

function hasExpired({ expirationDate }: Pick<Item, 'expirationDate'>, now: Timestamp): boolean {
  return expirationDate !== null && expirationDate <= now;
}

/** The problem of an action that is not allowed for the type of the item. */
export function actionProblem(
  { ifaType }: Pick<Item, 'ifaType'>,
  action: IfaAction | undefined,
): Problem | undefined {
  if (action !== 'R' || ifaType === 'BV') return undefined;
  return fieldProblem('action', FieldCode.Choice, 'Only an item of type BV can be rejected.');
}

function answerProblems(item: Item, action: 'A' | 'R'): Problem[] {
  const { ifaStatus } = item;
  const answered = `The item has already been answered: ${ifaStatus}.`;
  const unseen = 'The document must be viewed first.';
  return problemsOf(
    actionProblem(item, action),
    isFinal(ifaStatus)
      ? itemRules.broken('ifa.final.rule', answered)
      : awaitsView(item) && itemRules.broken('ifa.view.required.rule', unseen),
  );
}

/** A signature counts regardless of the item's dates, views and earlier responses: the document is signed. */
const agree: ItemRule<AgreeBySignature> = (_, state, { now }) => {
  if (!state) return [];
  const { id, ifaType, ifaStatus, loginId, memberOid: actorOid } = state.item;
  if (ifaType !== 'SA') {
    const message = 'The item does not ask for a signature.';
    return refuse(itemRules.broken('ifa.not.signable.rule', message));
  }
  if (ifaStatus === 'A') return [];
  const data = { id, loginId, actorOid, actionDateTime: now, by: 'signature' } as const;
  return [{ type: 'attention.ItemAgreed', data }];
};

const withdraw: ItemRule<WithdrawItem> = (_, state, { now }) => {
  if (!state || isFinal(state.item.ifaStatus) || hasExpired(state.item, now)) return [];
  const { id, loginId, ifaType, ifaStatus } = state.item;
  const data = { id, loginId, ifaType, ifaStatus, expirationDate: now };
  return [{ type: 'attention.ItemWithdrawn', data }];
};

/** The number of views as a comparable number: infinity if unlimited. */
export function viewsIn(views: number): number {
  return views === UNLIMITED_VIEWS ? Infinity : views;
}

/** The item after a PUT; omitted fields of its handling keep their earlier values. */
function itemOf({ id, loginId, member, content, handling }: PutItem, before?: Item): Item {
  const { numberOfViews } = content;
  const viewsLeft = before?.numberOfViews === numberOfViews ? before.viewsRemaining : numberOfViews;
  const { actorOid, actionDateTime, viewDateTime } = { ...before, ...handling };
  return {
    id,
    loginId,
    ...member,
    ...content,
    ifaStatus: handling.ifaStatus ?? before?.ifaStatus ?? 'I',
    viewsRemaining: handling.viewsRemaining ?? viewsLeft,
    actorOid: actorOid ?? null,
    actionDateTime: actionDateTime ?? null,
    viewDateTime: viewDateTime ?? null,
  };
}

const put: ItemRule<PutItem> = (command, state) => {
  const { id, loginId, ids } = command;
  if (state && state.item.loginId !== loginId) {
    const message = 'An item of another member has this id.';
    return refuse(itemRules.broken('ifa.id.taken.rule', message, 'id'));
  }
  const problems = pathMismatches({ id, itemForAttentionId: id }, ids);
  const item = itemOf(command, state?.item);
  if (item.viewsRemaining === 0 && awaitsView(item)) {
    const message = 'The document must be viewed, but no views remain.';
    problems.push(fieldProblem('viewsRemaining', FieldCode.Value, message));
  }
  if (command.isForeign && item.targetOid !== state?.item.targetOid) {
    const message = 'The target is not an account of the member, nor a bank link of one.';
    problems.push(itemRules.broken('ifa.target.rule', message, 'targetOid'));
  }
  if (problems.length > 0) return refuse(...problems);
  if (state && equalJson(item, state.item)) return [];
  // a repeated PUT changes nothing, even if the member has responded in between
  const { recorded } = state ?? {};
  if (recorded && equalJson(itemOf(command, recorded), recorded)) return [];
  return [{ type: 'attention.ItemRecorded', data: item }];
};

/** One item for attention, stream `ifa-{id}` ([ifa.get], [ifa.respond]). */
export const itemForAttention: Decider<ItemState, ItemCommand, ItemEvent> = {
  category: 'ifa',
  initial: undefined,
  decide: decideBy({
    RaiseItem: raise,
    RespondToItem: respond,
    AgreeBySignature: agree,
    WithdrawItem: withdraw,
    PutItem: put,
  }),
  evolve,
};
