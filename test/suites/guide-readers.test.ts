import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/catalogue/check.ts';
import { type Bound, type Exchange, sentHeader } from '../../engine/index.ts';
import { isNamedLike, misdelivered } from '../../suites/learn/exchanged-guides.ts';
import { guide } from '../../suites/learn/guide.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, boundTo, silence } from './asking.ts';

const guideIds = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const bound = (changes: Partial<Bound> = {}) =>
  boundTo('guide', { facts: { tokens: {}, refusedTokens: {}, guideIds }, ...changes });
const fetch = guide.requirements.find(({ id }) => id === 'guide/fetch') as Scenario;
const entry = (id: string) => ({ id, key: `key of ${id}`, slug: `slug of ${id}`, title: `Title of ${id}` });
const listing = (...ids: readonly string[]): Given => ({ body: { data: ids.map(entry) } });
type User = 'first' | 'second';

/** What is judged where each request is answered by its step, the id and the user; undefined: as it should be. */
async function judged(target: (step: string, id: string, user: User) => Given | Exchange | undefined, of = bound()) {
  const steps: string[] = [];
  const ask = asking((step, path, _nth, request) => {
    steps.push(step);
    const user = sentHeader(request, 'x-user-id')[0]?.includes('second') ? 'second' : 'first';
    const last = path.split('/').at(-1) ?? '';
    const id = guideIds[Number(/guide:(\d+)/.exec(last)?.[1] ?? 'NaN')] ?? last;
    const given = target(step, id, user);
    return given ?? (last === 'learning-guides' ? listing(...guideIds) : { body: entry(id) });
  });
  const judgements = await fetch.run(of, ask);
  return { steps, kinds: judgements.map(({ kind }) => kind), last: judgements.at(-1) };
}

const asItShould = ['held', 'held', 'held', 'held'];

describe('what was delivered', () => {
  test('is asked for again, one after the other, eight at most', async () => {
    const { kinds, steps } = await judged(() => undefined);
    expect(kinds).toEqual(asItShould);
    expect(steps).toEqual([
      ...['guide-0', 'guide-1', 'guide-2', 'first-again', 'read-again-0', 'read-again-1', 'read-again-2'],
      ...['second-listing', 'second-0', 'second-1', 'second-2'],
    ]);
    const many = Array.from({ length: 30 }, (_, nth) => nth.toString(16).padStart(24, '0'));
    const of = bound({ facts: { tokens: {}, refusedTokens: {}, guideIds: many } });
    const asked = await judged((_step, id) => (id === 'learning-guides' ? listing(...many) : undefined), of);
    expect(asked.steps.filter((step) => step.startsWith('read-again'))).toHaveLength(8);
    expect(asked.steps.filter((step) => /^second-\d/.test(step))).toHaveLength(6);
  });

  test('is a finding where it is missing from then on', async () => {
    const { kinds } = await judged((step, id) =>
      step.startsWith('guide-read-again') || (step.startsWith('read-again') && id === guideIds[1])
        ? apiError(404)
        : undefined,
    );
    expect(kinds).toEqual([...asItShould, 'violated']);
  });

  test.each<[string, (step: string) => Given | Exchange | undefined]>([
    ['is missing once', (step) => (step === 'read-again-1' ? apiError(404) : undefined)],
    ['is refused', (step) => (step.includes('read-again-1') ? apiError(403) : undefined)],
    [
      'is missing once, and refused then',
      (step) =>
        step === 'read-again-1' ? apiError(404) : step.startsWith('guide-read-again-1') ? apiError(403) : undefined,
    ],
    [
      'is refused once, and missing then',
      (step) =>
        step === 'read-again-1' ? apiError(403) : step.startsWith('guide-read-again-1') ? apiError(404) : undefined,
    ],
    ['needs another token', (step) => (step.includes('read-again-1') ? apiError(401) : undefined)],
    ['crashes', (step) => (step.includes('read-again-1') ? { status: 500 } : undefined)],
    ['is not answered', (step) => (step.includes('read-again-1') ? silence('closed') : undefined)],
  ])('is none where it %s', async (_what, target) => {
    expect((await judged(target)).kinds).toEqual(asItShould);
  });

  test('is none where it has left the listing', async () => {
    const { kinds } = await judged((step) => {
      if (step === 'listing-read-again-1') return listing(guideIds[0] ?? '');
      return step.includes('read-again-1') ? apiError(404) : undefined;
    });
    expect(kinds).toEqual(asItShould);
  });
});

