import { describe, expect, test } from 'vitest';
import { valueText } from '../../engine/index.ts';
import type { RunFacts } from '../../engine/run/facts.ts';
import { forgedTokens, mintedTokens, signatureOfAnother } from '../../fixtures/malformed/forged-token.ts';
import { anyUnexpectedQuery, drawn, unexpectedQueries } from '../../fixtures/malformed/query.ts';
import {
  malformedTokenBodies,
  missingFields,
  provenCrosswise,
  wrongCredentials,
  wrongGrants,
} from '../../fixtures/malformed/token-request.ts';
import { badCredentials } from '../../suites/authentication/token-refusals.ts';
import { boundTo } from '../suites/asking.ts';
import { seeds } from './at-standard.ts';

/** What robustness/unexpected-query draws at depth standard. */
const atStandard = 10;

type Pairs = readonly (readonly [name: string, value: string])[];
const pairs = (query: string): Pairs => [...new URLSearchParams(query)];
const name = (isOf: (text: string) => boolean) => (query: string) => pairs(query).some(([text]) => isOf(text));
const value = (isOf: (text: string) => boolean) => (query: string) => pairs(query).some(([, text]) => isOf(text));

const queries: Readonly<Record<string, (query: string) => boolean>> = {
  'a name that nobody knows': name((text) => text === 'm2m-unexpected'),
  'a name of paging': name((text) => /^(limit|page|offset|size)$/.test(text)),
  'a parameter several times': (query) => new Set(pairs(query).map(([text]) => text)).size < pairs(query).length,
  brackets: name((text) => text.endsWith('[]')),
  'brackets over 20 deep': name((text) => /(\[a\]){21}/.test(text)),
  'an index far beyond': name((text) => /\[\d{5,}\]/.test(text)),
  'a name that every object has': name((text) => text in {}),
  'a name of prototypes in brackets': name((text) => /^(__proto__|constructor)\[/.test(text)),
  'an empty name': name((text) => text === ''),
  'an empty value': value((text) => text === ''),
  'no value': (query) => /^\w+$/.test(query),
  'no pair': (query) => /^&+$/.test(query),
  'a number beyond double precision': value((text) => /^\d{16,}$/.test(text)),
  'a percent sign of its own': (query) => /%(?![0-9a-f]{2})/i.test(query),
  'an encoded percent sign': (query) => query.includes('%25'),
  'no UTF-8': (query) => /%ff/i.test(query),
  'letters beyond ASCII': value((text) => /\p{L}/u.test(text.replace(/[\x00-\x7f]/g, ''))),
  'a character of four bytes': value((text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
  'control characters': value((text) => /[\u0001-\u001f]/.test(text)),
  markup: value((text) => text.includes('<')),
  'an operator': name((text) => text.startsWith('$')),
  'over 512 characters in a value': value((text) => text.length > 512),
  'over 32 parameters': (query) => pairs(query).length > 32,
};

describe('unexpected queries', () => {
  const listed = unexpectedQueries.map((one) => valueText(one.value));

  test.each(Object.keys(queries))('%s is always among them', (what) => {
    expect(listed.some((query) => queries[what]?.(query))).toBe(true);
  });

  test('are each of a class that is stated', () => {
    expect(listed.filter((query) => !Object.values(queries).some((isOf) => isOf(query)))).toEqual([]);
  });

  test('are drawn from every class in turn, so that no seed leaves one out', () => {
    expect(anyUnexpectedQuery.length).toBeLessThanOrEqual(atStandard);
    for (const seed of seeds) {
      const labels = new Set(drawn(anyUnexpectedQuery, seed, atStandard).map(({ label }) => label));
      expect(labels.size).toBe(anyUnexpectedQuery.length);
    }
  });

  test('fewer draws are the first of more, and another seed draws others', () => {
    const texts = (seed: number, count: number) =>
      drawn(anyUnexpectedQuery, seed, count).map((one) => valueText(one.value));
    expect(texts(3, 120).slice(0, 10)).toEqual(texts(3, 10));
    expect(texts(3, 10).slice(0, 4)).toEqual(texts(3, 4));
    expect(texts(3, 10)).not.toEqual(texts(4, 10));
    expect(texts(3, 0)).toEqual([]);
  });
});

describe('what is the same with every seed', () => {
  test.each([
    ['unverified', 8],
    ['unsigned', 8],
    ['foreign-key', 8],
    ['known-secret', 5],
  ] as const)('forged tokens of the family %s', (family, least) => {
    const all = [...forgedTokens, ...mintedTokens];
    expect(all.filter((one) => one.family === family).length).toBeGreaterThanOrEqual(least);
  });

  test('credentials of two clients are sent where both are known and differ in id and secret', () => {
    const clients = { 'client:scoped:id': 'a', 'client:scoped:secret': 'b', 'client:unscoped:id': 'c' };
    const proven = (known: Readonly<Record<string, string>>) =>
      provenCrosswise({ path: '', header: () => undefined, body: '', resolved: (symbol) => known[symbol] });
    expect(proven({ ...clients, 'client:unscoped:secret': 'd' })).toBe(true);
    expect(proven({ ...clients, 'client:unscoped:secret': 'b' })).toBe(false);
    expect(proven({ ...clients, 'client:unscoped:id': 'a', 'client:unscoped:secret': 'd' })).toBe(false);
    expect(proven(clients)).toBe(false);
    expect(proven({ 'client:unscoped:id': 'c', 'client:unscoped:secret': 'd' })).toBe(false);
  });

  test('and are not asked for where the second client got no token', () => {
    const bodies = (more: Partial<RunFacts>) => {
      const bound = boundTo('token', { facts: { tokens: {}, refusedTokens: {}, guideIds: [], ...more } });
      const { boundary } = badCredentials.kind === 'check' ? badCredentials.cases(bound) : { boundary: [] };
      return boundary.map(({ request }) => valueText(request.body ?? '')).filter((text) => text.includes('unscoped'));
    };
    expect(bodies({})).toEqual([]);
    expect(bodies({ servesSecondClient: true })).toMatchObject([
      expect.stringMatching(/\{\{client:unscoped:id.*\{\{client:unscoped:secret\|splice:-1:1/),
      expect.stringMatching(/\{\{client:unscoped:id.*\{\{client:scoped:secret/),
    ]);
  });

  test.each([
    ['payload-altered', 'payload'],
    ['signature-altered', 'signature'],
    ['header-added', 'header'],
    ['alg-removed', 'alg'],
    ['own-key:no-kid', 'kid'],
    ['own-key-jku', 'jku'],
    ['own-key-x5c', 'x5c'],
    ['own-key-embedded-jwk', 'jwk'],
  ])('a token with a forged part: %s', (operation) => {
    expect(forgedTokens.some(({ token }) => valueText(token).includes(`|${operation}`))).toBe(true);
  });

  test('token requests: each credential missing, null and of another type, and each type of body', () => {
    const labels = [...wrongCredentials, ...wrongGrants, ...missingFields, ...malformedTokenBodies].map(
      ({ label }) => label,
    );
    for (const member of ['client_id', 'client_secret', 'grant_type']) {
      expect(labels).toContain(`no ${member}`);
      expect(labels).toContain(`${member} null`);
    }
    expect(labels.filter((label) => /array|object|true|operator/.test(label)).length).toBeGreaterThanOrEqual(5);
    expect(labels).toEqual(expect.arrayContaining(['an empty body', 'JSON null', 'a number', 'a JSON text']));
  });
});

test('the signature of another token is none of another where both were given the same, or the same claims', () => {
  const proves = (scoped: string, unscoped: string) =>
    signatureOfAnother.proof?.({
      path: '/',
      header: () => undefined,
      body: undefined,
      resolved: (symbol) => (symbol === 'token:scoped' ? scoped : unscoped),
    });
  expect(proves('h.p.s', 'h.q.s')).toBe(true);
  expect(proves('h.p.s', 'h.p.s')).toBe(false);
  expect(proves('h.p.s', 'h.p.t')).toBe(false);
});
