import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, emptyProfile, type Json } from '../../engine/index.ts';
import { alikeBodies, judgeAlike, judgeAllAlike } from '../../suites/learn/alike-guides.ts';
import { guide } from '../../suites/learn/guide.ts';
import { sampled } from '../../suites/learn/sampled.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const listing: Given = { body: { data: guideIds.map((id) => ({ id })) } };
const bound = (changes: Partial<Bound> = {}) =>
  boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds }, ...changes });
const requirement = (id: string) => guide.requirements.find((one) => one.id === id);

/** What is judged where the second guide is answered so, and the steps it took. */
async function fetched(
  second: Given | Exchange,
  { of = bound(), listed = listing, again }: { of?: Bound; listed?: Given | Exchange; again?: Given | Exchange } = {},
) {
  const steps: string[] = [];
  const paths: string[] = [];
  const ask = asking((step, path): Given | Exchange => {
    steps.push(step);
    paths.push(path);
    if (step.startsWith('listing')) return listed;
    if (step === 'first-again' && again) return again;
    return path.includes('guide:1') ? second : { body: { path } };
  });
  const judgements = await (requirement('guide/fetch') as Scenario).run(of, ask);
  return { steps, paths, judgements, kinds: judgements.map(({ kind }) => kind) };
}

describe('guide/fetch of a guide that', () => {
  test.each<[string, string, Given | Exchange]>([
    ['violated', 'is not found', apiError(404)],
    ['violated', 'is refused', { status: 400 }],
    ['violated', 'has another status', { status: 206, body: {} }],
    ['violated', 'is a list', { body: [] }],
    ['violated', 'is empty', { body: '' }],
    ['violated', 'is an error under a status of success', { ...apiError(404), status: 200 }],
    ['unanswered', 'is no JSON', { body: '<html>' }],
    ['unanswered', 'meets load shedding', { status: 429 }],
    ['unanswered', 'meets load shedding', { status: 503 }],
    ['unanswered', 'crashes the target', { status: 500 }],
    ['violated', 'is out of reach, where others are not', apiError(403)],
    ['unanswered', 'is silent', silence('closed')],
  ])('%s: %s', async (kind, _what, second) => {
    expect((await fetched(second)).kinds).toEqual(['held', kind, 'held', 'held']);
  });

  test('is refused with 403 once, as firewalls do, is no finding', async () => {
    let asked = 0;
    const judgements = await (requirement('guide/fetch') as Scenario).run(
      bound(),
      asking((_step, path) => {
        if (!path.includes('guide:1')) return { body: { path } };
        asked += 1;
        return asked === 1 ? apiError(403) : { body: { path } };
      }),
    );
    expect(judgements[1]).toMatchObject({ kind: 'unanswered', why: expect.stringContaining('refused once') });
  });

  test('is not found at first, on a replica that has it a moment later, is no finding', async () => {
    const findings = async (...times: readonly number[]) => {
      let asked = 0;
      const ask = asking((_step, path) => {
        if (!path.includes('guide:1')) return { body: { path } };
        return times.includes(asked++) ? apiError(404) : { body: { path } };
      });
      return (await (requirement('guide/fetch') as Scenario).run(bound({ covers: () => false }), ask))[1];
    };
    expect(await findings(0)).toMatchObject({ kind: 'held' });
    // A replica that never has it.
    expect(await findings(0, 2)).toMatchObject({ kind: 'violated', exchange: { key: { step: 'guide-1-again-more' } } });
  });

  test('is not found is told so where the profile names the path, too', async () => {
    const named = bound({ profile: { ...emptyProfile, guidePath: '/learning-guides/{id}' } });
    expect((await fetched(apiError(404))).judgements[1]).toMatchObject({ cause: 'a listed guide is not found' });
    expect((await fetched(apiError(404), { of: named })).judgements[1]).toMatchObject({
      cause: 'a listed guide is not delivered',
    });
  });

  test('is asked for by its id in the path, and by nothing else that is another’s', async () => {
    const { paths } = await fetched({ body: {} });
    expect(paths.slice(0, 3)).toEqual([0, 1, 2].map((nth) => `/learning-guides/{{guide:${nth}}}`));
  });

  test('left the listing is no finding, where the listing can be asked', async () => {
    const without = { body: { data: [{ id: guideIds[0] }, 'b'] } };
    expect((await fetched(apiError(404), { listed: without })).kinds).toEqual(['held', 'held', 'held']);
    expect((await fetched(apiError(404), { listed: { ...without, status: 500 } })).kinds[1]).toBe('violated');
    expect((await fetched(apiError(404), { listed: silence('closed') })).kinds[1]).toBe('violated');
    expect((await fetched(apiError(404), { listed: { body: [] } })).kinds[1]).toBe('violated');
    const uncovered = await fetched(apiError(404), { listed: without, of: bound({ covers: () => false }) });
    expect(uncovered.kinds[1]).toBe('violated');
    expect(uncovered.steps.filter((step) => step.startsWith('listing'))).toEqual([]);
  });
});

