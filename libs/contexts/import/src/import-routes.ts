import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import Router, { type HTTPVersion, type Instance } from 'find-my-way';
import { plainProblem, ProblemsException, RouteCall } from '#libs/platform/http';
import { type PartitionOf, partitionOf, RolesGuard } from '#libs/platform/service';

const PREFIX = '/backoffice';
/** As in the application's own router: a longer parameter names nothing. */
const MAX_PARAMETER = 256;

/** A NUL names nothing, as in a request of its own; a query or a fragment is no part of a path. */
const NAMES_NOTHING = /%00|[?#]/;

/** A route that lines may name. */
export interface ImportRoute {
  readonly route: RouteCall;
  /** Tells which lines have to keep their order; absent where every line before and after does. */
  readonly partition: PartitionOf | undefined;
}

/** The route a path names. */
export interface FoundRoute extends ImportRoute {
  readonly params: Readonly<Record<string, string | undefined>>;
}

const malformed = (): never => {
  throw new ProblemsException(400, [plainProblem(400, 'The path is malformed.')]);
};

/** Every PUT of the back office, by its path: found in the controllers, so that what can be put can be imported. */
@Injectable()
export class ImportRoutes implements OnApplicationBootstrap {
  readonly #router: Instance<HTTPVersion.V1> = Router({
    maxParamLength: MAX_PARAMETER,
    onBadUrl: malformed,
  });

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    const guards = new Map([[RolesGuard, new RolesGuard()]]);
    for (const { instance } of this.discovery.getControllers()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const route of RouteCall.of(instance as object, RequestMethod.PUT, PREFIX, guards)) {
        const found: ImportRoute = { route, partition: partitionOf(route.handler) };
        this.#router.on('PUT', route.template, () => undefined, found);
      }
    }
  }

  /**
   * The route of a path, with or without `/backoffice`.
   * @throws ProblemsException 404 when there is none, 400 for a path that can't be decoded
   */
  find(path: string): FoundRoute {
    if (path.startsWith('/') && !NAMES_NOTHING.test(path)) {
      const whole = path.startsWith(`${PREFIX}/`) ? path : PREFIX + path;
      const found = this.#router.find('PUT', whole);
      if (found?.store === null) malformed();
      if (found) return { params: found.params, ...(found.store as ImportRoute) };
    }
    throw new ProblemsException(404, [plainProblem(404, 'The resource does not exist.')]);
  }
}
