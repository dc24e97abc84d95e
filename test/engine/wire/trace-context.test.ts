import { expect, test } from 'vitest';
import {
  tokenRequest,
  tokenRequestAsForm,
  wellFormed,
} from '../../../engine/catalogue/well-formed.ts';
import {
  type Request,
  symbol,
  withHeader,
  withoutHeader,
  withQuery,
} from '../../../engine/index.ts';
import { tracing } from '../../../engine/wire/trace-context.ts';
import { endpoints } from '../../../suites/endpoints.ts';
import { endpoint, key } from '../samples.ts';

const declared = endpoint({ method: 'GET', path: '/open', user: 'none' });
const traceOf = tracing('a-run', [...endpoints, declared]);
const [cash, address] = ['cash', 'address'].map((name) => {
  const found = endpoints.find((one) => one.name === name) ?? expect.fail();
  return wellFormed(found, undefined);
}) as [Request, Request];
const atAddress = key('case', 0, 'address/x', 'PATCH /users/me/address');
const atToken = key('case', 0, 'token/x', 'POST {auth_url}');

test.each([
  ['the well-formed request', cash],
  ['another query', withQuery(cash, 'a', 'b')],
  ['the second user', withHeader(cash, 'x-user-id', symbol('user:second'))],
  ['another method', { ...cash, method: 'DELETE' }],
  ['another path', { ...cash, path: '/cash/1' }],
  ['another body', { ...address, body: '{' }, atAddress],
  ['the request of another endpoint', cash, atAddress],
  [
    'no user if the endpoint takes none',
    wellFormed(declared, undefined),
    key('case', 0, 'x/y', declared.id),
  ],
  ['a token request', tokenRequest('unscoped'), atToken],
])('a request with %s has a trace context', (_what, request, of = key()) => {
  expect(traceOf(of, request)?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test.each([
  ['no token', withoutHeader(cash, 'authorization')],
  [
    'a forged token',
    withHeader(cash, 'authorization', ['Bearer ', symbol('token:scoped', 'alg-none')]),
  ],
  [
    'a token without the scope',
    withHeader(cash, 'authorization', ['Bearer ', symbol('token:unscoped')]),
  ],
  ['no user', withoutHeader(cash, 'x-user-id')],
  ['an unknown user', withHeader(cash, 'x-user-id', symbol('user:unknown'))],
  [
    'a header twice',
    { ...cash, headers: [...cash.headers, ['x-user-id', symbol('user:first')] as const] },
  ],
  ['an unknown header', withHeader(cash, 'x-debug', '1')],
  ['another Accept', withHeader(cash, 'accept', '*/*')],
  ['another order', { ...cash, headers: cash.headers.toReversed() }],
  [
    'in another case',
    { ...cash, headers: cash.headers.map(([name, value]) => [name.toUpperCase(), value] as const) },
  ],
  ['no Content-Type', withoutHeader(address, 'content-type'), atAddress],
  ['raw bytes', { ...cash, wire: 'raw' as const }],
  ['a form in place of JSON', tokenRequestAsForm('scoped'), atToken],
  [
    'the fields of a token request at the API',
    { ...cash, headers: tokenRequest('scoped').headers },
    atToken,
  ],
])('a request with %s has no trace context', (_what, request, of = key()) => {
  expect(traceOf(of, request)).toBeUndefined();
});

test('the ids are derived from run and key, so each attempt has its own', () => {
  const ids = (run: string, attempt: number) =>
    tracing(run, endpoints)({ ...key(), attempt }, cash)?.traceparent;
  expect(ids('a-run', 0)).toBe(traceOf(key(), cash)?.traceparent);
  expect(ids('a-run', 0)).toBe('00-0eb4f787dcd9e29723a769d355cf9504-379a02e0e5add375-01');
  expect(new Set([ids('a-run', 0), ids('a-run', 1), ids('another-run', 0)]).size).toBe(3);
});
