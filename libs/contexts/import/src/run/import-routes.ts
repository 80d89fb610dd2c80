import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import Router from 'find-my-way';
import type { HTTPVersion, Instance } from 'find-my-way';
import { ProblemsException, type Response, type RowRequest } from '#libs/platform/http';
import { type Row, rowsOf } from '#libs/platform/service';

const PREFIX = '/backoffice';

/** As in the router of the application: no resource has a longer parameter. */
const MAX_PARAMETER = 256;

/** No resource has a NUL in its path, and a query or fragment isn't part of a path. */
const NAMES_NOTHING = /%00|[?#]/;

interface ImportRoute {
  readonly row: Row;
  readonly decide: (row: RowRequest<unknown>) => Promise<Response<unknown>>;
}

interface FoundRoute extends ImportRoute {
  readonly params: Readonly<Record<string, string>>;
}

const malformed = (): never => {
  throw new ProblemsException(400, 'The path is malformed.');
};

/** Routes of all back-office rows, discovered in the controllers: whatever can be PUT can be imported. */
@Injectable()
export class ImportRoutes implements OnApplicationBootstrap {
  readonly #router: Instance<HTTPVersion.V1> = Router({
    maxParamLength: MAX_PARAMETER,
    onBadUrl: malformed,
  });

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    for (const controller of this.discovery.getControllers()) {
      const instance = controller.instance as object | undefined;
      if (!instance) continue;
      for (const row of rowsOf(instance.constructor)) {
        const found: ImportRoute = { row, decide: row.decide.bind(instance) };
        this.#router.on('PUT', row.rules.template, () => undefined, found);
      }
    }
  }

  /**
   * Finds the row of a path, with or without `/backoffice`.
   * @throws ProblemsException 404 for an unknown path, 400 for one that can't be decoded
   */
  find(path: string): FoundRoute {
    if (path.startsWith('/') && !NAMES_NOTHING.test(path)) {
      const whole = path.startsWith(`${PREFIX}/`) ? path : PREFIX + path;
      const found = this.#router.find('PUT', whole);
      if (found?.store === null) malformed();
      if (found) {
        const params = found.params as FoundRoute['params'];
        return { params, ...(found.store as ImportRoute) };
      }
    }
    throw new ProblemsException(404, 'The resource does not exist.');
  }
}
