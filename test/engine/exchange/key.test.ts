import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  derivedSeed,
  followUpStep,
  keyText,
  parseKey,
  stepKind,
} from '../../../engine/exchange/key.ts';
import { usedKeys } from '../../../engine/run/sender.ts';

const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('|'));
const anyKey = fc.record({
  requirement: name,
  endpoint: name,
  index: fc.nat(),
  step: name,
  attempt: fc.nat(),
});

test('a key is parsed from its own text', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(parseKey(keyText(key))).toEqual(key);
    }),
  );
});

test.each([
  ...[
    '',
    'a',
    'a|b|0|s',
    'a|b|0|s|0|more',
    'a|b||s|0',
    'a|b|0|s|',
    'a|b|x|s|0',
    'a|b|1.5|s|0',
    'a|b|-1|s|0',
  ],
  '|b|0|s|0',
])('%j is no key', (text) => {
  expect(() => parseKey(text)).toThrow(TypeError);
});

test.each([
  ['case', 'case'],
  ['probe', 'probe'],
  ['control-after', 'control'],
  [followUpStep('control'), 'follow-up'],
  ['again-1', 'repeat'],
  ['shrink-0', 'repeat'],
  ['read-again-1', 'other'],
])('the step %s is of the kind %s', (step, kind) => {
  expect(stepKind({ requirement: 'a/b', endpoint: 'c', index: 0, step, attempt: 0 })).toBe(kind);
});

test('a seed depends only on the run, the requirement and the endpoint', () => {
  const of = (run: number, id: string) =>
    ['GET /cash', 'GET /portfolios'].map((at) => derivedSeed(run, id, at));
  const seeds = [1, 2].flatMap((run) => [...of(run, 'auth/missing'), ...of(run, 'auth/forged')]);
  expect(new Set(seeds).size).toBe(8);
  expect(derivedSeed(1, 'auth/missing', 'GET /cash')).toBe(seeds[0]);
  for (const seed of seeds) expect(seed).toBeLessThan(2 ** 31);
});

const key = { requirement: 'cash/ok', endpoint: 'GET /cash', index: 0, step: 'case', attempt: 0 };

test('a key that was used is refused, and named; a key that differs in any part is accepted', () => {
  const use = usedKeys();
  for (const other of [
    {},
    { requirement: 'a/b' },
    { endpoint: '(run)' },
    { index: 1 },
    { step: 'again-1' },
  ]) {
    use({ ...key, ...other });
  }
  expect(() => use({ ...key, attempt: 1 })).not.toThrow();
  expect(() => use(key)).toThrow(
    new RangeError('two requests under the key cash/ok|GET /cash|0|case|0'),
  );
});
