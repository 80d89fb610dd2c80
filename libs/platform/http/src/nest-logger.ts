import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own messages, through the service's logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    // Nest tells each route and module at start; that is for debugging.
    this.logger.debug(entry(details), String(message));
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.logger.warn(entry(details), String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    if (message instanceof Error) this.logger.error({ ...entry(details), err: message });
    else this.logger.error(entry(details), String(message));
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.logger.fatal(entry(details), String(message));
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.logger.debug(entry(details), String(message));
  }

  verbose(message: unknown, ...details: unknown[]): void {
    this.logger.trace(entry(details), String(message));
  }
}

/** Nest puts the name of the class last, and a stack before it. */
function entry(details: readonly unknown[]): Record<string, unknown> {
  const texts = details.filter((detail) => typeof detail === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return { ...(context !== undefined && { context }), ...(stack !== undefined && { stack }) };
}
