import { describe, expect, test } from 'vitest';
import { guides } from '../../../suites/learn/guides.ts';
import { differsInText, judgeIds } from '../../../suites/learn/guides-localised.ts';
import { apiError } from '../api-error.ts';
import { causeOf, requirementOf } from '../asking.ts';
import { firstAdvice } from '../first-advice.ts';
import { saidBy } from '../said.ts';
import { judgedListings, type Listings, letters, listingOf } from './listings.ts';

describe('guides/localised', () => {
  const titled = (title: string) => listingOf({ id: 'a', title }, { id: 'b', title: 'Bonds' });
  const [english, german] = [titled('Funds'), titled('Fonds')];
  /** Returns a target that sends English to the second user in these steps. */
  const english2 = (...steps: readonly string[]): Listings => {
    return (step, { user }) =>
      user === 'first' || steps.includes(step.replace('-second', '')) ? english : german;
  };
  const refusing = (refused: string, target: Listings): Listings => {
    return (step, asked) => (step === refused ? apiError(401) : target(step, asked));
  };

  test.each<[string, string, Listings, steps?: number]>([
    ['pass', 'never', english2(), 14],
    ['fail', 'at a look of later, and again', english2('later-0-0', 'again-asked-1'), 10],
    ['fail', 'at the last looks', english2('later-4-0', 'again-later-4-0'), 28],
    ['pass', 'once', english2('asked-0'), 16],
    ['fail', 'always', () => english, 4],
    ['inconclusive', 'in empty listings', () => listingOf()],
    [
      'inconclusive',
      'for the second user in a listing that fails',
      refusing('asked-0-second', english2('asked-1')),
    ],
    [
      'inconclusive',
      'once, and then a listing fails',
      refusing('again-asked-0-first', english2('asked-1')),
    ],
  ])('%s if both users get the same texts %s', async (kinds, _what, target, length) => {
    const judged = await judgedListings('localised', target);
    expect(judged.kinds).toBe(kinds);
    if (length) expect(judged.steps).toHaveLength(length);
  });

  test('requests for the users alternate, later with pauses', async () => {
    const asked: number[] = [];
    const { steps } = await judgedListings('localised', (step, { user }) => {
      if (/^later-[01]-0-first$/.test(step)) asked.push(Date.now());
      if (step === 'later-1-0-first') return apiError(401);
      return { ...(user === 'first' ? english : german), at: Date.now() - 205 };
    });
    expect(steps.slice(0, 4)).toEqual([
      'asked-0-first',
      'asked-0-second',
      'asked-1-first',
      'asked-1-second',
    ]);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(20);
  });
});

const requirement = (name: string) => requirementOf(guides, name);

test.each([
  ['Only some members', 'slug ("funds" and "fonds")', ['funds', 'fonds']],
  ['The language comes from Accept-Language', 'none', ['funds', 'funds']],
])('%s are translated if the members that differ are %s', async (suspect, differing, slugs) => {
  const [first, second] = slugs.map((slug) => listingOf({ id: 7, title: 'Funds', slug }));
  const { judgements } = await judgedListings(
    'localised',
    (_step, { user }) => (user === 'first' ? first : second) ?? {},
  );
  const [judgement] = judgements;
  expect(causeOf(judgement)).toBe('same-texts');
  expect(saidBy(requirement('localised'), judgement).actual).toContain(
    `1 guides, all with the same titles and descriptions for both users. The first guide's title is "Funds" for both; its members that differ: ${differing}`,
  );
  expect(firstAdvice(requirement('localised'), judgement)).toContain(suspect);
});

