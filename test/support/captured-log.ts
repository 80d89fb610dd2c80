import { createLogger } from '#libs/platform/runtime';

/** A logger that keeps its warnings and errors, one line each. */
export function captureLog(): {
  readonly logger: ReturnType<typeof createLogger>;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { logger: createLogger({ level: 'warn', destination }), lines };
}
