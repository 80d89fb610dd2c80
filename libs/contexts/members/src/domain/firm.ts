import {
  decideBy,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  type Rule,
} from '#libs/platform/kernel';
import { boxProblems } from './person.js';
import { type Affiliations, affiliationsOf, type SentAffiliations } from './affiliations.js';
import { compact } from './sent.js';
import type { CorporateFirm, FirmEvent, InstitutionalFirm, SandboxMark } from './firm.events.js';
import { memberRules } from './member-rules.js';

/** An institutional firm as an operator says it. */
export interface FirmDefinition extends Omit<InstitutionalFirm, 'sandbox'> {
  /** Must be the one of the path; the other as a read shows it. */
  readonly firmId?: string;
  readonly firmOid?: string;
  readonly sandbox?: boolean;
}

/** A corporate firm as a client of its advisor firm says it. */
export interface NewFirm
  extends
    Omit<CorporateFirm, keyof Affiliations | 'directorOrTenPercentShareholderCompany'>,
    SentAffiliations {}

/** Defines or changes an institutional firm; the same definition again changes nothing. */
export interface DefineFirm {
  readonly type: 'DefineFirm';
  /** Firm id of the path. */
  readonly firmId: string;
  readonly firm: FirmDefinition;
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
  readonly firm: NewFirm;
  readonly representative: RepresentativeFacts;
}

/** What can be asked of a firm. */
export type FirmCommand = DefineFirm | CreateCorporateFirm;

/** Undefined parts stand for a firm that does not exist. */
export interface FirmState {
  readonly institutional?: InstitutionalFirm;
  readonly corporate?: { readonly parentFirmId: string; readonly firmRep: string };
}

type FirmRule<Command> = Rule<FirmState, Command, FirmEvent>;

const define: FirmRule<DefineFirm> = (command, state) => {
  const { firmId, firm: sent } = command;
  const problems: Problem[] = pathMismatches({ firmId, firmOid: firmId }, sent);
  if (state.corporate) {
    problems.push(fieldProblem('firmType', FieldCode.NotUpdatable, 'This is a corporate firm.'));
  }
  const wrong = sandboxProblem(command, state.institutional);
  if (wrong !== undefined) problems.push(wrong);
  if (problems.length > 0) return refuse(...problems);
  const firm: InstitutionalFirm = {
    ...compact(omit(sent, 'firmId', 'firmOid', 'sandbox', 'sandboxStart')),
    ...sandboxMark(sent, state.institutional),
  };
  const data = { firmId, ...firm };
  if (state.institutional === undefined) return [{ type: 'firm.FirmDefined', data }];
  return equalJson(firm, state.institutional) ? [] : [{ type: 'firm.FirmUpdated', data }];
};

/** What is left out stays. */
function sandboxMark(sent: FirmDefinition, known: InstitutionalFirm | undefined): SandboxMark {
  const sandboxStart = sent.sandboxStart ?? known?.sandboxStart;
  return (sent.sandbox ?? known?.sandbox) === true
    ? { sandbox: true, ...(sandboxStart !== undefined && { sandboxStart }) }
    : {};
}

/** A firm is a sandbox from its beginning or never: no account that somebody relies on gets into one ([sandbox.firms]). */
function sandboxProblem(
  { firm, takesSandboxes }: DefineFirm,
  known: InstitutionalFirm | undefined,
): Problem | undefined {
  const { sandbox = false, sandboxStart } = { ...known, ...compact(firm) };
  if (known && sandbox !== (known.sandbox ?? false)) {
    const message = 'A firm is a sandbox from its beginning or never.';
    return fieldProblem('sandbox', FieldCode.NotUpdatable, message);
  }
  if (sandbox && !known && takesSandboxes !== true) {
    return fieldProblem('sandbox', FieldCode.Value, 'Sandboxes are for embedded stores.');
  }
  if (sandboxStart !== undefined && !sandbox) {
    return fieldProblem('sandboxStart', FieldCode.Value, 'Only a sandbox has a clock.');
  }
  return known && sandboxStart !== known.sandboxStart
    ? fieldProblem('sandboxStart', FieldCode.NotUpdatable)
    : undefined;
}

const createCorporate: FirmRule<CreateCorporateFirm> = (command, state, context) => {
  const { firmId, parentFirmId, firm: sent } = command;
  const { affiliations, tickers, problems: wrong } = affiliationsOf(sent);
  const problems = [
    ...representativeProblems(command),
    ...boxProblems('group.firm.primary.address.cannot.be.po.box', sent.primaryAddress),
    ...wrong,
  ];
  if (state.institutional ?? state.corporate) {
    problems.push(fieldProblem('firmId', FieldCode.Value, 'The firm id is in use.'));
  }
  if (problems.length > 0) return refuse(...problems);
  const data = compact({
    ...sent,
    ...affiliations,
    finraCompany: affiliations.finraCompany,
    directorOrTenPercentShareholderCompany: tickers,
    firmId,
    firmType: 'G' as const,
    parentFirmId,
    creationDate: context.now,
  });
  return [{ type: 'firm.CorporateFirmCreated', data }];
};

/**
 * A member of the same advisor firm that owns no account and represents no firm ([firm.representative]), nor has failed the
 * identity check, as owners have not.
 */
function representativeProblems({ parentFirmId, representative }: CreateCorporateFirm): Problem[] {
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
  if (why === undefined) return [];
  return [memberRules.broken('group.firm.invalid.representative', why, 'firmRep')];
}

/** The rule book of firms, institutional and corporate: stream `firm-{firmId}`. */
export const firmDecider: Decider<FirmState, FirmCommand, FirmEvent> = {
  category: 'firm',
  initial: {},
  decide: decideBy({ DefineFirm: define, CreateCorporateFirm: createCorporate }),

  evolve(state, event) {
    switch (event.type) {
      case 'firm.FirmDefined':
      case 'firm.FirmUpdated':
        return { ...state, institutional: omit(event.data, 'firmId') };
      case 'firm.CorporateFirmCreated': {
        const { parentFirmId, firmRep } = event.data;
        return { ...state, corporate: { parentFirmId, firmRep } };
      }
    }
  },
};