describe('guides/localised-ids', () => {
  const apart = (first: string, second: string): Listings => {
    return (_step, { user }) => letters(user === 'first' ? first : second);
  };

  test.each([
    ['pass', 'ab', 'ab', 'nothing'],
    ['other-order', 'abcd', 'dcba', 'the order'],
    ['other-guides', 'abcd', 'ac', 'two guides'],
    ['other-guides', 'abc', 'ca', 'a guide, and the order'],
    // One edit that one of two caches shows later could explain these differences.
    ['inconclusive', 'abc', 'ac', 'a guide'],
    ['inconclusive', 'ab', 'a', 'the last guide'],
    ['inconclusive', 'abcd', 'dabc', 'the place of a guide'],
  ])('%s: %s and %s differ in %s', async (cause, first, second) => {
    expect(
      causeOf((await judgedListings('localised-ids', apart(first, second))).judgements[0]),
    ).toBe(cause);
  });

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['fail', [1, 2, 3, 4], [4, 3, 2, 1]],
    ['pass', ['a', null], ['a']],
  ])('%s: ids of any type count unless they are null, %j and %j', async (kinds, first, second) => {
    const listed = (ids: readonly unknown[]) => listingOf(...ids.map((id) => ({ id })), 'no guide');
    const target: Listings = (_step, { user }) => listed(user === 'first' ? first : second);
    expect((await judgedListings('localised-ids', target)).kinds).toBe(kinds);
  });

  const differing = apart('abcd', 'dcba');
  const but = (steps: string, instead: Listings): Listings => {
    return (step, asked) => (steps.split(' ').includes(step) ? instead : differing)(step, asked);
  };
  test.each<[string, string, Listings]>([
    ...['alone-first-1', 'alone-second-2', 'asked-1-first', 'asked-1-second'].map(
      (step): [string, string, Listings] => [
        'inconclusive',
        `${step} differs`,
        but(step, () => letters('cab')),
      ],
    ),
    ...['asked-0-second', 'alone-first-0', 'alone-second-2'].map(
      (step): [string, string, Listings] => [
        'inconclusive',
        `${step} is refused`,
        but(step, () => apiError(401)),
      ],
    ),
    ['inconclusive', 'it shows once', (step) => letters(step === 'asked-1-second' ? 'ba' : 'ab')],
  ])('%s if %s', async (kinds, _what, target) => {
    expect((await judgedListings('localised-ids', target)).kinds).toBe(kinds);
  });

  test('the listing is also requested for each user alone', async () => {
    const alone = ['first', 'second'].flatMap((user) =>
      [0, 1, 2].map((nth) => `alone-${user}-${nth}`),
    );
    expect((await judgedListings('localised-ids', differing)).steps.slice(4)).toEqual(alone);
  });

  test.each([
    ['abc', 'acb', 'b at /data/1', 'c at /data/1'],
    ['ab', 'xb', 'a at /data/0', 'x at /data/0'],
    ['a', 'ab', 'nothing at /data/1', 'b at /data/1'],
  ])(
    'the finding names the first place that differs in %s and %s',
    (first, second, expected, actual) => {
      const judgement = judgeIds([...first], [...second]);
      expect(saidBy(requirement('localised-ids'), judgement)).toMatchObject({
        expected: expect.stringContaining(expected),
        actual: expect.stringContaining(actual),
      });
    },
  );
});

test.each<[boolean, string, string]>([
  [false, 'aA', 'aA'],
  // If the lists share an id, elements are compared by id.
  [false, 'aA bB', 'bB aA'],
  [false, 'bB aA', 'aA cC'],
  // Otherwise they are compared by position.
])('texts differ, %s: %s and %s', (expected, first, second) => {
  const listed = (all: string) =>
    [...all.matchAll(/(\w)(\w)/g)].map(([, id, title]) => ({ id: id ?? '', title: title ?? '' }));
  expect(differsInText(listed(first), listed(second))).toBe(expected);
});

test('a description counts as a text, but a number does not', () => {
  const differs = (first: object, second: object) =>
    differsInText([first as never], [second as never]);
  expect(differs({ id: 'a', description: 'd' }, { id: 'a', description: 'another' })).toBe(true);
  expect(differs({ id: 'a', chapterCount: 4 }, { id: 'a', chapterCount: 5 })).toBe(false);
});
