import type { ServerResponse } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify';
import { Answer } from './answer.js';
import { findExchange } from './exchange.js';
import { closeWhenStopping, sendAnswer } from './respond.js';

/** Options of the adapter, on top of Fastify's. */
export type AdapterOptions = FastifyServerOptions & { readonly skipMiddie: boolean };

/**
 * Nest's Fastify adapter with this service's ways of answering: controllers may return an {@link Answer}, and unknown
 * routes and errors are the application's, not Nest's.
 */
export class HttpAdapter extends FastifyAdapter {
  constructor(options: AdapterOptions) {
    super(options as FastifyServerOptions);
  }

  override reply(
    response: FastifyReply | ServerResponse,
    body: unknown,
    statusCode?: number,
  ): FastifyReply {
    if ('request' in response) {
      if (body instanceof Answer) return sendAnswer(response, body);
      closeWhenStopping(response, findExchange(response.request));
    }
    return super.reply(response, body, statusCode);
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }
}
