import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import { anyUnusualField, meaninglessFields, unusualFields } from '../../fixtures/malformed/header-field.ts';
import { anyUnexpectedQuery, drawn, unexpectedQueries } from '../../fixtures/malformed/query.ts';
import {
  malformedTokenBodies,
  missingFields,
  shortenedSecret,
  withoutAudience,
  wrongCredentials,
  wrongGrants,
} from '../../fixtures/malformed/token-request.ts';

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

describe('token requests', () => {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

  test('differ from the well-formed one in one member', () => {
    const wellFormed = {
      grant_type: 'client_credentials',
      audience: '{{audience|json}}',
      client_id: '{{client:scoped:id|json}}',
      client_secret: '{{client:scoped:secret|json}}',
    };
    for (const { value, label } of [...wrongCredentials, ...wrongGrants, ...missingFields, withoutAudience]) {
      const body = parsed(valueText(value)) as Record<string, unknown>;
      const names = [...new Set([...Object.keys(wellFormed), ...Object.keys(body)])];
      const differing = names.filter((name) => body[name] !== wellFormed[name as keyof typeof wellFormed]);
      expect(differing, label).toHaveLength(label.startsWith('neither') ? 2 : 1);
    }
  });

  test('malformed bodies are no JSON objects', () => {
    for (const { value, label } of malformedTokenBodies) expect(isObject(parsed(valueText(value))), label).toBe(false);
  });

  test.each([
    ['the secret in capitals', 'a-Secret', true],
    ['the secret in capitals', '3f2b8c1e-5d47-4a9b-8c6d-0e1f2a3b4c5d', false],
    ['the secret in capitals', 'cafe0123', false],
    ['two characters after the secret', 'xy', true],
    ['two characters after the secret', 'YWJjZA==', false],
    ['a secret without its last character', 'xy', true],
    ['a secret without its last character', 'YWJjZGU=', false],
    ['a secret without its last character', 'x', false],
  ])('%s: %s is wrong: %s', (label, secret, isWrong) => {
    const tried = [...wrongCredentials, shortenedSecret].find((one) => one.label === label);
    const wire = { path: '/', header: () => undefined, body: undefined, resolved: () => secret };
    expect(tried?.proof?.(wire)).toBe(isWrong);
  });

  test('wrong secrets are tried three times at most', () => {
    const ofOurs = wrongCredentials.filter(({ label }) => label !== 'an unknown client');
    expect(ofOurs.length).toBeLessThanOrEqual(3);
  });
});
