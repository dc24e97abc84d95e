import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { decodeJwt } from 'jose';
import { ApiError } from './errors.ts';
import { makeBlankUser, type User } from './store.ts';
import { type Grant, neededScope } from './tokens.ts';
import type { World } from './world.ts';

export const grantOf = (res: Response): Grant => res.locals['grant'];
export const userOf = (res: Response): User => res.locals['user'];

const challenge = 'Bearer realm="sparbuch"';

/** Builds the guard that wants a good token. */
export function makeTokenGuard({ on, tokens }: World): RequestHandler {
  const trusted = new WeakMap<Socket, Grant>();
  const missing = (): ApiError =>
    new ApiError(401, 'Bearer token is missing', { headers: { 'WWW-Authenticate': challenge } });
  const frozen = new ApiError(401, 'Bearer token is missing', {
    headers: { 'WWW-Authenticate': challenge },
    responseId: crypto.randomUUID(),
  });

  const invalid = (req: Request): ApiError =>
    new ApiError(401, 'Bearer token is invalid', {
      ...(on('errors-quote-the-token') ? { description: `cannot verify ${req.get('authorization')}` } : {}),
      headers: on('auth-challenge-only-when-missing')
        ? {}
        : { 'WWW-Authenticate': `${challenge}, error="invalid_token"` },
    });

  const readToken = (req: Request): string => {
    const values = req.headersDistinct['authorization'] ?? [];
    const header = values.join(', ');
    if (on('auth-last-word-is-the-token')) return header.split(' ').at(-1) ?? '';
    const token = /^bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1];
    if (on('auth-undecodable-is-400') && token?.split('.').length !== 3)
      throw new ApiError(400, 'Authorization header cannot be parsed');
    if (token === undefined) throw invalid(req);
    return token;
  };

  return async (req, res, next) => {
    const remembered = trusted.get(req.socket);
    if (req.headers.authorization === undefined) {
      if (!on('auth-remembered-on-connection') || !remembered) throw on('errors-thrown-singleton') ? frozen : missing();
      res.locals['grant'] = remembered;
      return next();
    }
    const token = readToken(req);
    if (on('scope-escalation-is-403')) refuseEscalation(token);
    try {
      if (on('auth-only-decoded-on-notifications') && req.path.endsWith('/notification-settings'))
        tokens.checkOnlyClaims(token);
      else res.locals['grant'] = await tokens.verify(token);
    } catch {
      throw invalid(req);
    }
    if (on('auth-remembered-on-connection')) trusted.set(req.socket, grantOf(res));
    next();
  };

  function refuseEscalation(token: string): void {
    let claims: ReturnType<typeof decodeJwt>;
    try {
      claims = decodeJwt(token);
    } catch {
      return;
    }
    const granted = tokens.findClient(claims['azp'])?.scopes ?? [neededScope];
    const claimed = /service:nbg(?![\w-])/.test(JSON.stringify(claims));
    if (claimed && !granted.includes(neededScope)) throw new ApiError(403, 'Token claims more than was granted');
  }
}

/** Builds the guard of the listing: it wants the scope. */
export function makeScopeGuard({ on, now }: World): RequestHandler {
  const refusedUntil = new Map<string, number>();
  return (req, res, next) => {
    const { scopes } = grantOf(res);
    const user = req.get('x-user-id') ?? '';
    const denied = new ApiError(403, 'Token lacks the required scope', {
      headers: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${neededScope}"` },
    });
    if (on('scope-refusal-remembered-by-user') && (refusedUntil.get(user) ?? 0) > now()) throw denied;
    const enough = on('scope-as-substring') ? scopes.join(' ').includes(neededScope) : scopes.includes(neededScope);
    if (enough) return next();
    refusedUntil.set(user, now() + 5_000);
    throw denied;
  };
}

const userPattern = /^[a-f0-9]{24}$/;
const malformed = (): ApiError => new ApiError(400, 'Header x-user-id is malformed');

/** Refuses a user header that could not name a user. */
export const checkUserSyntax: RequestHandler = (req, _res, next) => {
  const id = req.get('x-user-id');
  if (id !== undefined && !userPattern.test(id)) throw malformed();
  next();
};

/** Builds the guard that wants a user who exists. */
export function makeUserGuard({ on, store }: World): RequestHandler {
  const looked = new Map<string, User | undefined>();
  const lastOf = new Map<string, string>();

  const readId = (req: Request, res: Response): string | undefined => {
    const header = req.get('x-user-id');
    if (on('user-first-of-a-list') && req.path.endsWith('/cash')) return header?.split(',')[0]?.trim();
    if (on('user-last-one-of-client') && req.path.endsWith('/portfolios')) {
      const clientId = grantOf(res).clientId;
      if (header === undefined) return lastOf.get(clientId);
      if (store.users.has(header)) lastOf.set(clientId, header);
    }
    return header;
  };

  const find = (id: string, req: Request): User | undefined => {
    if (on('user-miss-cached-as-hit')) {
      if (looked.has(id)) return looked.get(id) ?? makeBlankUser(id);
      looked.set(id, store.users.get(id));
    }
    const user = store.users.get(id);
    if (!user && on('user-created-on-sight') && req.path.endsWith('/notification-settings')) return makeBlankUser(id);
    return user;
  };

  return (req, res, next) => {
    const id = readId(req, res);
    if (id === undefined) throw new ApiError(400, 'Header x-user-id is missing');
    if (!userPattern.test(id)) throw malformed();
    const user = find(id, req);
    if (!user) {
      const shown = req.path.endsWith('/daily-summaries') || on('user-unknown-401');
      throw new ApiError(shown ? 401 : 404, 'User not found', {
        headers: shown ? { 'WWW-Authenticate': challenge } : {},
      });
    }
    res.locals['user'] = user;
    next();
  };
}
