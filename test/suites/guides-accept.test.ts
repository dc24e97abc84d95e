import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Exchange, sentHeader } from '../../engine/index.ts';
import { guides } from '../../suites/learn/guides.ts';
import { differsHow } from '../../suites/learn/guides-accept.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const accept = guides.requirements.find(({ id }) => id === 'guides/accept') as Scenario;
type User = 'first' | 'second';
const told = (language: string, ...ids: readonly string[]) =>
  ids.map((id) => ({ id, title: `${id} in ${language}`, description: 'The same' }));
const listing = (language: string, ...ids: readonly string[]): Given => ({ body: { data: told(language, ...ids) } });
const own = (user: User) => listing(user === 'first' ? 'en' : 'de', 'a', 'b', 'c');

/** What is judged where requests are answered by whether they have Accept, the user and how many came; undefined: the user's own. */
async function judged(target: (bare: boolean, user: User, nth: number, step: string) => Given | Exchange | undefined) {
  const steps: string[] = [];
  const ask = asking((step, _path, nth, request) => {
    steps.push(step);
    const user = sentHeader(request, 'x-user-id')[0]?.includes('second') ? 'second' : 'first';
    return target(sentHeader(request, 'accept').length === 0, user, nth, step) ?? own(user);
  });
  const judgements = await accept.run(boundTo('guides'), ask);
  return { steps, kinds: judgements.map(({ kind }) => kind), first: judgements[0] };
}

describe('guides/accept', () => {
  test('asks with and without Accept, for both users', async () => {
    const { kinds, steps } = await judged(() => undefined);
    expect(kinds).toEqual(['held']);
    expect(steps).toEqual(['control', 'without', 'second', 'second-without']);
  });

  test.each<[object, Given | Exchange]>([
    [{ kind: 'unanswered' }, { status: 500 }],
    [{ kind: 'unanswered' }, { status: 429 }],
    [{ kind: 'unanswered' }, silence('closed')],
    [{ cause: 'without Accept, something else than the listing comes' }, { body: '<html>' }],
    [{ cause: 'without Accept, the listing is refused' }, apiError(406)],
  ])('says %j without Accept', async (expected, given) => {
    expect((await judged((bare) => (bare ? given : undefined))).first).toMatchObject(expected);
  });

  test('nothing more is asked where load is shed without Accept', async () => {
    expect((await judged((bare) => (bare ? { status: 429 } : undefined))).steps).toEqual(['control', 'without']);
  });

  test('what comes to the second user without Accept and is no listing says nothing of how listings differ', async () => {
    const lost = await judged((bare, user) => (bare && user === 'second' ? silence('closed') : undefined));
    expect(lost.kinds).toEqual(['held']);
  });

  test('none where the listing is another one each time that it is asked for with Accept', async () => {
    const other = (nth: number) => listing('en', `a-${nth}`, `b-${nth}`);
    expect((await judged((bare, _user, nth) => other(bare ? 0 : nth + 1))).kinds).toEqual(['held']);
  });

  test('a refusal that does not come again is none of the missing header, one that comes now and then is', async () => {
    expect(
      (await judged((_bare, _user, _nth, step) => (step === 'without' ? apiError(403) : undefined))).kinds,
    ).toEqual(['held']);
    const inTurn = ['without', 'without-again-2'];
    const half = await judged((_bare, _user, _nth, step) => (inTurn.includes(step) ? apiError(406) : undefined));
    expect(half.kinds).toEqual(['violated']);
  });

  test('a refusal proves nothing where there is no listing, or none any more', async () => {
    expect((await judged((bare) => (bare ? undefined : apiError(401)))).kinds).toEqual(['unanswered']);
    const gone = await judged((bare, _user, nth) => (bare || nth > 0 ? apiError(401) : undefined));
    expect(gone.kinds).toEqual(['unanswered']);
  });

  test.each<[string, (bare: boolean, user: User) => Given | undefined]>([
    ['none are listed', (bare) => (bare ? { body: { data: [] } } : undefined)],
    ['others are listed', (bare) => (bare ? listing('en', 'a', 'x', 'y') : undefined)],
    ['the other language comes for the first', (bare, user) => (bare && user === 'first' ? own('second') : undefined)],
    ['the other language comes for the second', (bare, user) => (bare && user === 'second' ? own('first') : undefined)],
  ])('a finding where %s', async (_what, target) => {
    const { kinds, steps } = await judged(target);
    expect(kinds).toEqual(['violated']);
    expect(steps).toHaveLength(24);
  });

  test('none where an edit shows in one of two caches', async () => {
    for (const ids of ['ab', 'abcd', 'cba']) {
      const edited = (user: User) => listing(user === 'first' ? 'en' : 'de', ...ids);
      expect((await judged((bare, user) => (bare ? edited(user) : undefined))).kinds).toEqual(['held']);
    }
  });

  test.each<[string, (nth: number) => boolean]>([
    ['in turn', (nth) => nth % 2 === 1],
    ['in turn, three of them', (nth) => nth % 3 === 1],
    ['for a while', (nth) => nth < 12],
    ['once', (nth) => nth === 1],
  ])('none where replicas answer otherwise %s', async (_how, isOther) => {
    const { kinds } = await judged((_bare, _user, nth) => (isOther(nth) ? { body: { data: [] } } : undefined));
    expect(kinds).toEqual(['held']);
  });

  test('none where no listing comes when it is asked for again, and without a second user', async () => {
    const lost = await judged((bare, _user, nth) => {
      if (nth > 8) return silence('closed');
      return bare ? { body: { data: [] } } : undefined;
    });
    expect(lost.kinds).toEqual(['held']);
    const alone = await judged((_bare, user) => (user === 'second' ? silence('closed') : undefined));
    expect(alone.steps).toEqual(['control', 'without', 'second']);
    expect(alone.kinds).toEqual(['held']);
  });
});

