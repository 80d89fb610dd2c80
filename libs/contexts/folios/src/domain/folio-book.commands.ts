import type { ExpectedRevision, Problem } from '#libs/platform/kernel';
import type { FolioSettings, Position, TargetWeight } from './folio-book.events.js';

/** The account as the caller sees it: undefined when it does not exist or belongs to another firm. */
export interface AccountFact {
  readonly account:
    | {
        readonly firmId: string;
        /** Login ids; of a corporate account the id of the firm. */
        readonly owners: readonly string[];
      }
    | undefined;
}

/** Every command that comes with a body. */
interface FromBody {
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
}

/** Body of a creation; the first three are required. */
export interface FolioInput {
  readonly folioName?: string | null | undefined;
  /** Must equal the account number of the path. */
  readonly accountNumber?: string | null | undefined;
  readonly dividendReinvest?: boolean | null | undefined;
  /** Default true. */
  readonly dividendPayToAccount?: boolean | null | undefined;
  readonly benchmark?: string | null | undefined;
  readonly prepackagedFolioId?: string | null | undefined;
}

/** A new folio with the next number. */
export interface CreateFolio extends FromBody {
  readonly type: 'CreateFolio';
  readonly accountNumber: string;
  readonly input: FolioInput;
  readonly facts: AccountFact & {
    /** Whether the RTG folio of `prepackagedFolioId` exists; of no meaning without one. */
    readonly rtgKnown: boolean;
  };
}

/** Body of `PUT …/folios/{f}` ([folio.update]): what is left out stays, `benchmark: null` takes it away. */
export type FolioChanges = {
  readonly [Key in keyof FolioSettings]?: FolioSettings[Key] | undefined;
} & {
  /** As the GET shows them, or left out: another value is `not.updatable`. */
  readonly prepackagedFolioId?: string | null | undefined;
  readonly modelOid?: string | null | undefined;
  readonly rtgOid?: string | null | undefined;
  /** `C` closes; the present status changes nothing. */
  readonly folioStatus?: string | undefined;
  /** Optional; must equal those of the path. */
  readonly accountNumber?: string | undefined;
  readonly folioNumber?: string | undefined;
};

/** Every command on an existing folio names account and full folio number as the path has them. */
interface OnFolio extends FromBody {
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

/** An item of a list as sent. */
export type Sent<Item> = { readonly [Key in keyof Item]?: Item[Key] | null | undefined };

/** [folio.weights] */
export interface SetTargetWeights extends OnFolio {
  readonly type: 'SetTargetWeights';
  readonly targetWeights: readonly Sent<TargetWeight>[];
  readonly facts: AccountFact & {
    /** Why a restricted account refuses this (`account.restricted.rule`); absent when it does not. */
    readonly restriction?: Problem | undefined;
  };
}

/** Back office: the positions of a folio ([back-office.positions]). */
export interface SetPositions extends OnFolio {
  readonly type: 'SetPositions';
  readonly positions: readonly Sent<Position>[];
  readonly facts: AccountFact;
}

/** Body of a subscription; both fields are required. */
export interface RtgSubscriptionInput {
  /** Must equal the folio number of the path. */
  readonly folioNumber?: string | null | undefined;
  readonly prePackagedFolioOid?: string | null | undefined;
}

/** [rtg.subscribe]: the folio follows an RTG folio model from now on. */
export interface SubscribeToRtg extends OnFolio {
  readonly type: 'SubscribeToRtg';
  readonly input: RtgSubscriptionInput;
  readonly facts: AccountFact & {
    /** Whether the RTG folio of `prePackagedFolioOid` exists; of no meaning without one. */
    readonly rtgKnown: boolean;
    /** Why a restricted account refuses this (`account.restricted.rule`); absent when it does not. */
    readonly restriction?: Problem | undefined;
  };
}

/** What may be asked of the folios of an account. */
export type FolioCommand =
  CreateFolio | UpdateFolio | SetTargetWeights | SetPositions | SubscribeToRtg;
