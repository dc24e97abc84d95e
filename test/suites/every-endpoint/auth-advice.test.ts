import { describe, expect, test } from 'vitest';
import type { Requirement } from '../../../engine/catalogue/check.ts';
import { byEvidence } from '../../../engine/outcome/advice.ts';
import { forged } from '../../../suites/every-endpoint/auth-forged.ts';
import { missing } from '../../../suites/every-endpoint/auth-missing.ts';
import { guidesRequired } from '../../../suites/every-endpoint/scope-guides.ts';

type Facts = Parameters<typeof byEvidence>[2];
type Shown = Parameters<typeof byEvidence>[1];

const alone = { of: 2, times: 2 };
const never = { of: 2, times: 0 };

/** The advice for a finding, which recurred so often when its request was sent again alone. */
function suspects(
  { causes }: Requirement,
  cause: string,
  facts: Facts,
  reproduced: Shown['reproduced'] = alone,
  more: Partial<Shown> = {},
): readonly string[] {
  const shown = { facts: {}, places: [], reproduced, ...more };
  return byEvidence(causes?.[cause]?.advice ?? [], shown, facts).map(({ suspect }) => suspect);
}

const [decoded, named] = [
  'The code decodes the token',
  'The verifier takes the algorithm or the key',
];
const [open, cached] = ['The verifier fails open', 'The result of the verification is cached'];
const remembered = 'A cache, session or connection remembers';

test.each<[string, string, Facts, Shown['reproduced']?]>([
  [decoded, 'altered-signature', { keyFrom: 'none' }],
  [decoded, 'foreign-key', { keyFrom: 'none' }],
  [decoded, 'foreign-key', { keyFrom: 'none' }, { of: 0, times: 0 }],
  [named, 'foreign-key', { keyFrom: 'token' }],
  [named, 'unsigned', { keyFrom: 'token' }],
  [open, 'unsigned', { keyFrom: 'fallback' }],
  [open, 'known-secret', { keyFrom: 'fallback' }],
  [remembered, 'altered-signature', { keyFrom: 'none' }, never],
  [cached, 'genuine-signature', { keyFrom: 'none' }],
  [cached, 'genuine-signature', { keyFrom: 'none' }, never],
  [named, 'genuine-signature', { keyFrom: 'token' }],
  [remembered, 'accepted-on-connection', {}],
])('%s: auth/forged, %s, %j', (first, cause, facts, reproduced) => {
  expect(suspects(forged, cause, facts, reproduced)[0]).toContain(first);
});

test.each([
  ['The route or a cache runs before the guard', 'accepted', false],
  ['The guard also takes a token from the query', 'accepted', true],
  ['The guard also takes a token from the query', 'elsewhere-accepted', true],
  ['The code maps this refusal to another status', 'other-status', false],
])('%s: auth/missing, %s', (first, cause, isElsewhere) => {
  expect(suspects(missing, cause, { isElsewhere })[0]).toContain(first);
});

describe('scope/guides-required', () => {
  const later = (facts: Facts, more: Partial<Shown> = {}) =>
    suspects(guidesRequired, 'accepted', facts, never, more);
  const variable = 'A variable or a session remembers that an earlier token had the scope.';

  test('suspects the route if the token is always accepted', () => {
    expect(suspects(guidesRequired, 'accepted', {})[0]).toContain('The route declares no scope');
  });

  test('suspects no route if some requests are refused', () => {
    expect(later({ shown: 3, of: 13 }).join()).not.toContain('The route declares no scope');
    expect(later({ shown: 3, of: 13 })).toContain(variable);
  });

  test('suspects a cache, and no variable, if a new URL is refused', () => {
    const request = { method: 'GET', url: '/', headers: [] };
    const otherwise = { 'new-url': { times: 0, of: 1 } };
    const recipe = { steps: [{ request }, { request }], judged: 1, otherwise };
    const [first, ...others] = later({}, { recipe });
    expect(first).toContain('sends the listing before the scope is checked');
    expect(others).not.toContain(variable);
  });
});