describe('listings differ', () => {
  const [english, german] = [told('en', 'a', 'b', 'c'), told('de', 'a', 'b', 'c')];

  test('where all texts are those of the other user, and no fewer', () => {
    expect(differsHow(english, german, german)).toContain('language');
    expect(differsHow(english, german, undefined)).toBeUndefined();
    expect(differsHow(english, german, english)).toBeUndefined();
    expect(differsHow(english, [...german.slice(0, 2), ...english.slice(2)], german)).toBeUndefined();
    expect(differsHow(english.slice(0, 1), german.slice(0, 1), german)).toBeUndefined();
    expect(differsHow(told('en', 'a', 'b'), told('de', 'a', 'b'), told('de', 'a'))).toBeUndefined();
    expect(differsHow(told('en', 'a', 'b'), told('de', 'a', 'b'), german)).toContain('language');
    expect(differsHow([...english, 'x'], [...german, 'x'], [...german, 'x'])).toContain('language');
  });

  test('where more than half of the guides are others', () => {
    expect(differsHow(english, [], undefined)).toContain('other guides');
    expect(differsHow(english, told('en', 'a'), undefined)).toContain('other guides');
    expect(differsHow(told('en', 'a', 'b'), told('en', 'a'), undefined)).toBeUndefined();
    expect(differsHow(told('en', 'a'), [], undefined)).toBeUndefined();
    expect(differsHow([], english, undefined)).toBeUndefined();
    expect(differsHow(english, ['a', 'b', 'c'], undefined)).toContain('other guides');
    expect(differsHow(told('en', 'a', 'b'), [], undefined)).toContain('other guides');
    expect(differsHow(told('en', 'a', 'b'), told('en', 'a', 'b', 'x', 'y'), undefined)).toBeUndefined();
    expect(differsHow(told('en', ...'abcdef'), told('en', ...'abcdxy'), undefined)).toBeUndefined();
  });
});
