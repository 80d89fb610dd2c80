import { md5 } from './legacy.js';
import { bytesToHex } from './utils.js';

/**
 * A request as it is sent.
 * @typedef {{ method: string, url: string, body?: string | Blob | FormData | null }} Sent
 */

/** Time of the newest signature: no two have the same, for a request that is signed like one before it is taken for a replay. */
let lastSigned = 0;

const encoder = new TextEncoder();

/**
 * What signs requests with the shared secret of an API client. The browser keeps the secret as a key that nobody can read again.
 * @param {{ apiKey: string, sharedSecret: string, memberId: string }} credentials the member is optional: ''
 * @returns {Promise<(request: Sent) => Promise<string>>} makes the value of `Authorization`
 */
export async function signer({ apiKey, sharedSecret, memberId }) {
  const secret = encoder.encode(sharedSecret);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  return async ({ method, url, body }) => {
    lastSigned = Math.max(Date.now(), lastSigned + 1);
    const timestamp = new Date(lastSigned).toISOString();
    const bytes = new Uint8Array(await new Response(body ?? '').arrayBuffer());
    const lines = [method.toUpperCase(), url, timestamp, bytesToHex(md5(bytes))].join('\n');
    const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(lines));
    const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
    return `FOLIOWS ${[
      `FOLIOWS_API_KEY=${apiKey}`,
      ...(memberId === '' ? [] : [`FOLIOWS_MEMBER_ID=${encodeURIComponent(memberId)}`]),
      `FOLIOWS_SIGNATURE=${encodeURIComponent(signature)}`,
      `FOLIOWS_TIMESTAMP=${encodeURIComponent(timestamp)}`,
    ].join(',')}`;
  };
}
