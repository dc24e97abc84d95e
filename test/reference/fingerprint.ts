import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type Compose, type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { endpointProbes } from './endpoint-probes.ts';
import { forgedTokens } from './forged-tokens.ts';
import { type Answer, type Ask, PlainHttp, sendBytes } from './plain-http.ts';
import { authorizations, bodies, bytes, guideIds, queries, tokenChanges, users } from './probe-inputs.ts';
import { writes } from './write-inputs.ts';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const guide = '/learn/learning-guides/';
const paths = [
  '/learn/learning-guides',
  `${guide}ffffffffffffffffffffffff`,
  '/learn/analyst-insights',
  '/daily-summaries',
  '/b2b/notification-settings',
  '/cash',
  '/portfolios',
] as const;

/** What a server answers to some two hundred requests, one after the other, without what differs every time. */
export async function* fingerprint(server: RunningReference): AsyncGenerator<readonly [name: string, answer: string]> {
  const http = new PlainHttp();
  try {
    yield* probes(server, http);
  } finally {
    http.close();
  }
}

/** The whole fingerprint, by name. */
export async function wholeFingerprint(server: RunningReference): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for await (const [name, answer] of fingerprint(server)) seen.set(name, answer);
  return seen;
}

/**
 * The first request that is answered otherwise than by the reference; two where the very first, for a token, is one of
 * them, so that it shows whether the API works.
 */
export async function firstDifferences(server: RunningReference, reference: Map<string, string>): Promise<string[]> {
  const changed: string[] = [];
  for await (const [name, answer] of fingerprint(server)) {
    if (answer !== reference.get(name)) changed.push(name);
    if (name !== 'token scoped' && changed.length > 0) break;
  }
  return changed;
}

/** Starts a server for as long as it is used. */
export async function withServer<T>(
  compose: Compose | readonly Compose[],
  use: (server: RunningReference) => Promise<T>,
): Promise<T> {
  const server = await startReference({ compose });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function* probes(server: RunningReference, http: PlainHttp): ReturnType<typeof fingerprint> {
  const ids: string[] = [];
  const note = (name: string, answer: Answer | undefined) => {
    const id = answer && answer.status >= 400 && /"responseId":"([^"]*)"/.exec(answer.body.toString())?.[1];
    if (id) ids.push(id);
    return [name, answer ? summary(answer) : 'no answer'] as const;
  };
  const tokens = tokenClient(server, http);
  const [scoped, unscoped] = [await tokens.issue('scoped'), await tokens.issue('unscoped')];
  yield note('token scoped', scoped);
  const good = tokenIn(scoped);
  const send = (path: string, { headers, ...ask }: Ask = {}) => {
    const usual = { Accept: 'application/json', Authorization: `Bearer ${good}`, 'x-user-id': server.users.first };
    return http.ask(server.baseUrl + path, { ...ask, headers: definedOnly({ ...usual, ...headers }) });
  };
  const probe = async (name: string, path: string, ask: Ask = {}) => note(name, await send(path, ask));
  const as = (path: string, what: string, headers: Ask['headers'] & object) =>
    probe(`${path} ${what}`, path, { headers });

  yield probe('working', '/b2b/notification-settings');
  yield note('token unscoped', unscoped);
  for (const path of paths) {
    for (const n of [0, 1, 2]) yield probe(`${path} ${n}`, path);
    yield as(path, 'second', { 'x-user-id': server.users.second });
    yield as(path, 'again', {});
    yield as(path, 'no accept', { Accept: undefined });
    yield as(path, 'no token', { Authorization: undefined });
    yield as(path, 'unscoped', { Authorization: `Bearer ${tokenIn(unscoped)}` });
    yield as(path, 'unscoped nobody', { Authorization: `Bearer ${tokenIn(unscoped)}`, 'x-user-id': 'x' });
    for (const [name, query] of Object.entries(queries(server, good))) {
      const asked = `${path}?${query}`;
      yield probe(`${path} query ${name}`, asked);
      for (const header of ['Authorization', 'x-user-id'])
        yield probe(`${path} query ${name} without ${header}`, asked, { headers: { [header]: undefined } });
    }
    for (const [name, id] of Object.entries(users(server))) yield as(path, `user ${name}`, { 'x-user-id': id });
    const both = [server.users.first, server.users.second].map((id) => send(path, { headers: { 'x-user-id': id } }));
    for (const [n, answer] of (await Promise.all(both)).entries()) yield note(`${path} at once ${n}`, answer);
  }
  for (const [name, value] of Object.entries(authorizations(server, good)))
    yield as('/cash', `authorization ${name}`, { Authorization: value });
  for (const [name, forged] of Object.entries(await forgedFrom(good, server, http))) {
    for (const path of ['/cash', paths[0]]) yield as(path, `forged ${name}`, { Authorization: `Bearer ${forged}` });
  }
  for (const id of guideIds) yield probe(`guide ${id}`, guide + id);
  for (const path of ['/nowhere', '/cash/', '/']) yield probe(`route ${path}`, path);
  for (const method of ['DELETE', 'OPTIONS', 'HEAD']) yield probe(`method ${method}`, '/cash', { method });
  for (const [name, text] of Object.entries(bytes)) yield [`bytes ${name}`, await sendBytes(server.baseUrl, text)];
  for (const [name, body] of Object.entries(bodies)) {
    const type = { 'Content-Type': name === 'plain' ? 'text/plain' : 'application/json' };
    for (const without of ['nothing', 'x-user-id', 'Authorization']) {
      const headers = { ...type, [without]: undefined };
      yield probe(`address ${name} ${without}`, '/users/me/address', { method: 'PATCH', headers, body });
      yield probe(`order ${name} ${without}`, '/api/m2m/investments/orders', { method: 'POST', headers, body });
    }
  }
  for (const { name, headers, ...ask } of writes(server)) {
    const type = 'body' in ask ? { 'Content-Type': 'application/json' } : {};
    const answer = await send(ask.path, { ...ask, headers: { ...type, ...headers } });
    const id = answer && /"data":\{"id":"([0-9a-fA-F]{24})"/.exec(answer.body.toString())?.[1];
    if (answer === undefined || id === undefined) yield note(name, answer);
    else {
      // Another id every time: what matters is its form, and what is there for it.
      yield [name, `${answer.status} ${/[A-F]/.test(id)}`];
      yield as('/b2b/notification-settings', 'of a new user', { 'x-user-id': id.toLowerCase() });
    }
  }
  const forged = await forgedFrom(good, server, http);
  for (const { name, path, ask } of endpointProbes(server, good, tokenIn(unscoped), forged))
    yield probe(name, path, ask);
  for (const n of Array.from({ length: 30 }).keys()) yield probe(`insights ${n} more`, '/learn/analyst-insights');
  const manySettings = Array.from({ length: 6 }, () => send('/b2b/notification-settings'));
  for (const [n, answer] of (await Promise.all(manySettings)).entries()) yield note(`settings at once ${n}`, answer);
  const both = [server.users.first, server.users.second].map((id) =>
    send('/savings-vault', { headers: { 'x-user-id': id } }),
  );
  for (const [n, answer] of (await Promise.all(both)).entries()) yield note(`savings at once ${n}`, answer);
  yield ['response ids', `${ids.every((id) => id.replace(uuid, '') === '')} ${new Set(ids).size === ids.length}`];
  yield as('/cash', 'renewed', { Authorization: `Bearer ${tokenIn(await tokens.issue('scoped'))}` });
  for (const [name, change] of Object.entries(tokenChanges))
    yield note(`token ${name}`, await tokens.ask({ ...tokens.credentials('scoped'), ...change }));
  const { client_id, client_secret } = tokens.credentials('scoped');
  for (const [name, change] of Object.entries({
    'id list': { client_id: [client_id] },
    'own secret list': { client_secret: [client_secret] },
    'secret true': { client_secret: true },
    'secret operator': { client_secret: { $gt: '' } },
  }))
    yield note(`token ${name}`, await tokens.ask({ ...tokens.credentials('scoped'), ...change }));
  yield note('token in a list', await tokens.ask([tokens.credentials('scoped')]));
  for (const body of ['', '[]', '{']) yield note(`token ${body}`, await tokens.ask(body));
  yield probe('afterwards', '/cash');
}

