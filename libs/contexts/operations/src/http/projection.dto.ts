import { Bool, Code, Digits, Int, ListOf, ListOfText, Text } from '#libs/platform/http';

const POSITION = { description: 'Position in the log, decimal' };

/** One generation of a read model. */
export class GenerationAnswer {
  @Text({ description: 'Name of its collection, unique', example: 'accounts_2' })
  collection?: string;

  @Int({ description: 'Version of the read model it was folded with' })
  version?: number;

  @Int({ description: 'Counts the generations of a version' })
  number?: number;

  @Bool({ description: 'Whether readers get it' })
  live?: boolean;

  @Text({
    description:
      'live; catching-up; ready: complete and held; stopped; retired: no longer folded; standby; unattended: no process folds it',
    example: 'live',
  })
  state?: string;

  @Text({ ...POSITION, example: '4711' })
  position?: string;

  @Int({ description: 'Documents in it; for one read model only', answered: 'maybe' })
  documents?: number;

  @Text({
    description: 'Why it stopped, without any data of an event',
    answered: 'maybe',
    example: 'TypeError at folio.FolioCreated',
  })
  lastError?: string;
}

/** A read model and where it stands. */
export class ProjectionAnswer {
  @Text({ description: 'Name of the read model', example: 'accounts' })
  name?: string;

  @Int({ description: 'Version that this build folds' })
  version?: number;

  @Text({ description: 'State of what readers get', example: 'live' })
  state?: string;

  @Text({ ...POSITION, example: '4711' })
  position?: string;

  @Text({ ...POSITION, example: '4711' })
  head?: string;

  @Text({ description: 'Seconds since the documents were complete, decimal', example: '0.000' })
  lagSeconds?: string;

  @Text({
    description: 'Why it stopped',
    answered: 'maybe',
    example: 'TypeError at folio.FolioCreated',
  })
  lastError?: string;

  @Text({
    description: 'Position of the event it stopped at, decimal, where it is one',
    answered: 'maybe',
    example: '4712',
  })
  stoppedAt?: string;

  @ListOfText({
    description: 'Positions of the events that this version goes on without, decimal',
    example: ['4712'],
  })
  skipped?: string[];

  @ListOf(() => GenerationAnswer, { description: 'Its generations, the live one among them' })
  generations?: GenerationAnswer[];
}

class DifferingFieldAnswer {
  @Text({ description: 'Name of the field, dotted', example: 'owners[].login' })
  field?: string;

  @Int({ description: 'Documents that differ in it' })
  documents?: number;
}

class DifferingDocumentAnswer {
  @Text({ description: 'Id of the document', example: 'RA1B2C3D4E' })
  id?: string;

  @Code(['added', 'gone', 'changed'], {
    description: 'added: the live generation does not have it; gone: only the live one has it',
  })
  kind?: string;

  @ListOfText({ description: 'Fields that differ, of a changed one', example: ['status'] })
  fields?: string[];
}

/** How a generation differs from the live one. */
export class GenerationDiffAnswer {
  @Text({ description: 'The live generation', example: 'accounts_account_v1_g1' })
  live?: string;

  @Text({ description: 'The generation beside it', example: 'accounts_account_v1_g2' })
  collection?: string;

  @Text({ ...POSITION, example: '4711' })
  position?: string;

  @Int({ description: 'Documents that are the same in both' })
  same?: number;

  @Int({ description: 'Documents that the live generation does not have' })
  added?: number;

  @Int({ description: 'Documents that only the live generation has' })
  gone?: number;

  @Int({ description: 'Documents with fields that differ' })
  changed?: number;

  @Int({
    description: 'Documents not compared: one of the two has events the other does not have yet',
  })
  ahead?: number;

  @ListOf(() => DifferingFieldAnswer, {
    description: 'Fields that differ, in most documents first',
  })
  fields?: DifferingFieldAnswer[];

  @ListOf(() => DifferingDocumentAnswer, { description: 'The first 20 of each kind' })
  samples?: DifferingDocumentAnswer[];
}

/** Query of the progress of a rebuild. */
export class ProgressQuery {
  @Text({
    description: 'Collection of the generation; default: the one being built, else the live one',
    example: 'accounts_account_v1_g2',
  })
  collection?: string;
}

/** Body of a request for a rebuild. */
export class RebuildDto {
  @Bool({ description: 'Build only; it goes live when a switch says so' })
  hold?: boolean;
}

/** Body of a skip. */
export class SkipDto {
  @Digits({
    max: 19,
    description: 'Position of the event; default: the one it stopped at',
    example: '4712',
  })
  position?: string;
}

/** Body of a switch. */
export class SwitchDto {
  @Text({ description: 'Collection of the generation' })
  collection?: string;
}
