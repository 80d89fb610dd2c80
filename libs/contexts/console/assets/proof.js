/**
 * What a browser checks of proof by itself (docs/audit.md, “By hand”): digests of lines and signatures. The verifier of the service checks more.
 */

const EXPORT = 'brokerage-audit-export/1';
const ROOT = 'brokerage-audit-root/1';
const text = new TextEncoder();

/** @typedef {{ kid: string, x: string, kty: string, crv: string }} Key */

/**
 * Lines that end with digests over those before, and the signature of the last one.
 * @param {string} exported
 * @param {readonly Key[]} keys
 */
export async function checkedExport(exported, keys) {
  const lines = exported.trimEnd().split('\n');
  let previous = await digest(EXPORT);
  let events = 0;
  for (const [index, line] of lines.entries()) {
    const { kind, line: said, signature, keyId, key } = JSON.parse(line);
    const last = kind === 'manifest';
    const unsigned = last ? without(line, 'signature', signature) : line;
    const bare = without(unsigned, 'line', said);
    previous = await digest(`${previous}\n${bare}`);
    if (previous !== said) return failed(events, `Line ${index + 1} is not what was exported.`);
    if (kind === 'event') events += 1;
    if (!last) continue;
    if (index !== lines.length - 1) return failed(events, 'There is something behind the end.');
    const known = keys.find(({ kid }) => kid === (keyId ?? key?.kid));
    if (known === undefined)
      return failed(events, 'It is signed with a key the service does not publish.');
    if (!(await isSigned(`${EXPORT}\n${unsigned}`, signature, known))) {
      return failed(events, 'The signature is not of this export.');
    }
    return { ok: true, events, text: 'Complete, and signed by this service.' };
  }
  return failed(events, 'Its end is missing.');
}

/**
 * Each root signed, and each naming the one of the day before.
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
    const said =
      key === undefined
        ? 'signed with a key the service does not publish'
        : !(await isSigned(signed, signature, key))
          ? 'the signature is not of this root'
          : before !== undefined && before.root !== previous
            ? 'does not follow the day before'
            : undefined;
    verdicts.set(day, { ok: said === undefined, text: said ?? 'signed, follows the day before' });
  }
  return verdicts;
}

/** @param {number} events @param {string} text */
function failed(events, text) {
  return { ok: false, events, text };
}

/**
 * A line without the field that stands at its end.
 * @param {string} line
 * @param {string} field
 * @param {string} value
 */
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
