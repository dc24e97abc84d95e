import { describe, expect, test } from 'vitest';
import type { Bound } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import { accepting, unwitnessed, witnesses } from '../../suites/witnesses.ts';
import { boundTo } from './asking.ts';

type Declared = Bound['profile']['endpoints'][number];

const declared = (method: string, path: string, safety: Declared['safety'] = 'read'): Declared => ({
  area: 'learn',
  method,
  path,
  parameters: {},
  statuses: [],
  scopes: [],
  takesUser: true,
  safety,
});

const bound = (endpoints: readonly Declared[], changes: Partial<Bound> = {}): Bound =>
  boundTo('cash', { profile: { ...referenceProfile, endpoints }, ...changes });

describe('what shows whether a token is accepted', () => {
  const endpoints = [
    declared('GET', '/quotes'),
    declared('POST', '/search'),
    declared('GET', '/refresh', 'write'),
    declared('POST', '/alerts', 'write'),
    declared('POST', '/trades', 'order'),
    declared('GET', '/news'),
  ];

  test('is what reads, as specified and then as declared, and at last the address', () => {
    expect(witnesses(bound(endpoints))).toEqual([...accepting, 'GET /quotes', 'GET /news', 'address']);
  });

  test('is nothing that may not be asked', () => {
    const covers = (name: string) => name === 'cash' || name === 'GET /news';
    expect(witnesses(bound(endpoints, { covers }))).toEqual(['cash', 'GET /news']);
    expect(witnesses(bound(endpoints, { covers: () => false }))).toEqual([]);
  });
});

describe('where nothing shows it, the claim', () => {
  test.each<[string, string, Bound['claim'], readonly string[]]>([
    ['not-run', 'of tokens alone', ['authentication'], ['token']],
    ['not-run', 'with an endpoint that shows nothing', ['authentication', 'investment-orders'], ['token', 'orders']],
    ['not-run', 'with a declared one', ['learn'], ['POST /search']],
    ['unanswered', 'with an area of which nothing is asked beside tokens', ['authentication', 'test'], ['token']],
    ['unanswered', 'with an area of which nothing is asked', ['test'], []],
  ])('is %s: %s', (kind, _what, claim, covered) => {
    const covers = (name: string) => covered.includes(name);
    expect(unwitnessed(bound([declared('POST', '/search')], { claim, covers }), 'nothing').kind).toBe(kind);
  });
});
