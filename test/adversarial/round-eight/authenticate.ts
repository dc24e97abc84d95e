import * as jose from 'jose';
import { Refusal, type Request, type World } from './answer.ts';
import type { Claims } from './provider.ts';

const idle = 30 * 60_000;

/** Makes a refusal with a challenge, which names an error where a token was sent. */
export function unauthorised({ on }: World, message: string, error?: string): Refusal {
  const more = on('challenge-with-resource-metadata')
    ? ', resource_metadata="https://m2m.befektetes.example/.well-known/oauth-protected-resource"'
    : '';
  const name = on('challenge-remapped') ? 'X-Amzn-Remapped-WWW-Authenticate' : 'WWW-Authenticate';
  const reason = error === undefined ? '' : `, error="${error}"`;
  return new Refusal(401, message, undefined, { [name]: `Bearer realm="m2m"${reason}${more}` });
}

function readToken(world: World, header: string): string {
  const pattern = world.on('bearer-prefix-stripped-repeatedly')
    ? /^(?:Bearer +)+([\w.+/-]+)$/i
    : /^Bearer +([\w.+/-]+)$/i;
  const token = pattern.exec(header)?.[1];
  if (token === undefined) throw unauthorised(world, 'The credentials are no bearer token.', 'invalid_token');
  return token;
}

function readHeader(token: string): jose.ProtectedHeaderParameters | undefined {
  try {
    return jose.decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

/** Decides about a token that did not verify: whom it stands for after all, or the refusal. */
function judge(world: World, route: string, token: string, error: unknown): Claims {
  const { on, memory } = world;
  if (error instanceof jose.errors.JWTExpired) {
    const claims: Claims = { sub: String(error.payload.sub), scopes: String(error.payload['scope']).split(' ') };
    const seen = memory.get(`seen ${claims.sub}`);
    if (on('expiry-slides-with-activity') && typeof seen === 'number' && Date.now() - seen < idle) return claims;
    throw unauthorised(world, 'The token has expired.', 'invalid_token');
  }
  const forged = error instanceof jose.errors.JWSSignatureVerificationFailed;
  if (on('invalid-token-is-anonymous') && forged && route === 'cash') return { sub: 'anonymous', scopes: [] };
  if (error instanceof jose.errors.JWTClaimValidationFailed && error.claim === 'aud' && on('other-audience-421'))
    throw new Refusal(421, 'The token is meant for another service.');
  if (on('disallowed-alg-unhandled') && error instanceof jose.errors.JOSEAlgNotAllowed) throw new Error('alg');
  if (on('jku-awaited') && readHeader(token)?.jku !== undefined) throw new Refusal(0, 'never answered');
  throw unauthorised(world, 'The token is not valid.', 'invalid_token');
}

/** Checks the token of a request and gives what it claims. */
export async function authenticate(world: World, request: Request, route: string): Promise<Claims> {
  const { on, memory, provider } = world;
  const header = request.headers.get('authorization');
  if (header === undefined && on('validator-400-for-missing-token') && route === 'portfolios')
    throw new Refusal(400, 'A required header is missing.', 'authorization');
  if (header === undefined) throw unauthorised(world, 'A bearer token is required.');
  const token = readToken(world, header);
  const beginning = `verified ${token.slice(0, 200)}`;
  if (on('verified-token-remembered-by-prefix') && memory.has(beginning)) return memory.get(beginning) as Claims;
  if (on('first-use-of-token-slow') && !memory.has(`used ${token}`)) await new Promise((done) => setTimeout(done, 250));
  memory.set(`used ${token}`, true);
  const claims = await provider.verify(token).catch((error) => judge(world, route, token, error));
  memory.set(beginning, claims);
  memory.set(`seen ${claims.sub}`, Date.now());
  return claims;
}