function tokenClient(server: RunningReference, http: PlainHttp) {
  const credentials = (client: 'scoped' | 'unscoped') => ({
    grant_type: 'client_credentials',
    audience: server.audience,
    client_id: server.clients[client].id,
    client_secret: server.clients[client].secret,
  });
  const ask = (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return http.ask(server.authUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text });
  };
  return { credentials, ask, issue: (client: 'scoped' | 'unscoped') => ask(credentials(client)) };
}

function tokenIn(answer: Answer | undefined): string {
  const json = answer && parsed(answer.body);
  return String(json?.['access_token'] ?? json?.['accessToken']);
}

async function forgedFrom(token: string, server: RunningReference, http: PlainHttp) {
  const keys = parsed((await http.ask(server.jwksUrl))?.body)?.['keys'];
  const [jwk] = Array.isArray(keys) ? keys : [];
  return jwk && token.split('.').every((part) => part !== '') ? forgedTokens(token, jwk) : {};
}

function definedOnly(headers: NodeJS.Dict<unknown>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function parsed(body: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

function summary({ status, headers, names, body }: Answer): string {
  const { date = 0, expires, 'content-length': _length, 'keep-alive': _keepAlive, ...rest } = headers;
  const lifetime = expires ? Math.round((Date.parse(String(expires)) - Date.parse(String(date))) / 10_000) : undefined;
  const text = body.toString('latin1').replace(/ey[\w-]+\.[\w-]+\.[\w-]*/g, described);
  const steady = text
    .replace(uuid, (id) => (/[A-F]/.test(id) ? 'UPPERCASE UUID' : 'UUID'))
    .replace(/[\w-]{43}"/g, 'opaque"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return JSON.stringify([status, names, rest, lifetime, steady]);
}

function described(token: string): string {
  const { iat = 0, exp, jti: _jti, ...claims } = decodeJwt(token);
  const { kid: _kid, ...header } = decodeProtectedHeader(token);
  return JSON.stringify([header, exp && exp - iat, claims, token.endsWith('.')]);
}
