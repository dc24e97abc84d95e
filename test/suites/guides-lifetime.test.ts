import { describe, expect, test } from 'vitest';
import type { Exchange, Monitor } from '../../engine/index.ts';
import { guides } from '../../suites/learn/guides.ts';
import { judgeErrorCaching, judgeForm, judgeLifetime } from '../../suites/learn/guides-caching.ts';
import { elementsOf, guidesOf, hasElements } from '../../suites/learn/listing.ts';
import { answered, type Given, withHeaders } from './answered.ts';
import { asking, boundTo, silence } from './asking.ts';

const monitor = (id: string) => guides.requirements.find((one) => one.id === id) as Monitor;
const cached = (value: string, given: Given = {}) =>
  withHeaders({ 'Cache-Control': value }, { body: { data: [] }, ...given });

describe('a second more or less is rounding', () => {
  test.each([
    ['held', undefined, 1_799],
    ['held', undefined, 1_800],
    ['held', undefined, 1_801],
    ['held', expect.any(String), 1_798],
    ['violated', undefined, 1_802],
  ])('%s (%j): max-age=%i', (kind, note, seconds) => {
    const judgement = judgeLifetime(cached(`max-age=${seconds}`));
    expect(judgement.kind).toBe(kind);
    if (judgement.kind === 'held') expect(judgement.note).toEqual(note);
  });

  test.each([
    ['held', 1_798],
    ['violated', 1_799],
  ])('a refusal, %s: max-age=%i', (kind, seconds) => {
    expect(judgeErrorCaching(cached(`max-age=${seconds}`, { status: 401 })).kind).toBe(kind);
  });
});

describe('the form of a lifetime', () => {
  test('is judged where the lifetime is the stated one alone', () => {
    for (const value of ['max-age="60"', 'no-cache, max-age=60', 'no-store, no-cache', 's-maxage=60', 'no-cache']) {
      expect(judgeForm(cached(value)), value).toEqual({ kind: 'held' });
    }
    expect(judgeForm(answered({ body: { data: [] } }))).toEqual({ kind: 'held' });
  });

  test.each([
    ['max-age is quoted', 'max-age="1800"'],
    ['the lifetime is given by s-maxage alone', 's-maxage=1800'],
    ['max-age is another than s-maxage', 'max-age=60, s-maxage=1800'],
    ['no-cache makes the lifetime pointless', 'max-age=1800, no-cache'],
  ])('%s', (cause, value) => {
    expect(judgeForm(cached(value))).toMatchObject({ cause });
  });
});

describe('lifetimes over the whole run', () => {
  const conclude = (id: string, ...seen: readonly (readonly [at: number, value: string])[]) => {
    const { fold } = monitor(id);
    const state = seen.reduce(
      (sum, [at, value]) => fold?.add(sum, cached(value, { at: 1_700_000_000_000 + at * 1000 })),
      fold?.empty(),
    );
    return fold?.conclude(JSON.parse(JSON.stringify(state)));
  };
  const lifetime = 'guides/cache-control-lifetime';

  test('what is no number of seconds, or too long, is judged in the answer alone', () => {
    for (const value of ['no-store', 'private', 'max-age=1802', 'max-age=86400']) {
      expect(conclude(lifetime, [0, value]), value).toMatchObject({ kind: 'unanswered' });
      expect(conclude(lifetime, [0, 'max-age=1800'], [1, value]), value).toMatchObject({ kind: 'held' });
    }
    expect(conclude(lifetime, [0, 'max-age=1801'])).toMatchObject({ kind: 'held' });
  });

  test('the first answer that was shorter is the example, whichever was added or merged first', () => {
    const shorter = [
      [20, 'max-age=300'],
      [0, 'max-age=60'],
      [10, 'max-age=200'],
    ] as const;
    for (const order of [shorter, [...shorter].reverse()]) {
      expect(conclude(lifetime, ...order)).toMatchObject({ actual: expect.stringMatching(/^60 s /) });
    }
    const { fold } = monitor(lifetime);
    const [one, other] = shorter.map(([at, value]) => fold?.add(fold.empty(), cached(value, { at: at * 1000 })));
    expect(fold?.merge(one, other)).toEqual(fold?.merge(other, one));
    expect(fold?.merge(one, other)).toMatchObject({ example: { lifetime: 60 } });
    expect(fold?.merge(fold.empty(), one)).toEqual(one);
    expect(fold?.merge(one, fold.empty())).toEqual(one);
    expect(fold?.merge(fold.empty(), fold.empty())).toStrictEqual({ lifetimes: {} });
  });

  test('of two at one time the shorter is the example', () => {
    const { fold } = monitor(lifetime);
    const [one, other] = ['max-age=60', 'max-age=50'].map((value) => fold?.add(fold.empty(), cached(value)));
    expect(fold?.merge(one, other)).toMatchObject({ example: { lifetime: 50 } });
    expect(fold?.merge(other, one)).toMatchObject({ example: { lifetime: 50 } });
  });
});

describe('the listing is asked for again later', () => {
  test.each<[string, Exchange]>([
    ['not where its lifetime is the stated one', cached('max-age=1800')],
    ['not where it is a second less', cached('max-age=1799')],
    ['not where it is longer', cached('max-age=9999')],
    ['not where there is none', cached('no-store')],
    ['not where no answer came', silence('closed')],
  ])('%s', async (_what, exchange) => {
    const steps: string[] = [];
    const ask = asking((step) => {
      steps.push(step);
      return exchange;
    });
    expect(await monitor('guides/cache-control-lifetime').probing?.(boundTo('guides'), ask)).toEqual([]);
    expect(steps).toEqual(['now']);
  });
});

describe('elements of a listing', () => {
  test('are those of a success, with their place', () => {
    const data = [{ id: 'a' }, 'b', null, { id: 'c' }];
    expect(elementsOf(answered({ body: { data } }))).toEqual(data);
    expect(guidesOf(answered({ body: { data } })).map(({ at }) => at)).toEqual([0, 3]);
    expect(elementsOf(answered({ status: 500, body: { data } }))).toBeUndefined();
    expect(guidesOf(answered({ status: 500, body: { data } }))).toEqual([]);
    expect(elementsOf(answered({ body: data }))).toBeUndefined();
    expect(elementsOf(silence('closed'))).toBeUndefined();
    expect(hasElements(answered({ body: { data } }))).toBe(true);
    expect(hasElements(answered({ body: { data: [] } }))).toBe(false);
    expect(hasElements(answered({ body: [] }))).toBe(false);
  });
});
