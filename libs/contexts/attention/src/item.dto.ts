import {
  Bool,
  Code,
  type Failure,
  type Form,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  ResponseOf,
  sameAs,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  defined,
  FieldCode,
  jsonForm,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import { type IfaStatus, IfaStatuses, type IfaType, IfaTypes } from '#libs/contexts/codes';
import type { ItemDocument } from './item.document.js';
import type { DocumentKey } from './item.events.js';
import {
  type IfaAction,
  IfaActions,
  type IfaTargetType,
  IfaTargetTypes,
  type PutItem,
  UNLIMITED_VIEWS,
  viewsIn,
} from './item.js';

/** Ids and paths of other systems, stored as sent. */
const FOREIGN = { max: 500, printable: 'line' } as const;

/** Id of an account or a bank link; shorter, since it is part of document keys. */
const TARGET = { ...FOREIGN, max: 64 };

const VIEWS = { description: `Number of views; ${UNLIMITED_VIEWS}: unlimited` };

function viewsProblem(views: number): Failure | undefined {
  if (viewsIn(views) >= 0) return undefined;
  const message = mustBe(`a whole number from 0, or ${UNLIMITED_VIEWS} for no limit`);
  return { code: FieldCode.Value, message };
}

const TYPES = codesOf(IfaTypes);

const STATUSES = codesOf(IfaStatuses);

/** Query of `GET …/ifas` (own); the filters are combined with AND. */
export class ListItemsQuery extends PageQuery {
  @ListOfText({ codes: TYPES, commaSeparated: true, description: 'Only items of these types' })
  ifaType?: readonly string[];

  @ListOfText({
    codes: STATUSES,
    commaSeparated: true,
    description: 'Only items of these statuses',
  })
  ifaStatus?: readonly string[];
}

/** Body of `PUT …/ifas/{id}` ([ifa.respond]). */
export class RespondToItemDto {
  @Code(IfaActions, {
    required: true,
    description: 'What the member does. Only items of type BV can be rejected',
  })
  action!: IfaAction;
}

/** `readDocumentKey` and `writeDocumentKey`. */
class DocumentKeyDto implements DocumentKey {
  @Identifier({ ...FOREIGN, required: true, description: 'Key of the document', example: 'd-1' })
  documentKey!: string;

  @Identifier({ ...FOREIGN, description: 'Partner the document belongs to', example: 'p' })
  documentPartnerCode: string | null = null;
}

/** Body of the back office's PUT of an item: the fields of the GET, with both spellings of the first three keys. */
export class PutItemDto {
  @Identifier({ description: 'Id of the path', example: 'memorandum' })
  id?: string;

  @Identifier({ description: 'Another spelling of id', example: '1' })
  itemForAttentionId?: string;

  @Code(TYPES, {
    required: ({ itemForAttentionType }: PutItemDto) => itemForAttentionType === null,
    description: 'Required in one of its spellings',
  })
  ifaType: IfaType | null = null;

  @Code(TYPES, { check: sameAs('ifaType'), description: 'Another spelling of ifaType' })
  itemForAttentionType: IfaType | null = null;

  @Code(STATUSES, { description: 'If omitted, unchanged; I for a new item' })
  ifaStatus?: IfaStatus;

  @Code(STATUSES, { check: sameAs('ifaStatus'), description: 'Another spelling of ifaStatus' })
  itemForAttentionStatus?: IfaStatus;

  @Identifier({
    ...TARGET,
    required: ({ targetOidType }: PutItemDto) => typeof targetOidType === 'string',
    description: 'What the item is about: an account number or the id of a bank link',
    example: 'RA1B2C3D4E',
  })
  targetOid: string | null = null;

  @Code(IfaTargetTypes, {
    required: ({ targetOid }: PutItemDto) => typeof targetOid === 'string',
    description: 'What targetOid names',
    example: 'A',
  })
  targetOidType: IfaTargetType | null = null;

  @Bool({ description: 'Whether a response is required' })
  forceResponse = false;

  @Bool({ description: 'Whether the document must be viewed before the response' })
  forceView = false;

  @Int({
    ...VIEWS,
    check: (views, _now, { numberOfViews = UNLIMITED_VIEWS }: Partial<PutItemDto>) =>
      viewsProblem(views) ??
      (viewsIn(views) > viewsIn(numberOfViews)
        ? { code: FieldCode.Value, message: 'It is more than numberOfViews.' }
        : undefined),
  })
  viewsRemaining?: number;

  @Int({ ...VIEWS, check: viewsProblem })
  numberOfViews = UNLIMITED_VIEWS;

  @Identifier({
    ...FOREIGN,
    nullable: true,
    description: 'Who responded; if omitted, unchanged',
    example: '1730225935901564',
  })
  actorOid?: string | null;

  @IsoTimestamp({
    past: true,
    nullable: true,
    description: 'Time of the response; if omitted, unchanged',
  })
  actionDateTime?: Timestamp | null;

  @IsoTimestamp({
    past: true,
    nullable: true,
    description: 'Time of the last view; if omitted, unchanged',
  })
  viewDateTime?: Timestamp | null;

  @IsoTimestamp({ description: 'When the member may first respond' })
  startDate: Timestamp | null = null;

  @IsoTimestamp({
    check: (end, _now, { startDate }: PutItemDto) =>
      (startDate ?? end) > end
        ? { code: FieldCode.Value, message: 'It is before startDate.' }
        : undefined,
    description: 'No response is accepted from this time on',
  })
  expirationDate: Timestamp | null = null;

  @Identifier({ ...FOREIGN, description: 'Priority among the items', example: '1' })
  priority: string | null = null;

  @ObjectOf(() => DocumentKeyDto, { description: 'Document to read' })
  readDocumentKey: DocumentKeyDto | null = null;

  @ObjectOf(() => DocumentKeyDto, { description: 'Document to write' })
  writeDocumentKey: DocumentKeyDto | null = null;

  @Text({ ...FOREIGN, description: 'Path of the document to read', example: '/documents/r' })
  readDocumentPath: string | null = null;

  @Text({ ...FOREIGN, description: 'Path of the document to write', example: '/documents/w' })
  writeDocumentPath: string | null = null;

  @Identifier({ description: 'Member id of the member in the path', example: '1730225935901564' })
  memberOid?: string;

  /** The content of a valid body. */
  report(): Pick<PutItem, 'ids' | 'content' | 'handling'> {
    const { id, itemForAttentionId, itemForAttentionType, memberOid, ...rest }: PutItemDto = this;
    const { ifaType, ifaStatus, itemForAttentionStatus, viewsRemaining, actorOid, ...more } = rest;
    const { actionDateTime, viewDateTime, ...content } = more;
    const type = ifaType ?? itemForAttentionType;
    if (type === null) throw new Error('the body is not valid: it has no type');
    const status = ifaStatus ?? itemForAttentionStatus;
    const handling = { ifaStatus: status, viewsRemaining, actorOid, actionDateTime, viewDateTime };
    return {
      ids: defined({ id, itemForAttentionId }),
      content: jsonForm({ ...content, ifaType: type }),
      handling: defined(handling),
    };
  }
}

/** An item as GET returns it: every field, three keys in both spellings ([ifa.get], [request.output]). */
export class ItemResponse extends ResponseOf(PutItemDto, {
  ifaType: 'always',
  itemForAttentionType: 'always',
}) {}

/** The form of a response: `erased` if it had texts from the back office that have been erased. */
export function formOfItem({ erased }: ItemDocument): Form | undefined {
  return erased && 'erased';
}

/** The item as GET returns it. */
export function toItemResponse(item: ItemDocument): ItemResponse {
  return {
    id: item.id,
    itemForAttentionId: item.id,
    ifaType: item.ifaType,
    itemForAttentionType: item.ifaType,
    ifaStatus: item.ifaStatus,
    itemForAttentionStatus: item.ifaStatus,
    targetOid: item.targetOid,
    targetOidType: item.targetOidType,
    forceResponse: item.forceResponse,
    forceView: item.forceView,
    viewsRemaining: item.viewsRemaining,
    numberOfViews: item.numberOfViews,
    actorOid: item.actorOid,
    actionDateTime: item.actionDateTime && wireTimestamp(item.actionDateTime),
    viewDateTime: item.viewDateTime && wireTimestamp(item.viewDateTime),
    startDate: item.startDate && wireTimestamp(item.startDate),
    expirationDate: item.expirationDate && wireTimestamp(item.expirationDate),
    priority: item.priority,
    readDocumentKey: item.readDocumentKey,
    writeDocumentKey: item.writeDocumentKey,
    readDocumentPath: item.readDocumentPath,
    writeDocumentPath: item.writeDocumentPath,
    memberOid: item.memberOid,
  };
}
