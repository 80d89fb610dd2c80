import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  FieldCode,
  fieldProblem,
  isLoginId,
  isOid,
  isRefusal,
  notFound,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import type { DocumentVault } from '#libs/platform/runtime';
import { Commands, VAULT } from '#libs/platform/service';
import { fetchedDocuments, fetchedDocumentsId } from './domain/fetched-documents.js';
import { type DocumentOfOffer, findDocument, isForFirm, offerDecider } from './domain/offer.js';

/** For whom a document is fetched. */
export interface Reader {
  /** Advisor firm of the caller. */
  readonly firmId: string;
  /** `X-Associated-Member-Id`; required. */
  readonly loginId: string | undefined;
}

/** A document on its way to the client. */
export interface FetchedDocument {
  readonly document: DocumentOfOffer;
  readonly bytes: Buffer;
}

/** Hands out a document of an offer and remembers for whom (specification, endpoint 13; decisions §2, §9). */
export class FetchOfferingDocument extends Command<FetchedDocument | Refusal> {
  constructor(
    readonly offerOid: string,
    readonly documentId: string,
    /** Undefined for an auditor, who reads every firm's and leaves no trace in the business. */
    readonly reader: Reader | undefined,
    readonly metadata: CommandMetadata,
    /** False for a request that gets no contents (HEAD): nobody has read anything then. */
    readonly hasBody: boolean,
  ) {
    super();
  }
}

/** The event stands before the contents leave: a subscription never waits for it. */
@CommandHandler(FetchOfferingDocument)
export class FetchOfferingDocumentHandler implements ICommandHandler<FetchOfferingDocument> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute(command: FetchOfferingDocument): Promise<FetchedDocument | Refusal> {
    const { offerOid, documentId, reader } = command;
    const document = await this.#find(offerOid, documentId, reader);
    if (!document) return notFound();
    const refusal = reader && (await this.#checkMember(reader));
    if (refusal) return refusal;
    const bytes = await this.vault.get(document.key);
    if (!bytes) return notFound();
    const recorded = reader && command.hasBody && (await this.#record(command, reader, document));
    return isRefusal(recorded) ? recorded : { document, bytes };
  }

  async #find(
    offerOid: string,
    documentId: string,
    reader: Reader | undefined,
  ): Promise<DocumentOfOffer | undefined> {
    if (!isOid(offerOid)) return undefined;
    const { state } = await this.aggregates.load(offerDecider, offerOid);
    if (!state || (reader && !isForFirm(state.offer, reader.firmId))) return undefined;
    return findDocument(state, documentId);
  }

  /** Another firm's member is told from an unknown one by nobody. */
  async #checkMember({ firmId, loginId }: Reader): Promise<Refusal | undefined> {
    const header = (code: string, message?: string): Refusal =>
      refuse(fieldProblem('X-Associated-Member-Id', code, message));
    if (loginId === undefined) return header(FieldCode.Required);
    const known = isLoginId(loginId) && (await this.aggregates.load(memberDecider, loginId));
    return known && known.state.member?.firmOid === firmId
      ? undefined
      : header(FieldCode.Value, 'The firm has no such member.');
  }

  async #record(
    { offerOid, documentId, metadata }: FetchOfferingDocument,
    { firmId, loginId = '' }: Reader,
    { sha256 }: DocumentOfOffer,
  ): Promise<unknown> {
    return this.commands.execute(
      fetchedDocuments,
      fetchedDocumentsId(offerOid, loginId),
      { type: 'RecordFetch', offerOid, documentId, sha256, loginId, firmId },
      metadata,
    );
  }
}
