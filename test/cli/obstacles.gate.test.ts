import { createServer as createHttp2, createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { forLoopback } from '../../fixtures/hostile/certificates.ts';
import { type Compose, override, type Visit } from '../../fixtures/reference/index.ts';
import { variablesOf } from './command.ts';
import { hearing, workspace } from './workspace.ts';

const { call, result, serve, write } = workspace();
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => void server.close()));

/** Starts a server on loopback. Returns its URL. */
async function at(scheme: 'http' | 'https', server: Server): Promise<string> {
  servers.push(server.on('tlsClientError', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (status: number, value: unknown) => () =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
const page = (status: number) => () =>
  new Response('<!doctype html><title>Portal</title>', { status });
const error = (status: number, message: string) =>
  json(status, { status, error: { message }, responseId: 'a' });
const responding = (isToken: boolean, respond: (visit: Visit) => Response): Compose =>
  override(
    'respond',
    (original) => (visit, response) =>
      (visit.endpoint === 'token') === isToken ? respond(visit) : original(visit, response),
  );
const token = (respond: (visit: Visit) => Response) => ({ compose: [responding(true, respond)] });
const api = (respond: (visit: Visit) => Response) => ({ compose: [responding(false, respond)] });
const nowhere = 'http://127.0.0.1:9';
const { cert, key } = forLoopback;

interface Case {
  readonly compose?: readonly Compose[];
  readonly variables?: Readonly<Record<string, string>> | (() => Promise<Record<string, string>>);
}

const set = (variables: NonNullable<Case['variables']>): Case => ({ variables });
const required = { cert, key, requestCert: true, rejectUnauthorized: true };
const silent = override('intercept', (original) => (request, response) => {
  return request.method === 'GET' || original(request, response);
});
const nobody = 'https://nobody.invalid/v1';
const noToken = /is not a token endpoint: it responds with 404.+M2M_AUTH_URL/;

test.each<[cause: string, Case, sentence: RegExp]>([
  [
    'a token endpoint whose host does not resolve',
    set({ M2M_AUTH_URL: nobody }),
    /nobody\.invalid does not resolve \(ENOTFOUND\)\. Check target\.authUrl \(M2M_AUTH_URL\)\./,
  ],
  [
    'an API whose host does not resolve',
    set({ M2M_BASE_URL: nobody }),
    /nobody\.invalid does not resolve \(ENOTFOUND\)\. Check target\.baseUrl \(M2M_BASE_URL\)\./,
  ],
  [
    'no server',
    set({ M2M_BASE_URL: nowhere }),
    /127\.0\.0\.1:9 refuses connections \(ECONNREFUSED\)\..+M2M_BASE_URL/,
  ],
  [
    'a silent API',
    { compose: [silent] },
    /does not respond \(no complete response within 200 ms, see --timeout\)\..+M2M_BASE_URL/,
  ],
  [
    'a wrong path',
    set({ M2M_BASE_URL: 'append /wrong' }),
    /Every endpoint responds with 404.+M2M_BASE_URL/,
  ],
  ['a token endpoint that is not there', token(error(404, 'Not found')), noToken],
  [
    'a token endpoint that allows no POST',
    token(json(405, {})),
    /is not a token endpoint: it responds with 405/,
  ],
  [
    'a page in place of the token endpoint',
    token(page(200)),
    /is not a token endpoint: it responds with 200/,
  ],
  [
    'a wrong secret',
    set({ M2M_CLIENT_SECRET: 'no' }),
    /refuses the client: 40[01].+M2M_CLIENT_ID.+M2M_CLIENT_SECRET/,
  ],
  [
    'an unknown client',
    token(json(400, { error: 'invalid_client' })),
    /refuses the client: 400.+M2M_CLIENT_ID/,
  ],
  [
    'a refused audience',
    token(json(403, { error: 'audience' })),
    /refuses the audience "[^"]+": 403.+M2M_AUDIENCE/,
  ],
  [
    'a token for another audience',
    api(error(401, 'Unauthorized')),
    /refuses the access token.+401.+M2M_AUDIENCE/,
  ],
  [
    'an unknown user',
    set({ M2M_USER_ID: '0a1b2c3d4e5f60718293a4b5' }),
    /refuses the first user: 40[134].+M2M_USER_ID/,
  ],
  [
    'x-user-id removed',
    api(error(400, 'x-user-id is missing')),
    /x-user-id is missing.+although each request contains/,
  ],
  ['a page in place of the API', api(page(200)), /Every endpoint responds with 200.+M2M_BASE_URL/],
  [
    'a certificate that is not trusted',
    set(async () => ({ M2M_AUTH_URL: await at('https', createServer({ cert, key })) })),
    /certificate that is not trusted \((DEPTH|SELF)\S+\)\. Set network\.ca/,
  ],
  [
    'a client certificate that is required',
    set(async () => ({ M2M_AUTH_URL: await at('https', createServer(required)) })),
    /requires a client certificate.+et network\.clientCertificate/,
  ],
  [
    'a target that speaks only HTTP/2',
    set(async () => ({ M2M_BASE_URL: await at('http', createHttp2()) })),
    /HTTP\/1\.1 .+HTTP\/2, put a proxy.+M2M_BASE_URL/,
  ],
  [
    'a target that speaks only HTTP/2, with TLS',
    set(async () => ({ M2M_BASE_URL: await at('https', createSecureServer({ cert, key })) })),
    /refuses HTTP\/1\.1 .+put a proxy that accepts HTTP\/1\.1 in front of it.+M2M_BASE_URL/,
  ],
])(
  '%s stops the run with one sentence',
  async (cause, { compose = [], variables = {} }, sentence) => {
    write('ca.pem', cert);
    write('ca.json', { network: { ca: 'ca.pem' } });
    const seen: string[] = [];
    const reference = await serve([
      hearing(({ method, url }) => seen.push(`${method} ${url}`)),
      ...compose,
    ]);
    const given = typeof variables === 'function' ? await variables() : variables;
    const all = { ...variablesOf(reference), ...given };
    const base =
      all['M2M_BASE_URL'] === 'append /wrong' ? { M2M_BASE_URL: `${reference.baseUrl}/wrong` } : {};
    const args = `run --allow writes --timeout 200 --out o --no-allure${cause.match(/required|with TLS/) ? ' -c ca.json' : ''}`;
    const { code, stdout } = await call(args, { ...all, ...base });
    const { obstacle, failures, run, requirements } = result('o');
    expect({ code, failures }).toEqual({ code: 3, failures: [] });
    expect(obstacle).toMatch(sentence);
    expect(obstacle).toMatch(/\. See docs\/troubleshooting\.md#[a-z-]+\.$/);
    expect(stdout.replace(/\s+/g, ' ').split(String(obstacle))).toHaveLength(2);
    expect(stdout).toMatch(/^Not assessed: \d+ requirements\n {4}Reason: /m);
    expect(run.requests).toBeLessThan(10);
    expect(seen.length).toBeLessThan(10);
    expect(seen.filter((one) => one.startsWith('PATCH'))).toEqual([]);
    expect(
      new Set(requirements.filter(({ claimed }) => claimed).map(({ reason }) => reason)),
    ).toEqual(new Set([obstacle]));
  },
);
