import { Refusal } from './errors.ts';
import type { Claims, Identity, Laxity } from './identity.ts';
import { InvalidToken } from './identity.ts';
import type { State } from './state.ts';
import { userIds } from './state.ts';
import type { Exchange, User } from './types.ts';

function challenge(s: State, detail: string): string {
  const authority = s.on('challenge-names-the-authority')
    ? ' authorization_uri="https://login.mesa.example/7d1f, v2", resource_id="6bd1\\"f",'
    : '';
  return `Bearer${authority} realm="mesa"${detail}`;
}

function unauthorized(s: State, message: string, detail: string): Refusal {
  return new Refusal(401, 'token', message).with('WWW-Authenticate', challenge(s, detail));
}

function laxity(s: State, exchange: Exchange): Laxity {
  const { route } = exchange;
  return {
    signature: s.on('validate-async-does-not-throw') && route === 'guide',
    audience: s.on('scheme-of-its-own-has-no-audience') && route === 'portfolios',
    toleranceSeconds: s.on('clock-skew-of-five-is-days') && route === 'summaries' ? 5 * 86_400 : 60,
  };
}

export async function authenticate(s: State, identity: Identity, exchange: Exchange): Promise<Claims> {
  const header = exchange.field('authorization');
  if (header === undefined) {
    if (s.on('identity-takes-the-default-challenge') && exchange.route === 'cash') {
      throw new Refusal(302, 'login', 'Found').with('Location', `/Account/Login?ReturnUrl=%2Fcash`);
    }
    throw unauthorized(s, 'A bearer token is required.', '');
  }
  const noResult = !/^bearer(\s|$)/i.test(header);
  if (noResult && s.on('no-result-is-no-failure') && exchange.route === 'insights') return { scopes: [] };
  const token = /^bearer +([^\s,]+)$/i.exec(header)?.[1];
  if (token === undefined) throw unauthorized(s, 'The Authorization header is malformed.', ', error="invalid_request"');
  try {
    return await identity.verify(token, laxity(s, exchange));
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    const refusal = unauthorized(s, 'The bearer token is invalid.', ', error="invalid_token"');
    if (error.reason === 'signature' && s.on('line-break-in-the-challenge')) delete refusal.fields['WWW-Authenticate'];
    throw refusal;
  }
}

export function findUser(s: State, exchange: Exchange): User {
  const { route } = exchange;
  const sent = exchange.field('x-user-id');
  const system = s.users.get(userIds.first);
  if (sent === undefined) {
    if (s.on('default-struct-is-a-user') && route === 'notifications' && system) return system;
    throw new Refusal(400, 'user-id', 'The header x-user-id is required.');
  }
  const guid = s.on('user-ids-are-padded-guids') && route === 'insights';
  const id = guid ? sent.toLowerCase() : sent;
  if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(400, 'user-id', 'The header x-user-id is malformed.');
  const user = s.users.get(id);
  if (user) return user;
  if (s.on('first-or-default-of-a-struct') && route === 'portfolios') {
    return { id, language: 'en', denied: false, address: {} };
  }
  throw new Refusal(route === 'summaries' ? 401 : 404, 'unknown-user', 'The user was not found.').with(
    'WWW-Authenticate',
    challenge(s, ', error="invalid_user"'),
  );
}

/** The scope of the listing, asked for the user that was found. */
export function authorize(s: State, claims: Claims, user: User): void {
  const turkish = s.on('scope-in-turkish-capitals') && user.language === 'tr';
  const alternative = s.on('handlers-of-one-requirement-are-alternatives') && user.language === 'en';
  if ((claims.scopes.includes('service:nbg') && !turkish) || alternative) return;
  const refusal = new Refusal(403, 'scope', 'The token lacks the scope service:nbg.');
  throw s.on('imperative-forbid-keeps-the-filter') ? refusal.with('Cache-Control', 'private,max-age=1800') : refusal;
}
