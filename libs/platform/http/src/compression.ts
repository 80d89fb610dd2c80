import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { weightsIn } from './admission.js';

/** Codings of answers, the preferred one first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Shorter bodies are sent as they are: the connection would send as many packets. */
const SHORT = 1_400;

/** The coding that an `Accept-Encoding` header wants most; undefined where it wants none. */
export function codingFor(header: string | string[] | undefined): Coding | undefined {
  if (typeof header !== 'string') return undefined;
  const wanted = new Map(weightsIn(header));
  const quality = (coding: Coding): number => wanted.get(coding) ?? wanted.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).sort(
    (one, other) => quality(other) - quality(one),
  );
  return best;
}

/** Whether a body is worth it. */
export function isWorthCompressing(body: string | Buffer | Readable): boolean {
  return body instanceof Readable || body.length >= SHORT;
}

/** A body in a coding, as fast as its reader takes it. Whatever ends one ends the other. */
export function compressed(body: string | Buffer | Readable, coding: Coding): Readable {
  const source = body instanceof Readable ? body : Readable.from([body]);
  // as quick as gzip, and smaller
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const coder = coding === 'gzip' ? createGzip({ level: 6 }) : createBrotliCompress(quality);
  return pipeline(source, coder, () => undefined);
}
