import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** A Fastify adapter that leaves unknown routes and errors to the application. */
export class HttpAdapter extends FastifyAdapter {
  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }
}
