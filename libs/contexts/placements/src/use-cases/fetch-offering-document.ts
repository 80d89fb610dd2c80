import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accountDocuments, AccountIndex, mayDo } from '#libs/contexts/accounts';
import { ActingPersons, memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import type { Caller, RequestContext } from '#libs/platform/http';
import {
  type CommandMetadata,
  FieldCode,
  fieldProblem,
  forbidden,
  isLoginId,
  isOid,
  isRefusal,
  notFound,
  type PastPoint,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import type { DocumentVault } from '#libs/platform/runtime';
import { Commands, VAULT } from '#libs/platform/service';
import { fetchedDocuments, fetchedDocumentsId } from '../domain/fetched-documents.js';
import {
  type DocumentOfOffer,
  findDocument,
  isForFirm,
  offerDecider,
  type OfferState,
} from '../domain/offer.js';
import { answersFor } from './subscribe.js';

/** Who fetches a document, and for whom. */
interface Reader extends Pick<RequestContext, 'present'> {
  readonly caller: Caller;
  readonly firmId: string;
  /** `X-Associated-Member-Id`; required. */
  readonly loginId: string | undefined;
}

interface FetchedDocument {
  readonly document: DocumentOfOffer;
  readonly bytes: Buffer;
}

interface Reading {
  /** False for a request that gets no contents (HEAD): nobody has read anything then. */
  readonly hasBody: boolean;
  /** The moment whose document it is; looking back is no fetch, for it shows nothing of the offer as it stands. */
  readonly past: PastPoint | undefined;
}

/** Hands out a document of an offer and remembers for whom ([subscription.documents], [auth.associated-member]). */
export class FetchOfferingDocumentCommand extends Command<FetchedDocument | Refusal> {
  constructor(
    readonly offerOid: string,
    readonly documentId: string,
    /** Undefined for an auditor, who reads every firm's and leaves no trace in the business. */
    readonly reader: Reader | undefined,
    readonly metadata: CommandMetadata,
    readonly reading: Reading,
  ) {
    super();
  }
}

/** The event stands before the contents leave: a subscription never waits for it. */
@CommandHandler(FetchOfferingDocumentCommand)
export class FetchOfferingDocumentHandler implements ICommandHandler<FetchOfferingDocumentCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly persons: ActingPersons,
    private readonly readModels: ReadModels,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute(command: FetchOfferingDocumentCommand): Promise<FetchedDocument | Refusal> {
    const { offerOid, documentId, reader, reading, metadata } = command;
    const document = await this.#find(command);
    if (!document) return notFound();
    const refusal = reader && (await this.#checkMember(reader));
    if (refusal) return refusal;
    const bytes = await this.vault.get(document.key);
    if (!bytes) return notFound();
    if (reader && reading.hasBody && reading.past === undefined) {
      const { firmId, loginId = '' } = reader;
      const fetch = { offerOid, documentId, sha256: document.sha256, loginId, firmId };
      const id = fetchedDocumentsId(offerOid, loginId);
      const record = { type: 'RecordFetch', ...fetch } as const;
      const recorded = await this.commands.execute(fetchedDocuments, id, record, metadata);
      if (isRefusal(recorded)) return recorded;
    }
    return { document, bytes };
  }

  /** The document, of an offer that is for the firm: now, and at the moment asked for. */
  async #find({
    offerOid,
    documentId,
    reader,
    reading: { past },
  }: FetchOfferingDocumentCommand): Promise<DocumentOfOffer | undefined> {
    if (!isOid(offerOid)) return undefined;
    const isForReader = (offer: OfferState | undefined): offer is OfferState =>
      offer !== undefined && (!reader || isForFirm(offer.offer, reader.firmId));
    const { state: now } = await this.aggregates.load(offerDecider, offerOid);
    const { state: then } = past
      ? await this.aggregates.load(offerDecider, offerOid, past.asOf)
      : { state: now };
    return isForReader(now) && isForReader(then) ? findDocument(then, documentId) : undefined;
  }

  /** Another firm's member is told from an unknown one by nobody. */
  async #checkMember(reader: Reader): Promise<Refusal | undefined> {
    const { firmId, loginId } = reader;
    const header = (code: string, message?: string): Refusal =>
      refuse(fieldProblem('X-Associated-Member-Id', code, message));
    if (loginId === undefined) return header(FieldCode.Required);
    const known = isLoginId(loginId) && (await this.aggregates.load(memberDecider, loginId));
    const member = known ? known.state.member : undefined;
    if (member?.firmOid !== firmId) {
      return header(FieldCode.Value, 'The firm has no such member.');
    }
    const isAnother = await this.persons.isAnother(reader, loginId, member.advisorLoginId);
    return isAnother && !(await this.#subscribesFor(loginId, reader)) ? forbidden() : undefined;
  }

  /** Whether a person may trade on an account that a member answers for, and so subscribe for the member: who does, holds a permission. */
  async #subscribesFor(loginId: string, { caller, firmId, present }: Reader): Promise<boolean> {
    const selection = { index: AccountIndex.Holder, equals: [firmId, loginId] };
    for await (const account of this.readModels.of(accountDocuments).each(selection, present)) {
      if (answersFor(account, loginId) && mayDo('trade', account, caller) === 'ok') return true;
    }
    return false;
  }
}
