import { prettyFactory } from 'pino-pretty';

/** Fields that start the line of a request, in this order; they are not repeated after it. */
const REQUEST = ['method', 'route', 'status', 'ms'];

/** Formats a log line for people: time of day, level, message, then the other fields; the stack of an error follows on separate lines. */
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