describe('that two ids yield different bodies', () => {
  test('is judged where two came, after the first was asked for again', async () => {
    const one = bound({ facts: { tokens: {}, refusedTokens: {}, guideIds: guideIds.slice(0, 1) } });
    const ofBodies = (steps: readonly string[]) => steps.filter((step) => !/^(read-again|second|listing)/.test(step));
    expect(ofBodies((await fetched({}, { of: one })).steps)).toEqual(['guide-0']);
    const two = bound({ facts: { tokens: {}, refusedTokens: {}, guideIds: guideIds.slice(0, 2) } });
    expect(ofBodies((await fetched({ body: {} }, { of: two })).steps)).toEqual(['guide-0', 'guide-1', 'first-again']);
    expect(ofBodies((await fetched({ status: 500 }, { of: two })).steps)).toEqual(['guide-0', 'guide-1']);
  });

  test.each<[string, Given | Exchange]>([
    ['is refused', apiError(403)],
    ['comes with another status', { status: 206, body: {} }],
    ['is silent', silence('timeout')],
  ])('is open where the first, asked again, %s', async (_what, again) => {
    expect((await fetched({ body: {} }, { again })).kinds.at(-1)).toBe('unanswered');
  });

  test.each<[string, Json, Json]>([
    ['an object without members', {}, {}],
    ['a page, with another member when asked again', { page: 'x', first: true }, { page: 'x', cached: true }],
  ])('is violated where all ids yield %s', async (_what, body, again) => {
    const ask = asking((step) => ({ body: step === 'first-again' ? again : body }));
    const judgements = await (requirement('guide/fetch') as Scenario).run(bound(), ask);
    expect(judgements.at(-1)).toMatchObject({ kind: 'violated', cause: 'every id yields the same guide' });
  });

  test('is held where the first comes in another form when asked again', async () => {
    const ask = asking((step) => ({ body: step === 'first-again' ? { data: { page: 'x' } } : { page: 'x' } }));
    const judgements = await (requirement('guide/fetch') as Scenario).run(bound(), ask);
    expect(judgements.at(-1)).toMatchObject({ kind: 'held' });
  });

  const same = { body: { path: '/learning-guides/{{guide:0}}', title: 'A' } };
  const alike = async (listed: Given | Exchange, of = bound()) => {
    const ask = asking((step, path): Given | Exchange => {
      if (step.startsWith('listing')) return listed;
      return path.includes('guide:2') ? { body: { title: 'C' } } : same;
    });
    return (await (requirement('guide/fetch') as Scenario).run(of, ask)).at(-1);
  };

  test('is told by the names of the listing, where there is one', async () => {
    const titled = { body: { data: guideIds.map((id, nth) => ({ id, title: 'ABC'[nth] })) } };
    expect(await alike(titled)).toMatchObject({ kind: 'violated', exchange: { key: { step: 'guide-1' } } });
    for (const listed of [{ ...titled, status: 500 }, { body: [] }, { body: { data: {} } }, silence('closed')]) {
      expect(await alike(listed)).toMatchObject({ kind: 'held' });
    }
    expect(await alike(titled, bound({ covers: () => false }))).toMatchObject({ kind: 'held' });
  });
});

