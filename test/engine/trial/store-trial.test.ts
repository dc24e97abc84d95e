import { describe, expect, test } from 'vitest';
import { following } from '../../../engine/catalogue/recipe.ts';
import { say } from '../../../engine/exchange/sentence.ts';
import {
  fail,
  Inconclusive,
  type Reading,
  type ReadingClass,
  type StoreStep,
  storeTrial,
} from '../../../engine/index.ts';
import { answered } from '../../suites/answered.ts';
import { asking } from '../../suites/asking.ts';

interface Read extends Reading {
  readonly said: string;
}

const classes: readonly ReadingClass<Read>[] = [
  {
    name: 'wrong',
    violation: ({ said }) => said === 'wrong' && fail('wrong', { said }),
  },
  {
    name: 'odd',
    passesOnce: true,
    violation: ({ said }) => said === 'odd' && fail('odd'),
  },
  {
    name: 'masked',
    why: say`it is masked`,
    shows: ({ said }) => said === 'masked',
  },
  {
    name: 'moved',
    explanation: say`it moved`,
    shows: ({ said }) => said === 'moved',
  },
];

const update = answered({ status: 204 });
const ask = asking(() => ({ status: 204 }));
const steps: string[] = [];

/** Returns a step whose readings say what `saying` returns for their names. */
function step(
  name: string,
  saying: (step: string) => string,
  more: Partial<StoreStep<Read>> = {},
): StoreStep<Read> {
  const read = async (reading: string) => {
    steps.push(reading);
    return { exchange: answered({ step: reading }), update, said: saying(reading) };
  };
  return { step: name, send: async () => read, ...more };
}
const refused = (name: string) =>
  step(name, () => '', { send: () => Promise.reject(new Inconclusive(say`${name} is refused`)) });

async function judged(all: readonly StoreStep<Read>[], further: readonly StoreStep<Read>[] = []) {
  steps.length = 0;
  const judgements = await storeTrial(ask, { classes, steps: all, further });
  return { judgements, kinds: judgements.map(({ kind }) => kind).join() };
}
const [right, wrong] = [() => 'right', () => 'wrong'];
/** Returns a `saying`: `said` for readings whose names match, otherwise `usual`. */
const except = (at: RegExp, said: string, usual: string) => (reading: string) =>
  at.test(reading) ? said : usual;

describe('one step', () => {
  test.each<[string, string, (reading: string) => string]>([
    ['pass', 'is right', right],
    ['pass', 'is wrong before the last pause', except(/-read(-later-[123])?$/, 'wrong', 'right')],
    ['pass', 'is wrong for a while', except(/-more-/, 'right', 'wrong')],
    ['pass', 'is wrong in all but one reading', except(/-more-16$/, 'right', 'wrong')],
    ['pass', 'is wrong in another way each time', except(/-more-/, 'odd', 'wrong')],
    ['inconclusive', 'is wrong once', except(/again/, 'right', 'wrong')],
    ['pass', 'is odd once', except(/again/, 'right', 'odd')],
    ['pass', 'is explained the second time', except(/again/, 'moved', 'wrong')],
    ['inconclusive', 'is masked', () => 'masked'],
    ['pass', 'is masked at first', except(/-read$/, 'masked', 'right')],
    ['fail', 'is wrong twice', wrong],
    ['fail', 'is odd twice', () => 'odd'],
    ['pass', 'is odd, and then wrong in another way', except(/again/, 'wrong', 'odd')],
    ['fail', 'is wrong in two ways', except(/again/, 'odd', 'wrong')],
    ['fail', 'is wrong again at the fourth repetition', except(/again-[123]-/, 'right', 'wrong')],
    ['inconclusive', 'is right in four repetitions', except(/again-[1234]-/, 'right', 'wrong')],
  ])('%s: it %s', async (kind, _what, saying) => {
    expect((await judged([step('one', saying)])).kinds).toBe(kind);
  });

  test('that goes wrong twice is a finding that shows the last reading and the update', async () => {
    const { judgements } = await judged([step('one', wrong)]);
    const exchange = answered({ step: 'one-again-1-read-later-4' });
    expect(judgements).toEqual([
      { ...fail('wrong', { said: 'wrong' }), exchange, recipe: following(update) },
    ]);
    const later = [1, 2, 3, 4].map((nth) => `one-read-later-${nth}`);
    expect(steps.slice(0, 6)).toEqual(['one-read', ...later, 'one-read-more-1']);
    expect(steps.at(-1)).toBe('one-again-1-read-more-16');
  });

  test('says which other updates show it, and which did not', async () => {
    const said = { fine: 'right', bad: 'wrong', also: 'wrong', not: 'right' };
    const all = Object.entries(said).map(([label, as]) => step(label, () => as, { label }));
    const contrast = { changed: 'bad', violating: ['also'], passing: ['fine'] };
    expect((await judged([...all, refused('none')])).judgements).toMatchObject([
      { kind: 'fail', contrast },
    ]);
  });

  test('may be repeated with other steps', async () => {
    const again: StoreStep<Read>['again'] = ({ said }, name) => [refused(said), step(name, wrong)];
    expect((await judged([step('one', except(/again/, 'right', 'wrong'), { again })])).kinds).toBe(
      'fail',
    );
    expect(steps.at(-1)).toBe('one-again-2-read-more-16');
  });

  test('is judged by its first reading if the defect is brief', async () => {
    const passing = except(/-(?:later|more)/, 'right', 'wrong');
    expect((await judged([step('one', passing)])).kinds).toBe('pass');
    expect((await judged([step('one', passing, { isBrief: true })])).kinds).toBe('fail');
    expect(steps).toEqual(['one-read', 'one-again-1-read']);
  });

  test('is not judged if it has nothing to read', async () => {
    expect(
      (await judged([step('one', right, { send: async () => undefined })])).judgements,
    ).toEqual([]);
  });
});

test.each<[string, string, readonly StoreStep<Read>[], readonly StoreStep<Read>[]]>([
  ['pass,pass', 'all', [step('one', right), step('two', right)], [step('three', right)]],
  ['fail', 'a further one', [step('one', right)], [refused('two'), step('three', wrong)]],
  ['fail', 'the second', [refused('one'), step('two', wrong)], []],
  [
    'inconclusive,pass',
    'no further one if one is open',
    [refused('one'), step('two', right)],
    [step('three', wrong)],
  ],
  [
    'pass',
    'none that is refused or masked',
    [step('one', right)],
    [refused('two'), step('three', () => 'masked')],
  ],
  [
    'pass,inconclusive',
    'a further one wrong once',
    [step('one', right)],
    [step('two', except(/again/, '', 'wrong'))],
  ],
])('%s: %s', async (kinds, _what, all, further) => {
  expect((await judged(all, further)).kinds).toBe(kinds);
});

test('an error of the harness is not taken for an inconclusive judgement', async () => {
  const broken = step('one', right, { send: () => Promise.reject(new TypeError('broken')) });
  await expect(judged([broken])).rejects.toThrow('broken');
  await expect(judged([step('one', right)], [broken])).rejects.toThrow('broken');
});
