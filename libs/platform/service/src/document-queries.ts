import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  type Document,
  type FindOptions,
  type Page,
  type ReadModelDefinition,
  ReadModels,
} from '#libs/platform/read-models';

/** One document of a read model by its id; never older than `atLeast`, a position in the log. */
export class DocumentById<D extends Document = Document> extends Query<D | undefined> {
  constructor(
    readonly projection: ReadModelDefinition<D>,
    readonly id: string,
    readonly atLeast?: bigint,
  ) {
    super();
  }
}

/** A page of documents of a read model; never older than `atLeast`. */
export class DocumentsBy<D extends Document = Document> extends Query<Page<D>> {
  constructor(
    readonly projection: ReadModelDefinition<D>,
    readonly selection: FindOptions,
    readonly atLeast?: bigint,
  ) {
    super();
  }
}

@QueryHandler(DocumentById)
export class DocumentByIdHandler implements IQueryHandler<DocumentById> {
  constructor(private readonly readModels: ReadModels) {}

  execute({ projection, id, atLeast }: DocumentById): Promise<Document | undefined> {
    return this.readModels.of(projection).get(id, atLeast);
  }
}

@QueryHandler(DocumentsBy)
export class DocumentsByHandler implements IQueryHandler<DocumentsBy> {
  constructor(private readonly readModels: ReadModels) {}

  execute({ projection, selection, atLeast }: DocumentsBy): Promise<Page<Document>> {
    return this.readModels.of(projection).find(selection, atLeast);
  }
}
