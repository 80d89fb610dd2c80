/** The part of a proof that a browser can check (docs/audit.md, “By hand”): line digests and signatures. The service's verifier checks more. */

const EXPORT = 'brokerage-audit-export/1';
const ROOT = 'brokerage-audit-root/1';
const text = new TextEncoder();

/** @typedef {{ kid: string, x: string, kty: string, crv: string }} Key */

/**
 * Checks an export: each line ends with a digest over all lines so far, and the last one is signed.
 * @param {string} exported
 * @param {readonly Key[]} keys
 */
export async function checkedExport(exported, keys) {
  const lines = exported.trimEnd().split('\n');
  let previous = await digest(EXPORT);
  let events = 0;
  for (const [index, line] of lines.entries()) {
    const { kind, line: expected, signature, keyId, key } = JSON.parse(line);
    const last = kind === 'manifest';
    const unsigned = last ? without(line, 'signature', signature) : line;
    const bare = without(unsigned, 'line', expected);
    previous = await digest(`${previous}\n${bare}`);
    if (previous !== expected) return failed(events, `Line ${index + 1} is not what was exported.`);
    if (kind === 'event') events += 1;
    if (!last) continue;
    if (index !== lines.length - 1) return failed(events, 'There are lines after the end.');
    const known = keys.find(({ kid }) => kid === (keyId ?? key?.kid));
    if (known === undefined) {
      return failed(events, 'Signed with a key that the service does not publish.');
    }
    if (!(await isSigned(`${EXPORT}\n${unsigned}`, signature, known))) {
      return failed(events, 'The signature does not belong to this export.');
    }
    return { ok: true, events, text: 'Complete, and signed by this service.' };
  }
  return failed(events, 'The end is missing.');
}

/**
 * Checks the signature of each root, and its reference to the previous day.
 * @param {readonly import('./answers.js').Answers['Root'][]} roots newest first
 * @param {readonly Key[]} keys
 */
export async function checkedRoots(roots, keys) {
  /** @type {Map<string, { ok: boolean, text: string }>} */
  const verdicts = new Map();
  for (const [index, one] of roots.entries()) {
    const { day, root, streams, position, previous, keyId, signature } = one;
    const before = roots[index + 1];
    const key = keys.find(({ kid }) => kid === keyId);
    const signed = JSON.stringify([ROOT, day, root, streams, position, previous]);
    const flaw =
      key === undefined
        ? 'signed with a key that the service does not publish'
        : !(await isSigned(signed, signature, key))
          ? 'the signature does not belong to this root'
          : before !== undefined && before.root !== previous
            ? 'does not follow the previous day'
            : undefined;
    verdicts.set(day, { ok: flaw === undefined, text: flaw ?? 'signed, follows the previous day' });
  }
  return verdicts;
}

/** @param {number} events @param {string} text */
function failed(events, text) {
  return { ok: false, events, text };
}

/** Removes the last field of a line. @param {string} line @param {string} field @param {string} value */
function without(line, field, value) {
  const end = `,"${field}":"${value}"}`;
  return line.endsWith(end) ? `${line.slice(0, -end.length)}}` : line;
}

/** @param {string} data */
async function digest(data) {
  return base64url(await crypto.subtle.digest('SHA-256', text.encode(data)));
}

/** @param {string} data @param {string} signature @param {Key} key */
async function isSigned(data, signature, { kty, crv, x }) {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytes(signature), text.encode(data));
}

/** @param {ArrayBuffer} buffer */
function base64url(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} encoded base64url */
function bytes(encoded) {
  return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
    one.charCodeAt(0),
  );
}