describe('what is listed for the second user', () => {
  test.each<[string, Given]>([
    ['is not found', apiError(404)],
    ['is forbidden, where others are not', apiError(403)],
    ['is refused', apiError(400)],
    ['is null', { body: null }],
  ])('is a finding where it %s', async (_what, given) => {
    const { kinds, last } = await judged((_step, id, user) =>
      user === 'second' && id === guideIds[1] ? given : undefined,
    );
    expect(kinds).toEqual([...asItShould, 'violated']);
    expect(last).toMatchObject({ exchange: { key: { step: 'second-1-again' } } });
  });

  test('is a finding where none of it is found, though the first user is given it', async () => {
    const { kinds } = await judged((_step, id, user) =>
      user === 'second' && id !== 'learning-guides' ? apiError(404) : undefined,
    );
    expect(kinds).toEqual([...asItShould, 'violated', 'violated', 'violated']);
  });

  test('is asked for by its own id where the first user has no such guide', async () => {
    const other = 'd'.repeat(24);
    const { kinds, steps } = await judged((_step, id, user) => {
      if (user === 'second' && id === 'learning-guides') return listing(other, 'no id', guideIds[0] ?? '', other);
      return user === 'second' && id === other ? apiError(404) : undefined;
    });
    expect(kinds).toEqual([...asItShould, 'violated']);
    expect(steps.filter((step) => /^second-\d$/.test(step))).toHaveLength(2);
  });

  const notFound = (_step: string, id: string, user: User) =>
    user === 'second' && id === guideIds[1] ? apiError(404) : undefined;

  test.each<[string, Parameters<typeof judged>[0]]>([
    ['is missing once', (step) => (step === 'second-1' ? apiError(404) : undefined)],
    [
      'is missing for the first as well',
      (step, id, user) => {
        return step === 'second-1-as-first' ? apiError(404) : notFound(step, id, user);
      },
    ],
    [
      'is not answered to the first',
      (step, id, user) => {
        return step === 'second-1-as-first' ? silence('closed') : notFound(step, id, user);
      },
    ],
    [
      'has left the listing',
      (step, id, user) => {
        return step === 'second-listing-1' ? listing(guideIds[0] ?? '') : notFound(step, id, user);
      },
    ],
    [
      'is forbidden throughout',
      (_step, id, user) => {
        return user === 'second' && id !== 'learning-guides' ? { status: 403 } : undefined;
      },
    ],
    ['crashes', (step) => (step.startsWith('second-1') ? { status: 500 } : undefined)],
    ['meets load shedding', (step) => (step.startsWith('second-1') ? { status: 429 } : undefined)],
  ])('is none where it %s', async (_what, target) => {
    expect((await judged(target)).kinds).toEqual(asItShould);
  });

  test.each<[string, Given | Exchange]>([
    ['refused', apiError(403)],
    ['no listing', { body: { data: {} } }],
    ['not asked for, as there is no such user', silence('closed')],
  ])('is nothing where the listing is %s', async (_what, listed) => {
    const { kinds, steps } = await judged((step) => (step === 'second-listing' ? listed : undefined));
    expect(kinds).toEqual(asItShould);
    expect(steps.at(-1)).toBe('second-listing');
  });

  test('is nothing where the listing is not covered', async () => {
    const { steps } = await judged(() => undefined, bound({ covers: () => false }));
    expect(steps.filter((step) => step.startsWith('second'))).toEqual([]);
  });
});

