import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder } from '../cli/command.ts';
import { requestsOf } from './replay.ts';
import type { Target } from './target.ts';

const folder = emptyFolder();
afterAll(folder.remove);

test('requests are replayed as they were sent, with the redacted secrets put back', () => {
  const har = join(folder.path, 'exchanges.har');
  const request = {
    method: 'PATCH',
    url: 'http://127.0.0.1:4000/m2m/users/me/address?a=%20b',
    headers: [
      { name: 'Authorization', value: 'Bearer {{token:scoped}}' },
      { name: 'X-USER-ID', value: '{{user:second}}' },
      { name: 'x-other', value: '{{token:forged}}' },
      { name: 'Content-Length', value: '7' },
    ],
    postData: { text: '{"a":1}' },
  };
  const token = {
    ...request,
    method: 'POST',
    url: 'http://127.0.0.1:4000/oauth/token',
    headers: [],
    postData: undefined,
  };
  const odd = { request: { ...request, headers: [{ name: 'X-Probe', value: 'a\u0001' }] } };
  writeFileSync(
    har,
    JSON.stringify({
      log: { entries: [{ request }, { request: { ...request, method: 'CONNECT' } }, odd, { request: token }] },
    }),
  );
  const target = { baseUrl: 'http://127.0.0.1:4000/m2m', users: { first: 'f', second: 's' } } as Target;
  expect(requestsOf(har, target, 't.o.k')).toEqual([
    {
      method: 'PATCH',
      path: '/m2m/users/me/address?a=%20b',
      headers: [
        ['Authorization', 'Bearer t.o.k'],
        ['X-USER-ID', 's'],
        ['x-other', 'x'],
      ],
      body: '{"a":1}',
    },
    { method: 'POST', path: '/oauth/token', headers: [] },
  ]);
});
