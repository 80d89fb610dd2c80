import {
  FieldCode,
  fieldProblem,
  IfaStatuses,
  IfaTargetTypes,
  IfaTypes,
  pathMismatch,
  type Problem,
  type Timestamp,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import type { ItemInput, PutItem } from './item.commands.js';
import type { ItemContent, ItemHandling } from './item.events.js';
import { ItemReader } from './item-reader.js';
import { awaitsView, type Item } from './item.state.js';

/** The member in the path. */
type ItemMember = Pick<Item, 'memberOid' | 'firmId'>;

/** Notes ids that are not those of the path. */
function checkIds({ problems }: ItemReader, { id, input }: PutItem, member: ItemMember): void {
  for (const field of ['id', 'itemForAttentionId'] as const) {
    if ((input[field] ?? id) !== id) problems.push(pathMismatch(field));
  }
  if ((input.memberOid ?? member.memberOid) !== member.memberOid) {
    const message = 'Not the member id of the member in the path.';
    problems.push(fieldProblem('memberOid', FieldCode.Value, message));
  }
}

function readContent(reader: ItemReader, input: ItemInput): Omit<ItemContent, 'ifaType'> {
  const { targetOid, targetOidType } = input;
  // either is nothing without the other
  if ((targetOid ?? targetOidType ?? undefined) !== undefined) {
    reader.required('targetOid', targetOid);
    reader.required('targetOidType', targetOidType);
  }
  return {
    numberOfViews: reader.views('numberOfViews', UNLIMITED_VIEWS),
    targetOid: reader.text('targetOid'),
    targetOidType: reader.code(IfaTargetTypes, 'targetOidType', input.targetOidType) ?? null,
    forceResponse: input.forceResponse ?? false,
    forceView: input.forceView ?? false,
    startDate: reader.timestamp('startDate'),
    expirationDate: reader.timestamp('expirationDate'),
    priority: reader.text('priority'),
    readDocumentKey: reader.documentKey('readDocumentKey'),
    writeDocumentKey: reader.documentKey('writeDocumentKey'),
    readDocumentPath: reader.text('readDocumentPath'),
    writeDocumentPath: reader.text('writeDocumentPath'),
  };
}

/** How many views a number stands for. */
function viewsIn(views: number): number {
  return views === UNLIMITED_VIEWS ? Infinity : views;
}

/** What has been done with an item that may be viewed so often; left out, it is as it was. */
function readHandling(
  reader: ItemReader,
  input: ItemInput,
  numberOfViews: number,
  before: Item | undefined,
): Omit<ItemHandling, 'ifaStatus'> {
  const viewsLeft = before?.numberOfViews === numberOfViews ? before.viewsRemaining : numberOfViews;
  const kept = (
    key: 'actorOid' | 'actionDateTime' | 'viewDateTime',
    sent: string | null,
  ): string | null => (input[key] === undefined ? (before?.[key] ?? null) : sent);
  return {
    viewsRemaining: reader.views('viewsRemaining', viewsLeft),
    actorOid: kept('actorOid', reader.text('actorOid')),
    actionDateTime: kept('actionDateTime', reader.past('actionDateTime')),
    viewDateTime: kept('viewDateTime', reader.past('viewDateTime')),
  };
}

/**
 * The item a PUT asks for, field by field of the specification's IFA table, given the item it replaces: what says how the
 * item was handled is taken over from there where the body leaves it out. Undefined together with a problem.
 */
export function readItem(
  command: PutItem,
  member: ItemMember,
  before: Item | undefined,
  now: Timestamp,
): { readonly item: Item | undefined; readonly problems: readonly Problem[] } {
  const { id, loginId, input } = command;
  const reader = new ItemReader(input, now, command.problems ?? []);
  const { problems } = reader;
  checkIds(reader, command, member);
  const sentType = reader.either('ifaType', 'itemForAttentionType');
  reader.required('ifaType', sentType, 'itemForAttentionType');
  const ifaType = reader.code(IfaTypes, 'ifaType', sentType);
  const sentStatus = reader.either('ifaStatus', 'itemForAttentionStatus');
  const ifaStatus =
    reader.code(IfaStatuses, 'ifaStatus', sentStatus) ?? before?.ifaStatus ?? ('I' as const);
  const content = readContent(reader, input);
  const handling = readHandling(reader, input, content.numberOfViews, before);
  const { startDate, expirationDate } = content;
  if (startDate !== null && expirationDate !== null && expirationDate < startDate) {
    problems.push(fieldProblem('expirationDate', FieldCode.Value, 'Before startDate.'));
  }
  const handled = { ifaStatus, ...handling };
  if (viewsIn(handled.viewsRemaining) > viewsIn(content.numberOfViews)) {
    problems.push(fieldProblem('viewsRemaining', FieldCode.Value, 'More than numberOfViews.'));
  }
  if (handled.viewsRemaining === 0 && awaitsView({ ...content, ...handled })) {
    const message = 'The document must be viewed, and may not be.';
    problems.push(fieldProblem('viewsRemaining', FieldCode.Value, message));
  }
  const item =
    problems.length > 0 || ifaType === undefined
      ? undefined
      : { id, loginId, ...member, ifaType, ...content, ...handled };
  return { item, problems };
}
