/** What an `Authorization: FOLIOWS …` header says ([auth.signing]). */
export interface SignatureHeader {
  readonly apiKey: string;
  readonly memberId?: string;
  readonly selectedMemberId?: string;
  /** The HMAC, 32 bytes. */
  readonly signature: Buffer;
  /** As signed: decoded, otherwise untouched. */
  readonly timestamp: string;
}

/** Scheme of an `Authorization` header with a signature. */
export const SCHEME = 'FOLIOWS';

/**
 * Reads the parameters after the scheme name: any order, blanks around commas, optional double quotes; values
 * percent-encoded except the key's. Parameters it does not know are passed over.
 * @returns undefined when a parameter is missing, given twice or malformed
 */
export function parseSignatureHeader(parameters: string): SignatureHeader | undefined {
  const found = new Map<string, string>();
  // No value holds a comma: percent-encoding turns it into %2C.
  for (const parameter of parameters.split(',')) {
    const [name, value] = splitParameter(parameter) ?? [];
    if (name === undefined || value === undefined || found.has(name)) return undefined;
    const decoded = name === 'FOLIOWS_API_KEY' ? value : decode(value);
    if (decoded === undefined) return undefined;
    found.set(name, decoded);
  }
  const apiKey = found.get('FOLIOWS_API_KEY');
  const timestamp = found.get('FOLIOWS_TIMESTAMP');
  const signature = Buffer.from(found.get('FOLIOWS_SIGNATURE') ?? '', 'base64');
  if (!apiKey || !timestamp || signature.length !== 32) return undefined;
  const memberId = found.get('FOLIOWS_MEMBER_ID');
  const selectedMemberId = found.get('FOLIOWS_SELECTED_MEMBER_ID');
  return {
    apiKey,
    timestamp,
    signature,
    ...(memberId && { memberId }),
    ...(selectedMemberId && { selectedMemberId }),
  };
}

/** `NAME=value`, the value with or without double quotes. */
function splitParameter(parameter: string): readonly [name: string, value: string] | undefined {
  const equals = parameter.indexOf('=');
  if (equals === -1) return undefined;
  const name = parameter.slice(0, equals).trim().toUpperCase();
  const value = parameter.slice(equals + 1).trim();
  const quoted = value.length >= 2 && value.startsWith('"') && value.endsWith('"');
  const bare = quoted ? value.slice(1, -1) : value;
  return bare.includes('"') ? undefined : [name, bare];
}

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Writes what {@link parseSignatureHeader} reads, with the scheme name. */
export function formatSignatureHeader(header: {
  readonly apiKey: string;
  readonly memberId?: string | undefined;
  readonly selectedMemberId?: string | undefined;
  /** Base64. */
  readonly signature: string;
  readonly timestamp: string;
}): string {
  const parameters = [
    `FOLIOWS_API_KEY=${header.apiKey}`,
    ...(header.memberId === undefined
      ? []
      : [`FOLIOWS_MEMBER_ID=${encodeURIComponent(header.memberId)}`]),
    ...(header.selectedMemberId === undefined
      ? []
      : [`FOLIOWS_SELECTED_MEMBER_ID=${encodeURIComponent(header.selectedMemberId)}`]),
    `FOLIOWS_SIGNATURE=${encodeURIComponent(header.signature)}`,
    `FOLIOWS_TIMESTAMP=${encodeURIComponent(header.timestamp)}`,
  ];
  return `${SCHEME} ${parameters.join(',')}`;
}
