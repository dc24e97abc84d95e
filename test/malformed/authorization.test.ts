import fc from 'fast-check';
import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { concat, symbol } from '../../engine/index.ts';
import {
  anyMalformedAuthorization,
  malformedAuthorizations,
  provenMalformedAuthorization,
} from '../../fixtures/malformed/authorization.ts';
import { labelled } from '../../fixtures/malformed/labelled.ts';
import { issueToken, sentValue } from './on-the-wire.ts';

let issued: Awaited<ReturnType<typeof issueToken>>;
let known: Record<string, string>;
const drawn = () => fc.sample(fc.oneof(...anyMalformedAuthorization), { seed: 11, numRuns: 600 });
const sent = (one: Parameters<typeof sentValue>[1]) =>
  sentValue('Authorization', one, provenMalformedAuthorization, known);

beforeAll(async () => {
  issued = await issueToken();
  known = { 'token:scoped': issued.token };
});

/** How frameworks in use take the token out of the header; none of them is wrong to. */
const readers: Readonly<Record<string, (value: string) => string | undefined>> = {
  'Spring Security': (value) => /^Bearer (?<token>[a-zA-Z0-9-._~+/]+=*)$/i.exec(value)?.groups?.['token'],
  'ASP.NET': (value) => (/^bearer /i.test(value) ? value.slice('Bearer '.length).trim() : undefined),
  FastAPI: (value) => {
    const at = value.indexOf(' ');
    return at > 0 && value.slice(0, at).toLowerCase() === 'bearer' ? value.slice(at + 1) : undefined;
  },
  'express-oauth2-jwt-bearer': (value) => {
    const words = value.split(' ');
    return words.length === 2 && /^bearer$/i.test(words[0] ?? '') ? words[1] : undefined;
  },
  'a Go middleware': (value) => {
    const words = value.split(/\s+/).filter((word) => word !== '');
    return words.length === 2 && words[0]?.toLowerCase() === 'bearer' ? words[1] : undefined;
  },
};

describe('values that are no credentials', () => {
  test.each(Object.keys(readers))('%s with a sound verifier refuses every one', async (name) => {
    const all = [...malformedAuthorizations, ...drawn()];
    for (const one of all) {
      const value = await sent(one);
      const token = value === undefined ? undefined : readers[name]?.(value);
      if (token === undefined) continue;
      await expect(jwtVerify(token, await issued.publicKey), `${one.label}: ${value}`).rejects.toBeDefined();
    }
  });

  test('all of the list can be sent, each under its own label', async () => {
    for (const one of malformedAuthorizations) expect(await sent(one), one.label).toBeDefined();
    expect(new Set(malformedAuthorizations.map(({ label }) => label)).size).toBe(malformedAuthorizations.length);
  });

  test('nearly all that are generated can be sent, within the bounds of a header section and of HTTP', async () => {
    const values = await Promise.all(drawn().map(sent));
    const proven = values.filter((value) => value !== undefined);
    expect(proven.length).toBeGreaterThan(values.length * 0.95);
    for (const value of proven) {
      expect(value).toMatch(/^[\x20-\x7e]*$/);
      expect(value.length).toBeLessThan(3_700);
    }
  });
});

describe('never counted as malformed', () => {
  const token = symbol('token:scoped');
  test.each([
    ['the credentials themselves', concat('Bearer ', token)],
    ['another case', concat('bEARER ', token)],
    ['several spaces', concat('Bearer    ', token)],
    ['white space around', concat(' \tBearer ', token, '  ')],
    ['padding that decodes to the same bytes', concat('Bearer ', token, '=')],
  ])('%s', async (label, value) => {
    expect(await sent(labelled(label, value))).toBeUndefined();
  });
});

test.each<[isProven: boolean, what: string, token: string | undefined, value: (token: string) => string]>([
  [true, 'a long token without a scheme', 'x'.repeat(4_000), (token) => token],
  [
    true,
    'a long token with as much before it as any mistake takes',
    'x'.repeat(4_000),
    (token) => 'y'.repeat(64) + token,
  ],
  [true, 'any token, where the run has none', undefined, () => 'Bearer abc'],
  [false, 'an opaque token itself', 'opaque', (token) => `Bearer ${token}`],
  [false, 'an opaque token of any characters', 'a~b!c', (token) => `Bearer ${token}`],
  // No part of it is base64url: nobody decodes it.
  [true, 'an opaque token with padding', 'opaque', (token) => `Bearer ${token}=`],
])('is proven, %j: %s', (isProven, _what, token, value) => {
  const wire = {
    path: '/',
    header: () => value(token ?? ''),
    body: undefined,
    resolved: (symbol: string) => (symbol === 'token:scoped' ? token : undefined),
  };
  expect(provenMalformedAuthorization(wire)).toBe(isProven);
});
