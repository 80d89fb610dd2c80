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

/** What an item of the service has where nothing is said of it. */
const UNSAID = {
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
  const { ifaType, ...said } = content;
  const startDate = state?.raised?.startDate ?? now;
  const full: ItemContent = { ifaType, ...UNSAID, startDate, ...said };
  const data = { id, loginId, memberOid, firmId, ...full };
  if (!state) return [{ type: 'attention.ItemRaised', data }];
  if (state.raised && equalJson(state.raised, { ...data, ...unhandled(full) })) return [];
  return refuse(itemRules.broken('ifa.id.taken.rule', 'The id stands for another item.', 'id'));
};

const respond: ItemRule<RespondToItem> = ({ id, loginId, action, actorOid }, state, { now }) => {
  const item = state?.item;
  if (item?.loginId !== loginId) return notFound();
  // an answer given twice is one answer
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

/** An answered item may still be viewed, as long as views are left. */
function viewProblems({ viewsRemaining }: Item): Problem[] {
  const message = 'The item may not be viewed again.';
  return problemsOf(viewsRemaining === 0 && itemRules.broken('ifa.views.exhausted.rule', message));
}

/** An item is before its member from `startDate` until `expirationDate`. */
function periodProblems({ startDate, expirationDate }: Item, now: Timestamp): Problem[] {
  return problemsOf(
    startDate !== null && startDate > now && itemRules.broken('ifa.not.started.rule'),
    hasExpired({ expirationDate }, now) && itemRules.broken('ifa.expired.rule'),
  );
}

function hasExpired({ expirationDate }: Pick<Item, 'expirationDate'>, now: Timestamp): boolean {
  return expirationDate !== null && expirationDate <= now;
}

/** Why an item can't be answered with an action, whatever its state. */
export function actionProblem(
  { ifaType }: Pick<Item, 'ifaType'>,
  action: IfaAction | undefined,
): Problem | undefined {
  if (action !== 'R' || ifaType === 'BV') return undefined;
  return fieldProblem('action', FieldCode.Choice, 'Only an item of type BV can be rejected.');
}

function answerProblems(item: Item, action: 'A' | 'R'): Problem[] {
  const { ifaStatus } = item;
  const answered = `The item has been answered: ${ifaStatus}.`;
  const unseen = 'The document has to be viewed first.';
  return problemsOf(
    actionProblem(item, action),
    isFinal(ifaStatus)
      ? itemRules.broken('ifa.final.rule', answered)
      : awaitsView(item) && itemRules.broken('ifa.view.required.rule', unseen),
  );
}

/** A signature counts whatever the item's dates, views and earlier answers say: the document is signed. */
const agree: ItemRule<AgreeBySignature> = (_, state, { now }) => {
  if (!state) return [];
  const { id, ifaType, ifaStatus, loginId, memberOid: actorOid } = state.item;
  if (ifaType !== 'SA') {
    return refuse(itemRules.broken('ifa.not.signable.rule', 'The item asks for no signature.'));
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

/** How many views a number stands for. */
export function viewsIn(views: number): number {
  return views === UNLIMITED_VIEWS ? Infinity : views;
}

/** The item a PUT asks for, given the item it replaces: what says how that was handled stays where the body leaves it out. */
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
    return refuse(
      itemRules.broken('ifa.id.taken.rule', "The id stands for another member's item.", 'id'),
    );
  }
  const problems = pathMismatches({ id, itemForAttentionId: id }, ids);
  const item = itemOf(command, state?.item);
  if (item.viewsRemaining === 0 && awaitsView(item)) {
    const message = 'The document must be viewed, and may not be.';
    problems.push(fieldProblem('viewsRemaining', FieldCode.Value, message));
  }
  if (problems.length > 0) return refuse(...problems);
  if (state && equalJson(item, state.item)) return [];
  // sent twice is one change, also when the member has answered in between
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
