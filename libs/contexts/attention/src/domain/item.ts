import {
  decideBy,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  type IfaAction,
  notFound,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  type Rule,
  type Timestamp,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import type {
  AgreeBySignature,
  ItemCommand,
  PutItem,
  RaiseItem,
  RespondToItem,
  WithdrawItem,
} from './item.commands.js';
import type { ItemContent, ItemEvent } from './item.events.js';
import {
  awaitsView,
  evolve,
  isFinal,
  type Item,
  type ItemState,
  unhandled,
  UNREADABLE,
} from './item.state.js';
import { itemRules } from './items-rules.js';

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
