import { type Middleware, Refusal, type Request, type World } from './chain.ts';
import { type Claims, peek, readToken, verifyToken } from './credentials.ts';
import type { Language, User } from './domain.ts';
import { parseJson } from './json.ts';
import { guidesScope } from './provider.ts';

const scopeRefusal = () => new Refusal('scope', 403, 'The access token lacks the required scope.');

const scopesOf = ({ scope, scp, permissions }: Claims): unknown[] =>
  [String(scope ?? '').split(' '), scp ?? [], permissions ?? []].flat();

/** Lets only requests with a valid access token pass. */
export const authenticate =
  (world: World): Middleware =>
  (next) =>
  async (request) => {
    const { on, principals, provider } = world;
    const remembered = principals.get(request.socket);
    if (on('connection-remembers-principal') && remembered && !request.headers.has('authorization'))
      return next({ ...request, claims: remembered });
    const token = readToken(world, request);
    if (on('scope-policy-before-signature') && request.route?.scope) {
      const client = provider.clients.get(String(peek(token)?.['client_id']));
      if (client && !client.scope.includes(request.route.scope)) throw scopeRefusal();
    }
    const claims = await verifyToken(world, request, token);
    principals.set(request.socket, claims);
    return next({ ...request, claims });
  };

/** Lets only tokens with the scope of the route pass. */
export const requireScope =
  ({ on }: World): Middleware =>
  (next) => {
    // The flag keeps the place of the last match between two calls.
    const scopeWithMemory = /service:nbg/g;
    return async (request) => {
      const { route, claims = {} } = request;
      const needed = route?.scope ?? (on('scope-everywhere') ? guidesScope : undefined);
      if (needed === undefined) return next(request);
      const granted = on('scope-regex-with-memory')
        ? scopeWithMemory.test(scopesOf(claims).join(' '))
        : scopesOf(claims).includes(needed);
      if (!granted) throw scopeRefusal();
      return next(request);
    };
  };

function readUserId({ on }: World, { headers, query, route }: Request): string | undefined {
  const value = headers.get('x-user-id');
  if (value === undefined && on('user-id-from-query')) return /(?:^|&)(?:x-)?user[-_]?id=([^&]*)/i.exec(query)?.[1];
  if (on('first-of-joined-user-ids')) return value?.split(',')[0]?.trim();
  return on('uppercase-object-id') && route?.name === 'notifications' ? value?.toLowerCase() : value;
}

const newcomer = (id: string): User => {
  const language: Language = 'fi';
  return { id, language, denied: false, emailUsed: true, address: {}, orders: [], snapshots: [] };
};

/** Finds the user on whose behalf the request is made. */
export const identifyUser =
  (world: World): Middleware =>
  (next) =>
  async (request) => {
    const { on, store } = world;
    const isSummaries = request.route?.name === 'summaries';
    const badStatus = on('bad-user-401') ? 401 : 400;
    const id = readUserId(world, request);
    if (id === undefined) throw new Refusal('user-missing', badStatus, 'The header x-user-id is missing.');
    if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal('user-malformed', badStatus, 'The x-user-id is not valid.');
    const user = store.state().users.get(id);
    const isBlank = isSummaries && user?.denied === false && user.snapshots.length === 0;
    if (user === undefined || isBlank) {
      if (user === undefined && on('unknown-user-upserted'))
        store.append([{ type: 'UserCreated', user: newcomer(id) }]);
      const status = isSummaries || on('bad-user-401') ? 401 : 404;
      throw new Refusal('user-unknown', status, 'The user was not found.');
    }
    return next({ ...request, user });
  };

/** Reads the JSON body of the routes that take one. */
export const parseBody =
  (world: World): Middleware =>
  (next) =>
  async (request) => {
    const { route, headers, body } = request;
    if (!route?.takesBody) return next(request);
    const media = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (media !== 'application/json')
      throw new Refusal('media-type', 415, 'The body is to be application/json.', { Accept: 'application/json' });
    if (body.length === 0 && world.on('empty-body-never-answered')) await new Promise(() => {});
    return next({ ...request, json: parseJson(world, route, body) });
  };

/** Reads the query with the platform's decoder, which throws on a lone percent sign. */
export const decodeQuery =
  ({ on }: World): Middleware =>
  (next) =>
  async (request) => {
    if (on('percent-decoding-unguarded')) decodeURIComponent(request.query);
    return next(request);
  };

/** Refuses the parameters that no endpoint knows. */
export const refuseQuery =
  ({ on }: World): Middleware =>
  (next) =>
  async (request) => {
    if (on('query-refused') && request.query !== '')
      throw new Refusal('query', 400, 'The endpoint takes no query parameters.');
    return next(request);
  };
