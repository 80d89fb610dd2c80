import { md5 } from './legacy.js';
import { bytesToHex } from './utils.js';

/**
 * A request as it is sent.
 * @typedef {{ method: string, url: string, body?: string | Blob | FormData | null }} Sent
 */

/** Time of the newest signature. Times must differ, because an equal signature is refused as a replay. */
let lastSigned = 0;

const encoder = new TextEncoder();

/**
 * Makes a function that signs requests with the shared secret of an API client. The secret becomes a key that can't be exported.
 * @param {{ apiKey: string, sharedSecret: string, memberId: string }} credentials without a member: ''
 * @returns {Promise<(request: Sent) => Promise<string>>} returns the value of `Authorization`
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
