import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { weightsIn } from './admission.js';

/** Preferred first. */
const CODINGS = ['br', 'gzip'] as const;

/** A content coding. */
export type Coding = (typeof CODINGS)[number];

/** Shorter bodies fit into one packet uncompressed. */
const SHORT = 1_400;

/** Returns the preferred coding of an `Accept-Encoding` header; undefined if it accepts none. */
export function codingFor(header: string | string[] | undefined): Coding | undefined {
  if (typeof header !== 'string') return undefined;
  const wanted = new Map(weightsIn(header));
  const quality = (coding: Coding): number => wanted.get(coding) ?? wanted.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).sort(
    (one, other) => quality(other) - quality(one),
  );
  return best;
}

/** Returns whether compressing a body saves packets. */
export function isWorthCompressing(body: string | Buffer | Readable): boolean {
  return body instanceof Readable || body.length >= SHORT;
}

/** Compresses a body while it is read. An error of either stream ends both. */
export function compressed(body: string | Buffer | Readable, coding: Coding): Readable {
  const source = body instanceof Readable ? body : Readable.from([body]);
  // As fast as gzip, and smaller.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const coder = coding === 'gzip' ? createGzip({ level: 6 }) : createBrotliCompress(quality);
  return pipeline(source, coder, () => undefined);
}
