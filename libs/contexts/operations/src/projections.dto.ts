import { Bool, Code, Digits, Int, ListOf, ListOfText, Text } from '#libs/platform/http';

const POSITION = 'Position in the log, decimal';

/** One generation of a read model. */
export class GenerationResponse {
  @Text('Name of its collection, unique', { example: 'accounts_2' })
  collection!: string;

  @Int('Version of the read model that folded it')
  version!: number;

  @Int('Number of the generation within its version')
  number!: number;

  @Bool('Whether readers get this generation')
  live!: boolean;

  @Text(
    'live; catching-up; ready: complete and held; stopped; retired: no longer folded; standby; unattended: no process folds it',
    { example: 'live' },
  )
  state!: string;

  @Text(POSITION, { example: '4711' })
  position!: string;

  @Int('Number of documents; only for a single read model', { answered: 'maybe' })
  documents?: number;

  @Text('Why it stopped, without event data', {
    answered: 'maybe',
    example: 'TypeError at folio.FolioCreated',
  })
  lastError?: string;
}

export class ProjectionResponse {
  @Text('Name of the read model', { example: 'accounts' })
  name!: string;

  @Int('Version that this build folds')
  version!: number;

  @Text('State of the live generation', { example: 'live' })
  state!: string;

  @Text(POSITION, { example: '4711' })
  position!: string;

  @Text(POSITION, { example: '4711' })
  head!: string;

  @Text('Seconds since it was last complete, decimal', { example: '0.0' })
  lagSeconds!: string;

  @Text('Why it stopped', { answered: 'maybe', example: 'TypeError at folio.FolioCreated' })
  lastError?: string;

  @Text('Position of the event it stopped at, decimal, if an event is the cause', {
    answered: 'maybe',
    example: '4712',
  })
  stoppedAt?: string;

  @ListOfText('Positions of the events that this version skips, decimal', { example: ['4712'] })
  skipped!: string[];

  @ListOf(() => GenerationResponse, 'All generations, including the live one')
  generations!: GenerationResponse[];
}

class DifferingFieldResponse {
  @Text('Name of the field, dotted', { example: 'owners[].login' })
  field!: string;

  @Int('Number of documents in which it differs')
  documents!: number;
}

class DifferingDocumentResponse {
  @Text('Id of the document', { example: 'RA1B2C3D4E' })
  id!: string;

  @Code(
    ['added', 'gone', 'changed'],
    'added: not in the live generation; gone: only in the live generation',
  )
  kind!: string;

  @ListOfText('Differing fields of a changed document', { example: ['status'] })
  fields!: string[];
}

/** How a generation differs from the live one. */
export class GenerationDiffResponse {
  @Text('The live generation', { example: 'accounts_account_v1_g1' })
  live!: string;

  @Text('The generation compared with it', { example: 'accounts_account_v1_g2' })
  collection!: string;

  @Text(POSITION, { example: '4711' })
  position!: string;

  @Int('Identical documents')
  same!: number;

  @Int('Documents missing in the live generation')
  added!: number;

  @Int('Documents only in the live generation')
  gone!: number;

  @Int('Documents with differing fields')
  changed!: number;

  @Int('Documents not compared, because only one of the two has folded their newest event')
  ahead!: number;

  @ListOf(() => DifferingFieldResponse, 'Differing fields, most frequent first')
  fields!: DifferingFieldResponse[];

  @ListOf(() => DifferingDocumentResponse, 'The first 20 of each kind')
  samples!: DifferingDocumentResponse[];
}

/** Query of the progress of a rebuild. */
export class ProgressQuery {
  @Text('Collection of the generation; default: the one being built, or the live one', {
    example: 'accounts_account_v1_g2',
  })
  collection?: string;
}

/** Body of a request for a rebuild. */
export class RebuildDto {
  @Bool('Only build it: it goes live with a switch')
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
  @Digits('Position of the event; default: the one it stopped at', { max: 19, example: '4712' })
  position?: string;

  @Text({ ...REASON, example: 'Fold fails on it, ticket 4711' })
  reason?: string;
}

/** Body of the withdrawal of a skip. */
export class UnskipDto {
  @Digits('Position of the event', { required: true, max: 19, example: '4712' })
  position!: string;

  @Text({ ...REASON, required: true, example: 'Fold repaired, ticket 4711' })
  reason!: string;
}

export class SwitchDto {
  @Text('Collection of the generation')
  collection?: string;
}
