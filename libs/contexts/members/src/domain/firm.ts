import {
  BillingLevels,
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  type FirmTaxIdType,
  FirmTaxIdTypes,
  forbidden,
  isEntityTaxId,
  isPersonTaxId,
  omit,
  pathMismatch,
  refuse,
  Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import { type AddressInput, checkAddress } from './address.js';
import { type AffiliationsInput, checkAffiliations } from './affiliations.js';
import { checkEntitlements, type EntitlementsInput } from './entitlements.js';
import { compact, FieldChecks, type SentValue } from './field-checks.js';
import type { CorporateFirm, FirmEvent, InstitutionalFirm, SandboxMark } from './firm.events.js';
import { noTaxId } from './person.js';
import { memberRules } from './member-rules.js';

/** An institutional firm as sent: the body of `PUT /backoffice/firms/{firmId}`. */
export interface InstitutionalFirmInput {
  readonly firmId?: SentValue<string>;
  /** As a read shows it: the firm id. */
  readonly firmOid?: SentValue<string>;
  readonly name?: SentValue<string>;
  readonly firmType?: SentValue<string>;
  readonly billingLevel?: SentValue<string>;
  readonly entitlements?: SentValue<EntitlementsInput>;
  readonly depositAddress?: SentValue<AddressInput>;
  readonly payableTo?: SentValue<string>;
  readonly partnerCode?: SentValue<string>;
  readonly sandbox?: SentValue<boolean>;
  readonly sandboxStart?: SentValue<Timestamp>;
}

/** A corporate firm as sent: the body of `POST /restapi/firms`. */
export interface CorporateFirmInput extends AffiliationsInput {
  readonly firmName?: SentValue<string>;
  readonly firmTaxId?: SentValue<Secret>;
  readonly firmTaxIdType?: SentValue<string>;
  readonly firmRep?: SentValue<string>;
  readonly primaryAddress?: SentValue<AddressInput>;
  readonly mailingAddress?: SentValue<AddressInput>;
  readonly firmTelephone1?: SentValue<string>;
  readonly firmTelephone2?: SentValue<string>;
  readonly firmEmail1?: SentValue<string>;
  readonly firmEmail2?: SentValue<string>;
}

/** Defines or changes an institutional firm; the same definition again changes nothing. */
export interface DefineFirm {
  readonly type: 'DefineFirm';
  /** Firm id of the path. */
  readonly firmId: string;
  readonly firm: InstitutionalFirmInput;
  /** Whether a new firm may be a sandbox: nowhere but on embedded stores. Default false. */
  readonly takesSandboxes?: boolean;
}

/** What has to be known of the member named as firm rep. */
export interface RepresentativeFacts {
  /** Firm of the member; undefined when there is no such member, or the personal data were erased. */
  readonly firmId: string | undefined;
  readonly ownsAccounts: boolean;
  readonly isFirmRep: boolean;
  readonly identityFailed: boolean;
}

/** Creates a corporate firm under the caller's advisor firm. */
export interface CreateCorporateFirm {
  readonly type: 'CreateCorporateFirm';
  /** Chosen by the handler: digits. */
  readonly firmId: string;
  readonly parentFirmId: string;
  /** Login id of the person who makes the firm, if it is one: nobody but that person may represent it. */
  readonly person?: string;
  readonly firm: CorporateFirmInput;
  readonly representative: RepresentativeFacts;
}

/** What can be asked of a firm. */
export type FirmCommand = DefineFirm | CreateCorporateFirm;

/** Undefined parts stand for a firm that does not exist. */
export interface FirmState {
  readonly institutional?: InstitutionalFirm;
  readonly corporate?: { readonly parentFirmId: string; readonly firmRep: string };
}

function define(command: DefineFirm, state: FirmState): Decision<FirmEvent> {
  const checks = new FieldChecks();
  const { firmId, firm: sent } = command;
  for (const field of ['firmId', 'firmOid'] as const) {
    if (typeof sent[field] === 'string' && sent[field] !== firmId) checks.add(pathMismatch(field));
  }
  if (state.corporate) {
    checks.add(fieldProblem('firmType', FieldCode.NotUpdatable, 'This is a corporate firm.'));
  }
  const name = checks.text('name', sent.name, { max: 100, required: true });
  checks.code('firmType', sent.firmType, { L: true });
  const billingLevel = checks.code('billingLevel', sent.billingLevel, BillingLevels) ?? 'account';
  const entitlements = checkEntitlements(checks, sent.entitlements) ?? [];
  const depositAddress = checkAddress(checks, 'depositAddress', sent.depositAddress);
  const payableTo = checks.text('payableTo', sent.payableTo, { max: 100 });
  const partnerCode = checks.text('partnerCode', sent.partnerCode, {
    max: 20,
    accept: (text) => /^[A-Za-z0-9_-]+$/.test(text),
    form: 'letters, digits, _ and -',
  });
  const sandbox = checkSandbox(checks, command, state.institutional);
  if (checks.problems.length > 0 || name === undefined) return refuse(...checks.problems);
  const firm: InstitutionalFirm = compact({
    ...sandbox,
    name,
    firmType: 'L' as const,
    billingLevel,
    entitlements,
    depositAddress,
    payableTo,
    partnerCode,
  });
  if (state.institutional === undefined) {
    return [{ type: 'firm.FirmDefined', data: { firmId, ...firm } }];
  }
  return equalJson(firm, state.institutional)
    ? []
    : [{ type: 'firm.FirmUpdated', data: { firmId, ...firm } }];
}

/** A firm is a sandbox from its beginning or never: no account that somebody relies on gets into one ([sandbox.firms]). */
function checkSandbox(
  checks: FieldChecks,
  { firm, takesSandboxes }: DefineFirm,
  known: InstitutionalFirm | undefined,
): SandboxMark {
  const isSandbox = firm.sandbox ?? known?.sandbox ?? false;
  const sandboxStart = firm.sandboxStart ?? known?.sandboxStart;
  if (known && isSandbox !== (known.sandbox ?? false)) {
    const message = 'A firm is a sandbox from its beginning or never.';
    checks.add(fieldProblem('sandbox', FieldCode.NotUpdatable, message));
  } else if (isSandbox && !known && takesSandboxes !== true) {
    const message = 'Sandboxes are for embedded stores.';
    checks.add(fieldProblem('sandbox', FieldCode.Value, message));
  } else if (sandboxStart && !isSandbox) {
    checks.add(fieldProblem('sandboxStart', FieldCode.Value, 'Only a sandbox has a clock.'));
  } else if (known && sandboxStart !== known.sandboxStart) {
    checks.add(fieldProblem('sandboxStart', FieldCode.NotUpdatable));
  }
  return isSandbox ? { sandbox: true, ...(sandboxStart && { sandboxStart }) } : {};
}

function createCorporate(
  command: CreateCorporateFirm,
  state: FirmState,
  context: DecisionContext,
): Decision<FirmEvent> {
  const { firmId, parentFirmId, person } = command;
  if (person !== undefined && command.firm.firmRep?.trim() !== person) {
    return forbidden('A person makes a firm only as its representative.');
  }
  const checks = new FieldChecks();
  const firm = checkCorporateFirm(checks, command);
  if (state.institutional ?? state.corporate) {
    checks.add(fieldProblem('firmId', FieldCode.Value, 'The firm id is in use.'));
  }
  if (checks.problems.length > 0 || !firm) return refuse(...checks.problems);
  const creationDate = context.now;
  return [
    {
      type: 'firm.CorporateFirmCreated',
      data: { firmId, firmType: 'G', parentFirmId, creationDate, ...firm },
    },
  ];
}

function checkCorporateFirm(
  checks: FieldChecks,
  command: CreateCorporateFirm,
): CorporateFirm | undefined {
  const { firm: sent } = command;
  const firmName = checks.text('firmName', sent.firmName, { max: 100, required: true });
  const firmTaxIdType = checks.code('firmTaxIdType', sent.firmTaxIdType, FirmTaxIdTypes) ?? 'TIN';
  const firmTaxId = checkTaxId(checks, sent.firmTaxId, firmTaxIdType);
  const firmRep = checkRepresentative(checks, command);
  const primaryAddress = checkAddress(checks, 'primaryAddress', sent.primaryAddress, {
    required: true,
    streetRule: 'group.firm.primary.address.cannot.be.po.box',
  });
  const { affiliations, tickers } = checkAffiliations(checks, sent);
  const rest = {
    mailingAddress: checkAddress(checks, 'mailingAddress', sent.mailingAddress),
    firmTelephone1: checks.telephone('firmTelephone1', sent.firmTelephone1),
    firmTelephone2: checks.telephone('firmTelephone2', sent.firmTelephone2),
    firmEmail1: checks.email('firmEmail1', sent.firmEmail1),
    firmEmail2: checks.email('firmEmail2', sent.firmEmail2),
  };
  if (!firmName || !firmTaxId || !firmRep || !primaryAddress) return undefined;
  return compact({
    ...affiliations,
    ...rest,
    firmName,
    firmTaxId,
    firmTaxIdType,
    firmRep,
    primaryAddress,
    directorOrTenPercentShareholderCompany: tickers,
  });
}

function checkTaxId(
  checks: FieldChecks,
  sent: SentValue<Secret>,
  type: FirmTaxIdType,
): Secret | undefined {
  const text = sent?.reveal()?.trim() ?? '';
  const good = type === 'SSN' ? isPersonTaxId(text) : isEntityTaxId(text);
  if (good) return Secret.of(text);
  checks.add(
    text === '' ? fieldProblem('firmTaxId', FieldCode.Required) : noTaxId('firmTaxId', text),
  );
  return undefined;
}

/**
 * A member of the same advisor firm that owns no account and represents no firm ([firm.representative]), nor has failed the
 * identity check, as owners have not.
 */
function checkRepresentative(
  checks: FieldChecks,
  { firm, parentFirmId, representative }: CreateCorporateFirm,
): string | undefined {
  const firmRep = checks.text('firmRep', firm.firmRep, { max: 64, required: true });
  if (firmRep === undefined) return undefined;
  const why =
    representative.firmId !== parentFirmId
      ? 'There is no such member.'
      : representative.isFirmRep
        ? 'The member represents another firm.'
        : representative.ownsAccounts
          ? 'The member owns accounts.'
          : representative.identityFailed
            ? "The member's identity could not be verified."
            : undefined;
  if (why !== undefined)
    checks.add(memberRules.broken('group.firm.invalid.representative', why, 'firmRep'));
  return firmRep;
}

function evolve(state: FirmState, event: FirmEvent): FirmState {
  switch (event.type) {
    case 'firm.FirmDefined':
    case 'firm.FirmUpdated':
      return { ...state, institutional: omit(event.data, 'firmId') };
    case 'firm.CorporateFirmCreated': {
      const { parentFirmId, firmRep } = event.data;
      return { ...state, corporate: { parentFirmId, firmRep } };
    }
  }
}

/** The rule book of firms, institutional and corporate: stream `firm-{firmId}`. */
export const firmDecider: Decider<FirmState, FirmCommand, FirmEvent> = {
  category: 'firm',
  initial: {},
  decide: (command, state, context) =>
    command.type === 'DefineFirm'
      ? define(command, state)
      : createCorporate(command, state, context),
  evolve,
};
