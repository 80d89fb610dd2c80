import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accountDocuments, AccountIndex, mayDo } from '#libs/contexts/accounts';
import { ActingPersons, memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type ByCaller,
  type Caller,
  type CommandMetadata,
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
import { CommandRunner, UseCaseCommand, VAULT } from '#libs/platform/service';
import {
  type DocumentOfOffer,
  fetchedDocuments,
  fetchedDocumentsId,
  findDocument,
  isForFirm,
  offerDecider,
  type OfferingDocumentReport,
  type OfferState,
} from './offer.js';
import { headerProblem } from './subscription.js';
import { answersFor } from './subscription.facts.js';
import type { DocumentPath } from './offer.facts.js';

/** Back office: stores a document and adds it to its offer ([back-office.offers]). */
export class StoreOfferingDocumentCommand extends UseCaseCommand<
  typeof offerDecider,
  {
    readonly path: DocumentPath;
    readonly report: OfferingDocumentReport;
    /** Of the data; empty without any. */
    readonly mediaType: string;
  }
> {}

/** Writes the vault before the event, so that an event never names a missing document. */
@CommandHandler(StoreOfferingDocumentCommand)
export class StoreOfferingDocumentHandler implements ICommandHandler<StoreOfferingDocumentCommand> {
  constructor(
    private readonly commands: CommandRunner,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute({ payload, metadata, expectedRevision: condition }: StoreOfferingDocumentCommand) {
    const { path, report: sent, mediaType } = payload;
    // revisions refer to the offer, anything else to whether the document exists
    const [expectedRevision, expected] =
      typeof condition === 'object' ? [condition] : [undefined, condition];
    const { name, required, signable, id, data } = sent;
    const report = { name, required, signable, ...(id !== undefined && { id }) };
    const stored = data && (await this.vault.put(data, { subject: `offer:${path.offerOid}` }));
    const content = stored ? { ...stored, mediaType } : undefined;
    const command = { type: 'PutOfferingDocument', ...path, report, content, expected } as const;
    return this.commands.executeOrThrow(offerDecider, path.offerOid, command, metadata, {
      expectedRevision,
    });
  }
}

interface Reader extends Pick<ByCaller, 'present'> {
  readonly caller: Caller;
  readonly firmId: string;
  /** `X-Associated-Member-Id`, required. */
  readonly loginId: string | undefined;
}

interface FetchedDocument {
  readonly document: DocumentOfOffer;
  readonly bytes: Buffer;
}

interface Reading {
  /** False for HEAD: without contents nobody has read anything. */
  readonly hasBody: boolean;
  /** Reads the document as of this moment; that doesn't count as a fetch, since it shows no current terms. */
  readonly past: PastPoint | undefined;
}

/** Returns a document of an offer and records for whom ([subscription.documents], [auth.associated-member]). */
export class FetchOfferingDocumentCommand extends Command<FetchedDocument | Refusal> {
  constructor(
    readonly offerOid: string,
    readonly documentId: string,
    /** Undefined for an auditor, who sees offers of all firms; such reads are not recorded. */
    readonly reader: Reader | undefined,
    readonly metadata: CommandMetadata,
    readonly reading: Reading,
  ) {
    super();
  }
}

/** Appends the event before returning the contents, so a subscription right after sees it. */
@CommandHandler(FetchOfferingDocumentCommand)
export class FetchOfferingDocumentHandler implements ICommandHandler<FetchOfferingDocumentCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
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

  /** The document, if the offer is for the firm both now and at the requested moment. */
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

  /** Responds alike for a member of another firm and an unknown one. */
  async #checkMember(reader: Reader): Promise<Refusal | undefined> {
    const { firmId, loginId } = reader;
    const known =
      loginId !== undefined &&
      isLoginId(loginId) &&
      (await this.aggregates.load(memberDecider, loginId));
    const member = known ? known.state.member : undefined;
    if (loginId === undefined || member?.firmOid !== firmId) return refuse(headerProblem(loginId));
    const isAnother = this.persons.isAnother(reader, loginId, member.advisorLoginId);
    return isAnother && !(await this.#subscribesFor(loginId, reader)) ? forbidden() : undefined;
  }

  /** Whether the caller may trade on an account the member owns or represents, and so may subscribe for the member. */
  async #subscribesFor(loginId: string, { caller, firmId, present }: Reader): Promise<boolean> {
    const selection = { index: AccountIndex.Holder, equals: [firmId, loginId] };
    for await (const account of this.readModels.of(accountDocuments).each(selection, present)) {
      if (answersFor(account, loginId) && mayDo('trade', account, caller) === 'ok') return true;
    }
    return false;
  }
}
