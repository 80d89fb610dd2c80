import type { ExpectedRevision, Problem, Quantity } from '#libs/platform/kernel';
import type { FolioSettings, TargetWeight } from './folio-book.events.js';
import type { OpenOrClosed } from './folio-book.state.js';

/** Longest folio name, in characters ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

/** The account of a folio. */
export interface AccountFact {
  readonly account: {
    readonly firmId: string;
    /** Login ids; of a corporate account the id of the firm. */
    readonly owners: readonly string[];
  };
}

/** Whether the RTG folio that a command names exists; of no meaning where it names none. */
interface RtgFact {
  readonly rtgKnown: boolean;
}

/** Why a restricted account refuses a command (`account.restricted.rule`); undefined when it does not. */
interface RestrictionFact {
  readonly restriction: Problem | undefined;
}

/** Body of a creation. */
export interface FolioInput extends FolioSettings {
  /** Must equal the account number of the path. */
  readonly accountNumber: string;
  readonly prepackagedFolioId: string | null;
}

/** A new folio with the next number. */
export interface CreateFolio {
  readonly type: 'CreateFolio';
  readonly accountNumber: string;
  readonly input: FolioInput;
  readonly facts: AccountFact & RtgFact;
}

/** Body of `PUT …/folios/{f}` ([folio.update]): what is left out stays, `benchmark: null` takes it away. */
export interface FolioChanges extends Partial<FolioSettings> {
  /** `C` closes; the present status changes nothing. */
  readonly folioStatus?: OpenOrClosed;
  /** Optional; must equal those of the path. */
  readonly accountNumber?: string;
  readonly folioNumber?: string;
  /** May be repeated as they were read, but not changed. */
  readonly prepackagedFolioId?: string | null;
  readonly modelOid?: string | null;
  readonly rtgOid?: string | null;
}

/** Every command on an existing folio names account and full folio number as the path has them. */
interface OnFolio {
  readonly accountNumber: string;
  readonly folioNumber: string;
  /** Revision the folio must have, header `If-Match`: the folio's own, not that of the stream. */
  readonly expectedRevision?: ExpectedRevision | undefined;
}

/** Change of settings, closing, or both at once. */
export interface UpdateFolio extends OnFolio {
  readonly type: 'UpdateFolio';
  readonly changes: FolioChanges;
  readonly facts: AccountFact;
}

/** [folio.weights] */
export interface SetTargetWeights extends OnFolio {
  readonly type: 'SetTargetWeights';
  /** No ticker twice. */
  readonly targetWeights: readonly TargetWeight[];
  readonly facts: RestrictionFact;
}

/** Holding of one security as the back office reports it. */
export interface ReportedPosition {
  readonly ticker: string;
  readonly shareQuantity: Quantity;
}

/** Back office: the positions of a folio ([back-office.positions]). */
export interface SetPositions extends OnFolio {
  readonly type: 'SetPositions';
  /** No ticker twice. */
  readonly positions: readonly ReportedPosition[];
}

/** [rtg.subscribe]: the folio follows an RTG folio model from now on. */
export interface SubscribeToRtg extends OnFolio {
  readonly type: 'SubscribeToRtg';
  readonly input: {
    /** Must equal the folio number of the path. */
    readonly folioNumber: string;
    readonly prePackagedFolioOid: string;
  };
  readonly facts: RtgFact & RestrictionFact;
}

/** What may be asked of the folios of an account. */
export type FolioCommand =
  CreateFolio | UpdateFolio | SetTargetWeights | SetPositions | SubscribeToRtg;
