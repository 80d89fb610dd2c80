import { ISSUER } from './issuer.js';

/** Key in the session storage of the sign-in under way: what the answer is checked with, and the view to return to. */
const ATTEMPT = 'signIn';

/** The page, without query and view: where the issuer sends the browser back to. */
const redirectUri = () => location.origin + location.pathname;

/** Host of the issuer at which people sign in; undefined if they paste a token. */
export const issuerHost = ISSUER && new URL(ISSUER.issuer).host;

/** What the issuer offers. The library is loaded only to sign in. */
async function issuer() {
  if (ISSUER === undefined) throw new Error('No issuer is configured.');
  const oauth = await import('./oauth4webapi.js');
  const url = new URL(ISSUER.issuer);
  const options = { [oauth.allowInsecureRequests]: url.protocol === 'http:' };
  const found = await oauth.discoveryRequest(url, options);
  const server = await oauth.processDiscoveryResponse(url, found);
  return { ...ISSUER, oauth, options, server };
}

/** Leaves the page for the issuer: OAuth 2 authorization code with PKCE (RFC 7636). The answer comes in the fragment, which no log shows. */
export async function beginSignIn() {
  const { oauth, server, clientId, scope, audience } = await issuer();
  if (server.authorization_endpoint === undefined) throw new Error('The issuer has no sign-in.');
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  sessionStorage.setItem(ATTEMPT, JSON.stringify({ verifier, state, view: location.hash }));
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    response_mode: 'fragment',
    client_id: clientId,
    redirect_uri: redirectUri(),
    scope,
    audience,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  location.assign(url);
}

/**
 * The access token, if the browser has just come back from the issuer; then the address shows the view again from which it left.
 * @returns {Promise<string | undefined>}
 */
export async function endSignIn() {
  const answer = new URLSearchParams(location.hash.slice(1));
  if (ISSUER === undefined || !answer.has('state')) return undefined;
  const attempt = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? '{}');
  sessionStorage.removeItem(ATTEMPT);
  history.replaceState(null, '', redirectUri() + (attempt.view ?? ''));
  if (attempt.state === undefined) throw new Error('This sign-in was not begun in this tab.');
  const { oauth, server, clientId, options } = await issuer();
  const client = { client_id: clientId };
  try {
    const code = oauth.validateAuthResponse(server, client, answer, attempt.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      code,
      redirectUri(),
      attempt.verifier,
      options,
    );
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    return access_token;
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) throw refusal(error);
    if (error instanceof oauth.ResponseBodyError) throw refusal(error);
    throw error;
  }
}

/** @param {{ error: string, error_description?: string }} answer of the issuer */
function refusal({ error, error_description: why }) {
  return new Error(`${issuerHost} refused: ${why ?? error}`);
}
