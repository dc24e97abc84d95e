import { expect, test } from 'vitest';
import { type Request, symbol } from '../../../engine/index.ts';
import { Vault } from '../../../engine/secrets/vault.ts';
import { resolve } from '../../../engine/wire/resolve.ts';

const vault = new Vault();
vault.set('token:scoped', 'abc\r\nX-Injected: 1', 'secret');
vault.set('guide:0', '../x y\r\nX-Injected: 1\u00e9\ud800', 'plain');
vault.set('guide:1', '65a1c0ffee0000000000a001', 'plain');
const request: Request = { origin: 'api', method: 'GET', path: '/cash', headers: [], wire: 'http' };

test.each(['http', 'raw'] as const)(
  'a token with a line break is not sent in a header (%s)',
  async (wire) => {
    const headers = [['Authorization', ['Bearer ', symbol('token:scoped')]]] as const;
    expect(await resolve({ ...request, headers, wire }, vault, {})).toMatchObject({
      lost: 'no-credential',
    });
  },
);

test('the id of a guide stays one path segment', async () => {
  const path = async (name: string) =>
    resolve({ ...request, path: ['/learning-guides/', symbol(name)] }, vault, {});
  expect(await path('guide:0')).toMatchObject({
    path: '/learning-guides/..%2Fx%20y%0D%0AX-Injected%3A%201%C3%A9%EF%BF%BD',
  });
  expect(await path('guide:1')).toMatchObject({
    path: '/learning-guides/65a1c0ffee0000000000a001',
  });
});
