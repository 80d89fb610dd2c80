import { Bool, Code, Digits, Int, ListOf, ListOfText, Text } from '#libs/platform/http';

const POSITION = { description: 'Position in the log, decimal' };

/** One generation of a read model. */
export class GenerationResponse {
  @Text({ description: 'Name of its collection, unique', example: 'accounts_2' })
  collection!: string;

  @Int({ description: 'Version of the read model that folded it' })
  version!: number;

  @Int({ description: 'Number of the generation within its version' })
  number!: number;

  @Bool({ description: 'Whether readers get this generation' })
  live!: boolean;

  @Text({
    description:
      'live; catching-up; ready: complete and held; stopped; retired: no longer folded; standby; unattended: no process folds it',
    example: 'live',
  })
  state!: string;

  @Text({ ...POSITION, example: '4711' })
  position!: string;

  @Int({ description: 'Number of documents; only for a single read model', answered: 'maybe' })
  documents?: number;

  @Text({
    description: 'Why it stopped, without event data',
    answered: 'maybe',
    example: 'TypeError at folio.FolioCreated',
  })
  lastError?: string;
}

export class ProjectionResponse {
  @Text({ description: 'Name of the read model', example: 'accounts' })
  name!: string;

  @Int({ description: 'Version that this build folds' })
  version!: number;

  @Text({ description: 'State of the live generation', example: 'live' })
  state!: string;

  @Text({ ...POSITION, example: '4711' })
  position!: string;

  @Text({ ...POSITION, example: '4711' })
  head!: string;

  @Text({ description: 'Seconds since it was last complete, decimal', example: '0.0' })
  lagSeconds!: string;

  @Text({
    description: 'Why it stopped',
    answered: 'maybe',
    example: 'TypeError at folio.FolioCreated',
  })
  lastError?: string;

  @Text({
    description: 'Position of the event it stopped at, decimal, if an event is the cause',
    answered: 'maybe',
    example: '4712',
  })
  stoppedAt?: string;

  @ListOfText({
    description: 'Positions of the events that this version skips, decimal',
    example: ['4712'],
  })
  skipped!: string[];

  @ListOf(() => GenerationResponse, { description: 'All generations, including the live one' })
  generations!: GenerationResponse[];
}

class DifferingFieldResponse {
  @Text({ description: 'Name of the field, dotted', example: 'owners[].login' })
  field!: string;

  @Int({ description: 'Number of documents in which it differs' })
  documents!: number;
}

class DifferingDocumentResponse {
  @Text({ description: 'Id of the document', example: 'RA1B2C3D4E' })
  id!: string;

  @Code(['added', 'gone', 'changed'], {
    description: 'added: not in the live generation; gone: only in the live generation',
  })
  kind!: string;

  @ListOfText({ description: 'Differing fields of a changed document', example: ['status'] })
  fields!: string[];
}

/** How a generation differs from the live one. */
export class GenerationDiffResponse {
  @Text({ description: 'The live generation', example: 'accounts_account_v1_g1' })
  live!: string;

  @Text({ description: 'The generation compared with it', example: 'accounts_account_v1_g2' })
  collection!: string;

  @Text({ ...POSITION, example: '4711' })
  position!: string;

  @Int({ description: 'Identical documents' })
  same!: number;

  @Int({ description: 'Documents missing in the live generation' })
  added!: number;

  @Int({ description: 'Documents only in the live generation' })
  gone!: number;

  @Int({ description: 'Documents with differing fields' })
  changed!: number;

  @Int({
    description:
      'Documents not compared, because only one of the two has folded their newest event',
  })
  ahead!: number;

  @ListOf(() => DifferingFieldResponse, {
    description: 'Differing fields, most frequent first',
  })
  fields!: DifferingFieldResponse[];

  @ListOf(() => DifferingDocumentResponse, { description: 'The first 20 of each kind' })
  samples!: DifferingDocumentResponse[];
}

/** Query of the progress of a rebuild. */
export class ProgressQuery {
  @Text({
    description: 'Collection of the generation; default: the one being built, or the live one',
    example: 'accounts_account_v1_g2',
  })
  collection?: string;
}

/** Body of a request for a rebuild. */
export class RebuildDto {
  @Bool({ description: 'Only build it: it goes live with a switch' })
  hold?: boolean;
}

/** Why an operator did something. */
export const REASON = {
  max: 200,
  printable: 'line',
  trim: true,
  description: 'Reason, for readers of the log. No personal data',
} as const;

export class SkipDto {
  @Digits({
    max: 19,
    description: 'Position of the event; default: the one it stopped at',
    example: '4712',
  })
  position?: string;

  @Text({ ...REASON, example: 'Fold fails on it, ticket 4711' })
  reason?: string;
}

/** Body of the withdrawal of a skip. */
export class UnskipDto {
  @Digits({ required: true, max: 19, description: 'Position of the event', example: '4712' })
  position!: string;

  @Text({ ...REASON, required: true, example: 'Fold repaired, ticket 4711' })
  reason!: string;
}

export class SwitchDto {
  @Text({ description: 'Collection of the generation' })
  collection?: string;
}