describe('a guide of more values than can be compared', () => {
  const values = Array.from({ length: 20_001 }, () => 0);
  /** What is judged of three guides, of which the second has so many values, by the title of each and the turn of the request. */
  const judged = async (title: (at: string, nth: number) => string, again?: Given | Exchange) => {
    const ask = asking((step, path, nth): Given | Exchange => {
      if (step === 'first-again' && again) return again;
      const at = /guide:(\d)/.exec(path)?.[1] ?? '';
      return { body: { title: title(at, nth), ...(at === '1' && { values }) } };
    });
    const judgements = await (requirement('guide/fetch') as Scenario).run(bound({ covers: () => false }), ask);
    return judgements.map(({ kind }) => kind);
  };

  test.each<[string, string, (at: string, nth: number) => string]>([
    ['held', 'each guide has words of its own', (at) => `Guide ${at}`],
    ['held', 'two have the same words, and the third has others', (at) => (at === '2' ? 'Bonds' : 'Funds')],
    ['unanswered', 'all have the same words', () => 'Guide'],
    ['unanswered', 'words are others every time', (_at, nth) => `Guide ${nth}`],
  ])('is told from others by words, %s: %s', async (kind, _what, title) => {
    expect(await judged(title)).toEqual(['held', 'held', 'held', kind]);
  });

  test('is told by nothing where the first guide does not come again', async () => {
    expect((await judged((at) => `Guide ${at}`, apiError(403))).at(-1)).toBe('unanswered');
  });
});

describe('bodies that are alike', () => {
  const delivered = (...bodies: readonly Json[]) => bodies.map((body, at) => ({ id: guideIds[at] ?? '', body }));
  const pairs = (...bodies: readonly Json[]) => alikeBodies(delivered(...bodies), new Set());

  test('are every pair of them, the earlier one first', () => {
    const found = pairs({ a: 1 }, { a: 2 }, { a: 1 });
    expect(found.map((pair) => pair.map(({ id }) => id))).toEqual([[guideIds[0], guideIds[2]]]);
    expect(pairs({ a: 1 }, { a: 1 }, { a: 1 })).toHaveLength(3);
  });

  test('show nothing where one id alone yields another long text every time', () => {
    const all = delivered({ page: 'x' }, { page: 'x' });
    expect(judgeAllAlike(all, { page: 'x' })).toMatchObject({ kind: 'violated' });
    expect(judgeAllAlike(all, { page: 'y'.repeat(40) })).toMatchObject({ kind: 'violated' });
    expect(judgeAllAlike(all, { page: 'y'.repeat(41) })).toMatchObject({ kind: 'unanswered' });
    expect(judgeAllAlike(all, { page: ['x', { deep: 'y'.repeat(41) }] })).toMatchObject({ kind: 'unanswered' });
    const long = delivered({ page: 'z'.repeat(50) }, { page: 'z'.repeat(50) });
    expect(judgeAllAlike(long, { page: 'z'.repeat(50) })).toMatchObject({ kind: 'violated' });
    expect(judgeAllAlike([], null)).toMatchObject({ kind: 'violated' });
  });

  const named = (names: readonly object[]): Json[] =>
    names.map((name, at) => ({ id: guideIds[at] ?? '', ...name })) as Json[];
  const judged = (body: Json, ...names: readonly object[]) => judgeAlike(pairs(body, body), named(names));

  test.each(['title', 'key', 'slug'])('are the guide whose %s stands in them', (member) => {
    const [first, second] = [{ [member]: 'one' }, { [member]: 'two' }];
    expect(judged({ list: ['one'] }, first, second)).toMatchObject({ expected: `the guide ${guideIds[1]}` });
    expect(judged({ list: ['two'] }, first, second)).toMatchObject({ expected: `the guide ${guideIds[0]}` });
    expect(judged({ list: ['one', 'two'] }, first, second)).toMatchObject({ kind: 'held' });
    expect(judged({ list: ['neither'] }, first, second)).toMatchObject({ kind: 'held' });
  });

  test('are the guide whose id stands in them, listed or not', () => {
    expect(judged({ id: guideIds[1] ?? '' })).toMatchObject({ expected: `the guide ${guideIds[0]}` });
  });

  test('are nobody’s where both have the name, or the name is no text', () => {
    expect(judged({ title: 'same' }, { title: 'same' }, { title: 'same' })).toMatchObject({ kind: 'held' });
    expect(judged({ title: '7' }, { title: 7 }, { title: 8 })).toMatchObject({ kind: 'held' });
    expect(judged({ title: 'a' }, { title: 'a', key: null }, { key: null, slug: {} })).toMatchObject({
      kind: 'violated',
    });
    expect(judgeAlike(pairs({ title: 'a' }, { title: 'a' }), [null, 'b'])).toMatchObject({ kind: 'held' });
  });
});

test('a sample of as many as there may be is all of them', () => {
  expect(sampled(1, 1)).toEqual([0]);
  expect(sampled(3, 3)).toEqual([0, 1, 2]);
  expect(sampled(4, 3)).toEqual([0, 2, 3]);
});
