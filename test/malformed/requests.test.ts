import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import { anyUnusualField, meaninglessFields, unusualFields } from '../../fixtures/malformed/header-field.ts';
import { anyUnexpectedQuery, drawn, unexpectedQueries } from '../../fixtures/malformed/query.ts';

let last: IncomingMessage | undefined;
const server = createServer((incoming, response) => {
  last = incoming;
  response.end();
});
let origin = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('unexpected query parameters', () => {
  const all = [...unexpectedQueries, ...drawn(anyUnexpectedQuery, 3, 200)];

  test('are characters of a URI, short, and never a name to which servers give a meaning', () => {
    for (const { value } of all) {
      const text = valueText(value);
      // The one value that is no URI on purpose.
      if (text === 'm2m=%zz') continue;
      expect(text).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/);
      expect(text.length).toBeLessThan(1_300);
      expect(text).not.toMatch(/(^|&)(_method|callback|format|lang|locale|access_token|token|user_?id)=/i);
    }
  });

  test('arrive as they are written', async () => {
    for (const { value } of unexpectedQueries) {
      const path = `/cash?${valueText(value)}`;
      await (await request(`${origin}${path}`)).body.dump();
      expect(last?.url).toBe(path);
    }
  });
});

test('unusual fields pass an HTTP client and a server', async () => {
  const generated = fc.sample(anyUnusualField, { seed: 3, numRuns: 100 });
  for (const { name, value, label } of [...unusualFields, ...meaninglessFields, ...generated]) {
    const { statusCode, body } = await request(origin, { headers: [name, value] });
    await body.dump();
    expect(statusCode, label).toBe(200);
    expect(last?.headers[name.toLowerCase()], label).toBe(value);
  }
});
