import { expect, test } from 'vitest';
import { type Request, sentHeader, valueText, type WireForm } from '../../engine/index.ts';
import { saysElsewhere, tokenElsewhere, userElsewhere } from '../../fixtures/malformed/other-places.ts';

const bare: Request = { origin: 'api', method: 'PATCH', path: '/x', headers: [['Accept', '*/*']], wire: 'http' };
const address: Request = { ...bare, body: ['{"address":{"line1":"', { symbol: 'unique' }, '"}}'] };

/** What would be sent with a token of that length. */
function sent(request: Request, length: number) {
  const wire: WireForm = {
    path: '/x',
    header: () => undefined,
    body: undefined,
    resolved: () => 'x'.repeat(length),
  };
  return tokenElsewhere(request).filter(({ proof }) => proof?.(wire) ?? true);
}

test('the token stands in cookies, fields, query and body, and never in Authorization', () => {
  const all = sent(address, 700);
  const cookie = '{{token:scoped}}';
  expect(all.map(({ label }) => label)).toEqual([
    'in the cookie access_token, token, jwt',
    'in X-Access-Token, X-Auth-Token, X-Authorization',
    'in X-Forwarded-Authorization, X-Forwarded-Access-Token, X-Amzn-Oidc-Accesstoken',
    'in Token, Access-Token, X-JWT-Assertion',
    'in the query parameters jwt and auth_token',
    'in the query parameters bearer_token and id_token',
    'in the body as access_token',
  ]);
  expect(all.every(({ request }) => sentHeader(request, 'Authorization').length === 0)).toBe(true);
  expect(all.every(({ request }) => saysElsewhere(request, 'token:scoped'))).toBe(true);
  expect(sentHeader(all[0]?.request ?? bare, 'Cookie')).toEqual([
    `access_token=${cookie}; token=${cookie}; jwt=${cookie}`,
  ]);
  expect(sentHeader(all[1]?.request ?? bare, 'X-Authorization')).toEqual([`Bearer ${cookie}`]);
  const body = valueText(all.at(-1)?.request.body ?? '');
  expect(body).toBe('{"access_token":"{{token:scoped|json}}","address":{"line1":"{{unique}}"}}');
});

test('a body that is no object, or none, is left as it is', () => {
  const labels = (body: string | undefined) => tokenElsewhere(body === undefined ? bare : { ...bare, body }).length;
  expect(new Set([labels(undefined), labels('[]'), labels('{}'), labels('"text"')]).size).toBe(1);
});

test('a token that is too long for several places at a time is sent to one after the other, and a longer one to none', () => {
  expect(sent(bare, 1_083)).toHaveLength(6);
  expect(sent(bare, 1_084)).toHaveLength(3 * 4 + 2);
  expect(sent(bare, 3_350)).toHaveLength(3 * 4 + 2);
  expect(sent(bare, 3_351)).toHaveLength(2);
});

test('the id stands in fields of other names, none of which is the header itself', () => {
  const [fields, query, body] = userElsewhere(address);
  const names = fields?.request.headers.map(([name]) => name.toLowerCase().replaceAll('_', '-')) ?? [];
  expect(names).not.toContain('x-user-id');
  expect(new Set(names).size).toBe(names.length);
  expect(sentHeader(fields?.request ?? bare, 'Cookie')[0]).toContain('; userId={{user:first}}; ');
  expect(valueText(query?.request.path ?? '')).toContain('?userid={{user:first|url}}&user={{user:first|url}}&');
  expect(valueText(body?.request.body ?? '')).toMatch(/^\{"userId":"\{\{user:first\|json\}\}",.*"address"/);
  for (const one of [fields, query, body]) expect(saysElsewhere(one?.request ?? bare, 'user:first')).toBe(true);
  const wire = (length: number) => ({ path: '', header: () => '', body: '', resolved: () => 'x'.repeat(length) });
  expect([2_450, 2_451].map((length) => fields?.proof?.(wire(length)))).toEqual([true, false]);
});

test('a single parameter, or nothing at all, is not said elsewhere', () => {
  const once = { ...bare, path: ['/x?token=', { symbol: 'token:scoped', forge: 'url' }] };
  expect([bare, once].map((request) => saysElsewhere(request, 'token:scoped'))).toEqual([false, false]);
});

test('what is said in the path once and not in the body is not said elsewhere', () => {
  const once = { ...address, path: ['/x?token=', { symbol: 'token:scoped' }] };
  expect(saysElsewhere(once, 'token:scoped')).toBe(false);
});

test('a target longer than 2,000 characters is not sent', () => {
  const inQuery = tokenElsewhere(bare).filter(({ label }) => label.includes('query'));
  const wire = (length: number) => ({
    path: 'x'.repeat(length),
    header: () => undefined,
    body: undefined,
    resolved: () => 'x',
  });
  for (const { proof } of inQuery) {
    expect([2_000, 2_001].map((length) => proof?.(wire(length)))).toEqual([true, false]);
  }
  expect(inQuery).toHaveLength(2);
});

test('without a token there is room for the id', () => {
  const wire = { path: '/', header: () => undefined, body: undefined, resolved: () => undefined };
  expect(userElsewhere(bare)[0]?.proof?.(wire)).toBe(true);
});
