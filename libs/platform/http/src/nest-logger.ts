import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends Nest's own messages to the service's logger. */
export function nestLogger(logger: Logger): LoggerService {
  const at =
    (level: 'debug' | 'error' | 'fatal' | 'trace' | 'warn') =>
    (message: unknown, ...details: unknown[]): void => {
      // what ends the start, or a call of the application, is thrown too, and its caller reports it
      if (details.includes('ExceptionHandler')) return;
      const isError = level === 'error' && message instanceof Error;
      if (isError) logger.error({ ...entry(details), err: message });
      else logger[level](entry(details), String(message));
    };
  // Nest logs each route and module at start, which is for debugging only.
  const [log, debug, verbose] = [at('debug'), at('debug'), at('trace')];
  return { log, debug, verbose, warn: at('warn'), error: at('error'), fatal: at('fatal') };
}

/** Nest passes the class name last, after an optional stack. */
function entry(details: readonly unknown[]): Record<string, unknown> {
  const texts = details.filter((detail) => typeof detail === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return { ...(context !== undefined && { context }), ...(stack !== undefined && { stack }) };
}
