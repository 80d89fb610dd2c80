import {
  FieldCode,
  IfaStatuses,
  IfaTargetTypes,
  IfaTypes,
  InputReader,
  type Problem,
  type Timestamp,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import type { ItemInput, PutItem } from './item.commands.js';
import type { ItemContent, ItemHandling } from './item.events.js';
import { MAX_TARGET, readDocumentKey, readEither, readForeign, readViews } from './item-reader.js';
import { awaitsView, type Item } from './item.state.js';

/** The member in the path. */
type ItemMember = Pick<Item, 'memberOid' | 'firmId'>;

/** Notes ids that are not those of the path. */
function checkIds(reader: InputReader, { id, input }: PutItem, member: ItemMember): void {
  for (const field of ['id', 'itemForAttentionId'] as const) {
    reader.matches(field, input[field], id);
  }
  if ((input.memberOid ?? member.memberOid) !== member.memberOid) {
    const message = 'Not the member id of the member in the path.';
    reader.problem('memberOid', FieldCode.Value, message);
  }
}

function readContent(reader: InputReader, input: ItemInput): Omit<ItemContent, 'ifaType'> {
  const { targetOid, targetOidType } = input;
  // either is nothing without the other
  if ((targetOid ?? targetOidType ?? undefined) !== undefined) {
    reader.present('targetOid', targetOid);
    reader.present('targetOidType', targetOidType);
  }
  return {
    numberOfViews: readViews(reader, 'numberOfViews', input.numberOfViews, UNLIMITED_VIEWS),
    targetOid: readForeign(reader, 'targetOid', input.targetOid, MAX_TARGET),
    targetOidType: reader.code(IfaTargetTypes, 'targetOidType', input.targetOidType),
    forceResponse: input.forceResponse ?? false,
    forceView: input.forceView ?? false,
    startDate: reader.timestamp('startDate', input.startDate),
    expirationDate: reader.timestamp('expirationDate', input.expirationDate),
    priority: readForeign(reader, 'priority', input.priority),
    readDocumentKey: readDocumentKey(reader, input.readDocumentKey),
    writeDocumentKey: readDocumentKey(reader, input.writeDocumentKey),
    readDocumentPath: readForeign(reader, 'readDocumentPath', input.readDocumentPath),
    writeDocumentPath: readForeign(reader, 'writeDocumentPath', input.writeDocumentPath),
  };
}

/** How many views a number stands for. */
function viewsIn(views: number): number {
  return views === UNLIMITED_VIEWS ? Infinity : views;
}

/** What has been done with an item that may be viewed so often; left out, it is as it was. */
function readHandling(
  reader: InputReader,
  input: ItemInput,
  numberOfViews: number,
  before: Item | undefined,
  now: Timestamp,
): Omit<ItemHandling, 'ifaStatus'> {
  const viewsLeft = before?.numberOfViews === numberOfViews ? before.viewsRemaining : numberOfViews;
  const kept = (
    key: 'actorOid' | 'actionDateTime' | 'viewDateTime',
    sent: string | null,
  ): string | null => (input[key] === undefined ? (before?.[key] ?? null) : sent);
  return {
    viewsRemaining: readViews(reader, 'viewsRemaining', input.viewsRemaining, viewsLeft),
    actorOid: kept('actorOid', readForeign(reader, 'actorOid', input.actorOid)),
    actionDateTime: kept(
      'actionDateTime',
      reader.timestamp('actionDateTime', input.actionDateTime, now),
    ),
    viewDateTime: kept('viewDateTime', reader.timestamp('viewDateTime', input.viewDateTime, now)),
  };
}

/**
 * The item a PUT asks for, field by field, given the item it replaces: what says how the
 * item was handled is taken over from there where the body leaves it out. Undefined together with a problem.
 */
export function readItem(
  command: PutItem,
  member: ItemMember,
  before: Item | undefined,
  now: Timestamp,
): { readonly item: Item | undefined; readonly problems: readonly Problem[] } {
  const { id, loginId, input } = command;
  const reader = new InputReader(command.problems);
  const { problems } = reader;
  checkIds(reader, command, member);
  const sentType = readEither(reader, input, 'ifaType', 'itemForAttentionType');
  const ifaType = reader.isWrong('itemForAttentionType')
    ? reader.code(IfaTypes, 'ifaType', sentType)
    : reader.requiredCode(IfaTypes, 'ifaType', sentType);
  const sentStatus = readEither(reader, input, 'ifaStatus', 'itemForAttentionStatus');
  const ifaStatus =
    reader.code(IfaStatuses, 'ifaStatus', sentStatus) ?? before?.ifaStatus ?? ('I' as const);
  const content = readContent(reader, input);
  const handling = readHandling(reader, input, content.numberOfViews, before, now);
  const { startDate, expirationDate } = content;
  if (startDate !== null && expirationDate !== null && expirationDate < startDate) {
    reader.problem('expirationDate', FieldCode.Value, 'Before startDate.');
  }
  const handled = { ifaStatus, ...handling };
  if (viewsIn(handled.viewsRemaining) > viewsIn(content.numberOfViews)) {
    reader.problem('viewsRemaining', FieldCode.Value, 'More than numberOfViews.');
  }
  if (handled.viewsRemaining === 0 && awaitsView({ ...content, ...handled })) {
    const message = 'The document must be viewed, and may not be.';
    reader.problem('viewsRemaining', FieldCode.Value, message);
  }
  const item =
    problems.length > 0 || ifaType === null
      ? undefined
      : { id, loginId, ...member, ifaType, ...content, ...handled };
  return { item, problems };
}