describe('guides that come for the ids of each other', () => {
  const [one = '', other = '', third = ''] = guideIds;
  const exchanged = (id: string) => ({ [one]: other, [other]: one })[id] ?? id;
  const swapped = (step: string, id: string) =>
    /^(guide|exchanged)-\d$/.test(step) ? { body: { data: entry(exchanged(id)) } } : undefined;

  test('are a finding where they do so twice', async () => {
    const { kinds, steps, last } = await judged(swapped);
    expect(kinds).toEqual(asItShould.slice(0, 3).concat('violated'));
    expect(steps).toContain('listing-of-names');
    expect(last).toMatchObject({
      cause: 'ids yield the guides of each other',
      exchange: { key: { step: 'exchanged-0' } },
    });
  });

  test('are none where they do so once, or there is no listing', async () => {
    const once = await judged((step, id) => (step.startsWith('exchanged') ? undefined : swapped(step, id)));
    expect(once.kinds).toEqual(asItShould);
    for (const listed of [apiError(403), { body: { data: {} } }]) {
      const found = await judged((step, id) => (step === 'listing-of-names' ? listed : swapped(step, id)));
      expect(found.kinds).toEqual(asItShould);
    }
    const { kinds, steps } = await judged(swapped, bound({ covers: () => false }));
    expect(kinds).toEqual(asItShould);
    expect(steps).not.toContain('listing-of-names');
  });

  const ofGuides = (count: number) =>
    bound({ facts: { tokens: {}, refusedTokens: {}, guideIds: guideIds.slice(0, count) } });

  test('are two at least: one may have been renamed', async () => {
    expect((await judged(swapped, ofGuides(2))).kinds).toEqual(['held', 'held', 'violated']);
    const renamed = await judged((step, id) => (step === 'exchanged-1' ? undefined : swapped(step, id)));
    expect(renamed.kinds).toEqual(asItShould);
    expect((await judged(swapped, ofGuides(1))).steps).not.toContain('listing-of-names');
  });

  test('are none where every other answer wraps them', async () => {
    let asked = 0;
    const { kinds } = await judged((_step, id) => {
      if (id === 'learning-guides') return undefined;
      return asked++ % 2 === 0 ? { body: { data: entry(id) } } : { body: entry(id) };
    });
    expect(kinds).not.toContain('violated');
  });

  const names = guideIds.map(entry);
  const found = (bodies: Readonly<Record<string, object>>) =>
    misdelivered(
      Object.entries(bodies).map(([id, body]) => ({ id, body: body as never })),
      names,
    ).map(({ id, other: instead }) => [id, instead]);

  test('say so by two names, at the root or in what wraps them, and have none of their own', () => {
    expect(found({ [one]: entry(other), [other]: entry(third) })).toEqual([
      [one, other],
      [other, third],
    ]);
    const { key, slug, title, id } = entry(other);
    expect(found({ [one]: { slug, title } })).toEqual([[one, other]]);
    expect(found({ [one]: { meta: 1, data: { guide: { id, key } } } })).toEqual([[one, other]]);
    const { id: _, ...inPart } = entry(other);
    const text = 'x'.repeat(5_000);
    expect(found({ [one]: { data: entry(other), meta: { version: 1 } } })).toEqual([[one, other]]);
    expect(found({ [one]: { guide: inPart, chapters: [text] } })).toEqual([[one, other]]);
    expect(found({ [one]: { learningGuide: { data: entry(other) }, disclaimer: text, related: [third] } })).toEqual([
      [one, other],
    ]);
    expect(found({ [one]: { chapters: [text], next: entry(other) } })).toEqual([]);
    expect(found({ [one]: { data: { chapters: [text] }, next: entry(other) } })).toEqual([]);
    expect(found({ [one]: { data: { slug: entry(one).slug }, guide: entry(other) } })).toEqual([]);
    expect(found({ [one]: { title } })).toEqual([]);
    expect(found({ [one]: { ...entry(other), deep: [{ text: entry(one).slug }] } })).toEqual([]);
    expect(found({ [one]: { next: entry(other), links: {} } })).toEqual([]);
    expect(found({ [one]: { related: [entry(other)] } })).toEqual([]);
    expect(found({ [one]: { a: { b: { c: { d: { e: entry(other) } } } } } })).toEqual([]);
    expect(found({ [one]: {}, ['d'.repeat(24)]: entry(other) })).toEqual([]);
  });

  const stamp = 'x'.repeat(40);
  test.each<[string, object, boolean]>([
    ['alone in three objects', { a: { b: { c: entry(other) } } }, true],
    ['beside a number, nothing and a short text', { version: 1, next: null, etag: 'x', item: entry(other) }, true],
    ['beside a text as long as a stamp', { stamp, item: entry(other) }, true],
    ['beside a longer text', { text: `${stamp}x`, item: entry(other) }, false],
    ['beside a list', { chapters: [], item: entry(other) }, false],
  ])('are told %s: %j', (_what, body, isTold) => {
    expect(found({ [one]: body })).toEqual(isTold ? [[one, other]] : []);
  });

  const [own, name, slug] = [{ id: one, title: 'Own' }, 'Of the other', 'of-the-other'];
  test.each<[string, object, object, string[]]>([
    ['two names are', { title: name, slug }, { id: other, title: name, slug }, [other]],
    ['names that both lack are not', { title: name }, { id: other, title: name }, []],
    ['empty names are not', { title: name, key: '', slug: '' }, { id: other, title: name, key: '', slug: '' }, []],
    ['names that are no text are not', { title: name, key: 7 }, { id: other, title: name, key: 7 }, []],
    ['those of another entry of its own are not', { title: name, slug }, { id: one, title: name, slug }, []],
    ['those of an entry whose id is no text are not', { title: name, slug }, { id: 7, title: name, slug }, []],
  ])('have names in common that count: %s', (_what, body, listed, others) => {
    const listing = [null, 'no guide', own, listed] as never;
    expect(misdelivered([{ id: one, body: body as never }], listing).map((wrong) => wrong.other)).toEqual(others);
  });

  test('are none where there is no guide to be named like', () => {
    expect(isNamedLike(entry(one), entry(other))).toBe(true);
    expect(isNamedLike(entry(one), undefined)).toBe(false);
    expect(isNamedLike(undefined, entry(other))).toBe(false);
  });

  test('are others each: one guide for several ids changes no places', () => {
    expect(found({ [one]: entry(third), [other]: entry(third) })).toEqual([[one, third]]);
  });

  test('are not told by names that are empty or no text', () => {
    const nameless = guideIds.map((id) => ({ id, key: '', slug: '', title: 7 }));
    const bodies = [{ id: one, body: { key: '', slug: '', title: 7 } }];
    expect(misdelivered(bodies, nameless)).toEqual([]);
  });
});
