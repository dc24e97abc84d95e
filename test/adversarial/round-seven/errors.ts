import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type Middleware, Refusal, type Request, type World } from './chain.ts';
import { refusedText } from './texts.ts';

function newResponseId({ on, memory }: World, kind: string): string {
  if (on('error-instance-reused') && kind === 'user-malformed') {
    const id = memory.get('user-malformed') ?? randomUUID();
    memory.set('user-malformed', id);
    return String(id);
  }
  if (on('response-id-uppercase')) return randomUUID().toUpperCase();
  return randomUUID();
}

const internal = new Refusal('internal', 500, 'Something went wrong.');

function describe({ on }: World, { path }: Request, kind: string) {
  if (on('file-path-in-description') && kind === 'guide-unknown')
    return { description: `ENOENT: no such file or directory, open '/srv/app/content${path}.json'` };
  return on('errors-without-description') ? {} : { description: null };
}

function apiError(world: World, request: Request, { kind, status, message }: Refusal): object {
  const { on } = world;
  const localised = on('errors-localised') && request.user ? refusedText[request.user.language] : message;
  const stated = on('not-found-body-under-401') && kind === 'user-unknown' && status === 401 ? 404 : status;
  const error = { message: localised, ...describe(world, request, kind) };
  const problem = on('errors-problem-json') ? { type: 'about:blank', title: message } : {};
  return { ...problem, status: stated, error, responseId: newResponseId(world, kind) };
}

function challenges({ on }: World, { kind, status }: Refusal): Record<string, string | string[]> {
  if (status !== 401) return {};
  const isBadToken = kind.startsWith('token-') && kind !== 'token-missing';
  const detail = isBadToken ? ', error="invalid_token"' : '';
  const bearer = `Bearer realm="invest"${detail}`;
  return { 'WWW-Authenticate': on('several-challenges') ? [bearer, 'DPoP algs="ES256 PS256"'] : bearer };
}

/** Turns a refusal into the answer that a client sees. */
export function renderRefusal(world: World, request: Request, refusal: Refusal): Answer {
  const { on } = world;
  const { kind, status } = refusal;
  const headers = { 'Cache-Control': 'no-store', ...refusal.headers, ...challenges(world, refusal) };
  if (on('plain-text-for-expired') && kind === 'token-expired')
    return { status, headers: { ...headers, 'Content-Type': 'text/plain' }, text: 'Jwt is expired' };
  if (on('gateway-json-without-header') && kind === 'token-missing')
    return { status, headers, body: { message: 'Unauthorized', request_id: randomBytes(16).toString('hex') } };
  const media = on('errors-problem-json') ? 'application/problem+json' : 'application/json';
  const stale = world.memory.get(`summaries:${request.headers.get('x-user-id')}`);
  const isTokenRefusal = kind.startsWith('token-') && request.route?.name === 'summaries';
  const left = on('stale-summaries-in-401') && isTokenRefusal ? stale : undefined;
  const body = { ...(left ?? {}), ...apiError(world, request, refusal) };
  return { status, headers: { ...headers, 'Content-Type': media }, body };
}

/** Catches whatever a later step throws; later steps may have learned more about the request. */
export const reportErrors =
  (world: World): Middleware =>
  (next) =>
  async (request) => {
    try {
      return await next(request);
    } catch (error) {
      return renderRefusal(world, request, error instanceof Refusal ? error : internal);
    }
  };
