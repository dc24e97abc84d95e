import { randomUUID } from 'node:crypto';
import { badInput, GraphError, unauthenticated } from './errors.ts';
import type { Identity } from './identity.ts';
import type { ApiRequest } from './request.ts';
import type { User, World } from './world.ts';

const credentials = /^bearer +([^\s,]+)$/i;
const userId = /^[a-f0-9]{24}$/;

export async function authenticate(
  identity: Identity,
  request: ApiRequest,
  endpoint: string,
): Promise<readonly string[]> {
  const value = request.header('authorization');
  if (value === undefined) throw unauthenticated('A bearer token is required.');
  const token = credentials.exec(value)?.[1];
  if (token === undefined) throw unauthenticated('The Authorization header holds no bearer token.');
  return identity.scopesOf(token, endpoint);
}

/** Scopes as a directive has them: one of the outer lists has to be held in full. */
function required(world: World, endpoint: string): readonly (readonly string[])[] {
  const scoped = world.habits.scopedEndpoints ?? ['guides'];
  if (!scoped.includes(endpoint)) return [[]];
  return world.on('composition-appends-to-the-outer-list') ? [['service:nbg'], ['service:read']] : [['service:nbg']];
}

export function authorise(world: World, scopes: readonly string[], endpoint: string): void {
  if (required(world, endpoint).some((all) => all.every((scope) => scopes.includes(scope)))) return;
  const refusal = new GraphError('The token lacks a required scope.', 'UNAUTHORIZED_FIELD_OR_TYPE');
  const byPrefix = world.on('codes-are-mapped-by-their-beginning') && refusal.code.startsWith('UNAUTH');
  const challenge = 'Bearer realm="graph", error="insufficient_scope"';
  throw new GraphError(refusal.message, refusal.code, {
    httpStatus: byPrefix ? 401 : 403,
    headers: { 'www-authenticate': challenge },
  });
}

function malformed(world: World, endpoint: string, message: string): GraphError {
  if (endpoint !== 'portfolios' || !world.on('loader-keeps-the-rejection-of-null')) return badInput(message);
  return world.recall('rejection:null', () => new GraphError(message, 'BAD_USER_INPUT', { responseId: randomUUID() }));
}

function unknown(world: World, request: ApiRequest, endpoint: string): GraphError {
  const message = 'User not found.';
  if (endpoint === 'summaries') {
    const redacted = world.on('errors-of-a-subgraph-are-redacted');
    return unauthenticated(redacted ? 'Subgraph errors redacted' : message);
  }
  if (endpoint === 'notifications' && world.on('head-and-body-take-two-of-the-errors')) {
    return new GraphError(message, 'NOT_FOUND', { bodyStatus: 400 });
  }
  if (endpoint === 'insights' && world.on('response-ids-are-global-object-ids')) {
    const global = Buffer.from(`Response:${randomUUID()}`).toString('base64');
    return new GraphError(message, 'NOT_FOUND', { responseId: global });
  }
  if (endpoint === 'cash' && world.on('extensions-carry-the-call-of-the-subgraph')) {
    const headers = { authorization: request.header('authorization') };
    return new GraphError(message, 'NOT_FOUND', {
      members: { extensions: { service: 'users', request: { headers } } },
    });
  }
  return new GraphError(message, 'NOT_FOUND');
}

export function identify(world: World, request: ApiRequest, endpoint: string): User | undefined {
  const given = request.header('x-user-id');
  if (given === undefined) {
    if (endpoint === 'insights' && world.on('viewer-is-included-where-there-is-an-id')) return undefined;
    throw malformed(world, endpoint, 'The header x-user-id is required.');
  }
  const literal = endpoint === 'insights' && world.on('literals-are-not-parsed-as-values-are');
  const id = literal && given.length === 24 ? Buffer.from(given, 'hex').toString('hex') : given;
  if (!userId.test(id)) throw malformed(world, endpoint, 'The header x-user-id is malformed.');
  const user = world.users.get(id);
  if (user !== undefined) return user;
  if (endpoint === 'portfolios' && world.on('plan-omits-a-fetch-for-the-key-alone')) {
    const address = { line1: '', city: '', postalCode: '', countryCode: 'GB' };
    return { id, language: 'en', denied: false, scale: 0, overdraft: null, address };
  }
  throw unknown(world, request, endpoint);
}
