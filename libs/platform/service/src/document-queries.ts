import { type IQueryHandler, Query, type QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { WantedPage } from '#libs/platform/http';
import type { ReadPoint } from '#libs/platform/kernel';
import {
  type Document,
  type FindOptions,
  type Page,
  type ReadModelDefinition,
  ReadModels,
  type Selected,
} from '#libs/platform/read-models';

/**
 * One document of a read model by its id, at a point of the log: as the route shows it, see `ReadModel.shown`, or `beside` what it
 * shows, where there may be none.
 */
export class DocumentById<D extends Document = Document> extends Query<D | undefined> {
  constructor(
    readonly projection: ReadModelDefinition<D>,
    readonly id: string,
    readonly point: ReadPoint | undefined,
    readonly as: 'shown' | 'beside' = 'shown',
  ) {
    super();
  }
}

/**
 * A page of documents of a read model, at a point of the log; `selected` is `now` where the selection says what the caller may
 * see.
 */
export class DocumentsBy<D extends Document = Document> extends Query<Page<D>> {
  constructor(
    readonly projection: ReadModelDefinition<D>,
    readonly selection: FindOptions,
    readonly point: ReadPoint | undefined,
    readonly selected?: Selected,
  ) {
    super();
  }
}

/** How a list of documents is read, for its answer: what a selection of a read model finds, at a point of the log. */
export function pagesBy<D extends Document>(
  queries: QueryBus,
  projection: ReadModelDefinition<D>,
  selection: Omit<FindOptions, keyof WantedPage>,
  point: ReadPoint | undefined,
  selected?: Selected,
): (wanted: WantedPage) => Promise<Page<D>> {
  return (wanted) =>
    queries.execute(new DocumentsBy(projection, { ...selection, ...wanted }, point, selected));
}

/** Answers {@link DocumentById}. */
@QueryHandler(DocumentById)
export class DocumentByIdHandler implements IQueryHandler<DocumentById> {
  constructor(private readonly readModels: ReadModels) {}

  execute({ projection, id, point, as }: DocumentById): Promise<Document | undefined> {
    const model = this.readModels.of(projection);
    return as === 'shown' ? model.shown(id, point) : model.get(id, point);
  }
}

/** Answers {@link DocumentsBy}. */
@QueryHandler(DocumentsBy)
export class DocumentsByHandler implements IQueryHandler<DocumentsBy> {
  constructor(private readonly readModels: ReadModels) {}

  execute({ projection, selection, point, selected }: DocumentsBy): Promise<Page<Document>> {
    return this.readModels.of(projection).find(selection, point, selected);
  }
}
