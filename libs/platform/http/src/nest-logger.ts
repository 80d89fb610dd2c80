import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own messages, through the service's logger. */
export function nestLogger(logger: Logger): LoggerService {
  const at =
    (level: 'debug' | 'error' | 'fatal' | 'trace' | 'warn') =>
    (message: unknown, ...details: unknown[]): void => {
      const isError = level === 'error' && message instanceof Error;
      if (isError) logger.error({ ...entry(details), err: message });
      else logger[level](entry(details), String(message));
    };
  // Nest tells each route and module at start; that is for debugging.
  const [log, debug, verbose] = [at('debug'), at('debug'), at('trace')];
  return { log, debug, verbose, warn: at('warn'), error: at('error'), fatal: at('fatal') };
}

/** Nest puts the name of the class last, and a stack before it. */
function entry(details: readonly unknown[]): Record<string, unknown> {
  const texts = details.filter((detail) => typeof detail === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return { ...(context !== undefined && { context }), ...(stack !== undefined && { stack }) };
}
