import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** Result of an import. */
export interface ImportSent {
  readonly seconds: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

const PIECE = 64 * 1024;

/** Sends lines as one import and reads the responses meanwhile. */
export async function sendImport(
  url: string,
  path: string,
  token: string,
  lines: Iterable<string>,
): Promise<ImportSent> {
  const started = performance.now();
  const sending = request(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  });
  Readable.from(pieces(lines)).pipe(sending);
  const [answer] = (await once(sending, 'response')) as [Readable & { statusCode: number }];
  const statuses: Record<string, number> = {};
  for await (const line of createInterface({ input: answer, crlfDelay: Infinity })) {
    const status = /"status":(\d+)/.exec(line)?.[1] ?? line;
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return { seconds: (performance.now() - started) / 1_000, statuses };
}

function* pieces(lines: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
