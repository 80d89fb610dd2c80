import {
  codesOf,
  IfaActions,
  IfaStatuses,
  IfaTargetTypes,
  IfaTypes,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import {
  Bool,
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  Text,
} from '#libs/platform/http';
import { MAX_TARGET } from '../domain/item-reader.js';

const VIEWS = { description: `${UNLIMITED_VIEWS}: no limit` };
const TYPES = codesOf(IfaTypes);
const STATUSES = codesOf(IfaStatuses);

/** Query of `GET …/ifas` (own): comma lists; an item has to be in each list that is given. */
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
    description: 'A agrees, R rejects (items of type BV only), V views',
  })
  action?: string;
}

/** `readDocumentKey` and `writeDocumentKey`. */
export class DocumentKeyDto {
  @Identifier({ required: true, max: 500, description: 'Key of the document', example: 'd-1' })
  documentKey?: string;

  @Identifier({
    max: 500,
    description: 'Partner the document belongs to',
    example: 'p',
    answered: 'orNull',
  })
  documentPartnerCode?: string;
}

/**
 * Body of the back office's PUT of an item: every field in the spelling of the GET, with both
 * spellings of the first three keys.
 */
export class PutItemDto {
  @Identifier({ description: 'Id of the path', example: 'memorandum' })
  id?: string;

  @Identifier({ description: 'Another spelling of id', example: '1' })
  itemForAttentionId?: string;

  @Code(TYPES, { description: 'Required in one of its spellings' })
  ifaType?: string;

  @Code(TYPES, { description: 'Another spelling of ifaType' })
  itemForAttentionType?: string;

  @Code(STATUSES, { description: 'Left out: as it is; I for a new item' })
  ifaStatus?: string;

  @Code(STATUSES, { description: 'Another spelling of ifaStatus' })
  itemForAttentionStatus?: string;

  @Identifier({
    max: MAX_TARGET,
    description: 'What the item is about: an account number or the id of a bank link',
    example: 'RA1B2C3D4E',
    answered: 'orNull',
  })
  targetOid?: string;

  @Code(IfaTargetTypes, { description: 'What targetOid names', example: 'A', answered: 'orNull' })
  targetOidType?: string;

  @Bool({ description: 'An answer is required' })
  forceResponse?: boolean;

  @Bool({ description: 'The document must be viewed before the answer' })
  forceView?: boolean;

  @Int(VIEWS)
  viewsRemaining?: number;

  @Int(VIEWS)
  numberOfViews?: number;

  @Identifier({
    max: 500,
    nullable: true,
    description: 'Left out: as it is',
    example: '1730225935901564',
  })
  actorOid?: string | null;

  @IsoTimestamp({ nullable: true, description: 'Left out: as it is' })
  actionDateTime?: string | null;

  @IsoTimestamp({ nullable: true, description: 'Left out: as it is' })
  viewDateTime?: string | null;

  @IsoTimestamp({ description: 'When the item was raised', answered: 'orNull' })
  startDate?: string;

  @IsoTimestamp({
    description: 'The member can not answer from this moment on',
    answered: 'orNull',
  })
  expirationDate?: string;

  @Identifier({
    max: 500,
    description: 'Priority among the items',
    example: '1',
    answered: 'orNull',
  })
  priority?: string;

  @ObjectOf(() => DocumentKeyDto, { description: 'Document to read', answered: 'orNull' })
  readDocumentKey?: DocumentKeyDto;

  @ObjectOf(() => DocumentKeyDto, { description: 'Document to write', answered: 'orNull' })
  writeDocumentKey?: DocumentKeyDto;

  @Text({
    max: 500,
    description: 'Path of the document to read',
    example: '/documents/r',
    answered: 'orNull',
  })
  readDocumentPath?: string;

  @Text({
    max: 500,
    description: 'Path of the document to write',
    example: '/documents/w',
    answered: 'orNull',
  })
  writeDocumentPath?: string;

  @Identifier({ description: 'Member id of the member in the path', example: '1730225935901564' })
  memberOid?: string;
}
