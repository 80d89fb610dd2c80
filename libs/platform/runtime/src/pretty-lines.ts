import { prettyFactory } from 'pino-pretty';

/** What the line of a request begins with, in this order; it is not told again behind it. */
const REQUEST = ['method', 'route', 'status', 'ms'];

/**
 * Makes a line of the log readable for a person: time of day, level, what happened, and the rest of it behind. The stack of an error follows in
 * lines of its own.
 */
export function prettyLines({ colors }: { readonly colors: boolean }): (line: string) => string {
  const pretty = prettyFactory({
    colorize: colors,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: ['pid', ...REQUEST].join(','),
    messageFormat: (log, messageKey) => {
      const { method, route, status, ms } = log as Readonly<Record<string, string | undefined>>;
      const message = log[messageKey] as string | undefined;
      const parts = [message, method, route, status, ms && `${ms} ms`];
      return parts.filter((part) => part !== undefined).join(' ');
    },
  });
  return (line) => (line.startsWith('{') ? pretty(line) : line);
}
