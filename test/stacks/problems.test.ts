import { expect, test } from 'vitest';
import type { Case } from './cases.ts';
import { problemsOf } from './problems.ts';
import type { Row } from './row.ts';
import type { Fault, Stack } from './stack.ts';

const fault: Fault = {
  id: 'wrong',
  title: 'Wrong',
  mechanism: 'cache-key',
  breaks: 'guides/localised',
};
const start = () => Promise.reject(new Error('not started'));
const stack: Stack = {
  id: 'some',
  title: 'Some',
  needs: {},
  variations: [],
  faults: [fault],
  start,
};
const run = {
  stack: 'some',
  kind: 'fault',
  id: 'wrong',
  seed: 1,
  depth: 'quick',
  requests: 1,
  seconds: 1,
} as const;
const good: Row = { ...run, verdict: 'conformant', said: {}, open: {}, errors: [] };
const written: Case = { stack, kind: 'as-written' };
const warned: Case = { ...written, stack: { ...stack, warns: { 'guides/vary': 'RFC 9110' } } };
const withFault = (changes: Partial<Fault> = {}): Case => ({
  stack,
  kind: 'fault',
  fault: { ...fault, ...changes },
});
const saying = (...ids: readonly string[]): Row => ({
  ...good,
  said: Object.fromEntries(ids.map((id) => [id, 'so'])),
});
const notJudged: Row = { ...good, verdict: 'inconclusive', open: { 'cash/ok': 'no response' } };
const found = saying('guides/localised');
const both = saying('guides/localised', 'errors/json');
const missed = 'missed: guides/localised does not report it: pass';
const unfound = withFault({ unfound: 'Why.' });
const companion = withFault({ alsoFails: { 'errors/json': 'Why.' } });

test.each<[string, Case, Row, ...problems: string[]]>([
  ['a correct stack that is conformant', written, good],
  [
    'a correct stack with an accusation',
    written,
    saying('errors/json'),
    'accused: errors/json: so',
  ],
  ['a warning that is listed', warned, saying('guides/vary')],
  ['a listed warning that is not there', warned, good, 'stale: guides/vary reports nothing'],
  ['a correct stack without a verdict', written, notJudged, 'left open: cash/ok: no response'],
  ['a fault that is found', withFault(), found],
  ['a fault that is missed', withFault(), { ...good, broken: 'pass' }, missed],
  ['a fault that is known to be missed', unfound, good],
  ['a known miss that is found', unfound, found, 'stale: unfound, but guides/localised reports it'],
  ['a fault with an accusation beside it', withFault(), both, 'accused: errors/json: so'],
  ['a requirement that may report it too', withFault({ mayFail: ['errors/json'] }), both],
  ['an alsoFails that reports nothing', companion, found, 'stale: errors/json reports nothing'],
  [
    'a server without a result',
    withFault(),
    { ...good, verdict: 'broken', errors: ['it died'] },
    'error: it died',
  ],
])('%s', (_name, one, row, ...problems) => {
  expect(problemsOf(one, row)).toEqual(problems);
});
