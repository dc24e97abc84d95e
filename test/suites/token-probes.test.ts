import { expect, test } from 'vitest';
import { say } from '../../engine/exchange/sentence.ts';
import type { Bound } from '../../engine/index.ts';
import { referenceProfile } from '../../fixtures/profiles/reference.ts';
import { accepting, noProbe, tokenProbes } from '../../suites/token-probes.ts';
import { boundTo } from './asking.ts';

type Declared = Bound['profile']['endpoints'][number];

const declared = (method: string, path: string, safety: Declared['safety'] = 'read'): Declared => {
  return {
    area: 'learn',
    method,
    path,
    parameters: {},
    statuses: [],
    scopes: [],
    takesUser: true,
    safety,
  };
};
const endpoints = [
  declared('GET', '/quotes'),
  declared('POST', '/search'),
  declared('GET', '/refresh', 'write'),
  declared('POST', '/alerts', 'write'),
  declared('POST', '/trades', 'order'),
  declared('GET', '/news'),
];
const bound = (changes: Partial<Bound>) =>
  boundTo('cash', { profile: { ...referenceProfile, endpoints }, ...changes });
const only = (...names: readonly string[]) => ({ covers: (name: string) => names.includes(name) });

test.each<[string, Partial<Bound>, readonly string[]]>([
  ['everything', {}, [...accepting, 'GET /quotes', 'GET /news', 'address']],
  ['two endpoints', only('cash', 'GET /news'), ['cash', 'GET /news']],
  ['nothing', only(), []],
])(
  'reading endpoints show whether a token is accepted, and at last the address: of %s',
  (_what, changes, expected) => {
    expect(tokenProbes(bound(changes))).toEqual(expected);
  },
);

test.each<[string, string, Bound['claim'], readonly string[]]>([
  ['not-run', 'tokens alone', ['authentication'], ['token']],
  [
    'not-run',
    'an endpoint that shows nothing',
    ['authentication', 'investment-orders'],
    ['token', 'orders'],
  ],
  ['not-run', 'a declared one', ['learn'], ['POST /search']],
  ['inconclusive', 'tokens and an area without requests', ['authentication', 'test'], ['token']],
  ['inconclusive', 'an area without requests', ['test'], []],
])(
  '%s if no endpoint shows whether a token is accepted, and the claim contains %s',
  (kind, _what, claim, covered) => {
    const profile = { ...referenceProfile, endpoints: [declared('POST', '/search')] };
    expect(noProbe(bound({ profile, claim, ...only(...covered) }), say`nothing`).kind).toBe(kind);
  },
);
