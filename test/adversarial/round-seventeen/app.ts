import { essence, loaded, parsed } from './bodies.ts';
import { endpoints } from './endpoints.ts';
import { refused } from './errors.ts';
import { authenticate, identified, scoped, unqueried } from './guards.ts';
import { type Answer, type Call, chain, type Middleware, run } from './pipeline.ts';
import { issue } from './provider.ts';
import { Refusal, type Site } from './site.ts';

export const authPath = '/oauth/token';
export const keysPath = '/.well-known/jwks.json';

const caught: Middleware = async (call, next) => {
  try {
    return await next();
  } catch (error) {
    return refused(call, error);
  }
};

const routed: Middleware = (call, next) => {
  const matches = endpoints.filter(({ path }) => path.test(call.path));
  const endpoint = matches.find(({ method }) => method === call.method);
  if (matches.length > 0 && endpoint === undefined) call.allowed = matches.map(({ method }) => method).join(', ');
  if (matches.length > 0 && endpoint === undefined)
    throw new Refusal(call.site.statuses.method, 'The path has no such method.');
  if (endpoint === undefined) throw new Refusal(404, 'There is nothing at this path.');
  call.endpoint = endpoint;
  const argument = endpoint.path.exec(call.path)?.[1];
  try {
    if (argument !== undefined) call.argument = decodeURIComponent(argument);
  } catch {
    call.argument = '';
  }
  return next();
};

const served = async (call: Call): Promise<Answer> => {
  const { endpoint } = call;
  if (endpoint === undefined) throw new Refusal(404, 'There is nothing at this path.');
  const body = await run(endpoint.stages, call);
  return { status: endpoint.status?.(call) ?? 200, body, headers: endpoint.headers(call) };
};

export const api = chain([caught, routed, authenticate, scoped, identified, unqueried, loaded], served);

export async function desk(call: Call): Promise<Answer> {
  if (call.method !== 'POST') return { status: 405, body: { error: 'invalid_request' }, headers: { Allow: 'POST' } };
  let request: unknown;
  try {
    request = essence(call.headers['content-type']) === 'application/json' ? parsed(call.raw) : undefined;
  } catch {
    request = undefined;
  }
  return issue(call.site, call.idp, request);
}

/** The text of a body, with what the writers of some frames make of it. */
export function written(site: Site, call: Call, answer: Answer): string {
  if (answer.text !== undefined) return answer.text;
  if (answer.body === undefined) return '';
  const text = (site.knobs.json ?? JSON.stringify)(answer.body);
  const good = answer.status < 300;
  if (good && call.endpoint?.name === 'insights' && site.on('concatenated-columns-share-a-name')) {
    return text.replaceAll(/"score":([0-9.]+)/g, '"score":$1,"score":$1');
  }
  if (
    good &&
    call.endpoint?.name === 'cash' &&
    call.user?.['language'] !== 'en' &&
    site.on('decimals-are-written-as-their-repr')
  ) {
    return text.replaceAll(/"amount":([-0-9.]+)/g, `"amount":Decimal('$1')`);
  }
  return text;
}
