import { describe, expect, test } from 'vitest';
import { type Request, sentHeader, valueText } from '../../engine/index.ts';
import { sampleAddress } from '../../fixtures/samples/address.ts';
import { update } from '../../suites/address-update.ts';
import { indented, undecoded, withEscape } from '../../suites/written-json.ts';
import { judgeWritings, withOtherFieldNames, writingsOfAddress } from '../../suites/written-otherwise.ts';
import { addressBound } from './address-stub.ts';
import type { Given } from './answered.ts';
import { apiError } from './api-error.ts';
import { asking, silence } from './asking.ts';

const plain = update(addressBound(), sampleAddress);
const writings = [...writingsOfAddress(plain, sampleAddress), withOtherFieldNames(plain)];
const textOf = ({ body }: Request) => valueText(body ?? '');

describe('the same in other words', () => {
  test('is the same JSON, and another text each time', () => {
    const texts = writings.slice(0, 3).map(({ request }) => textOf(request));
    for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(textOf(plain)));
    expect(new Set([...texts, textOf(plain)]).size).toBe(4);
    expect(texts[0]).toContain('\n  "address": {\n');
    expect(texts[1]).toMatch(/^\{"address":\{"countryCode":.*"line1":"[^"]*"\}\}$/);
    expect(texts[2]).toContain('"\\u0055nter den Linden 77"');
  });

  test('is the same header section', () => {
    const { headers, ...others } = withOtherFieldNames(plain).request;
    const { headers: before, ...rest } = plain;
    expect(others).toEqual(rest);
    expect(headers.map(([name]) => name)).toEqual(['content-type', 'X-User-Id', 'authorization', 'accept']);
    for (const [name] of before) expect(sentHeader({ ...plain, headers }, name)).toEqual(sentHeader(plain, name));
  });

  test('has an escape where there is a letter', () => {
    expect(withEscape({ a: '7 Äb"c', b: 1 }, '7 Äb"c')).toBe('{"a":"7 Ä\\u0062\\"c","b":1}');
    expect(withEscape({ a: '7' }, '7')).toBeUndefined();
    expect(withEscape({ a: 'b' }, 'c')).toBeUndefined();
    expect(undecoded('7 Wien')).toBe('u0057ien');
    expect(writingsOfAddress(plain, { city: '1' })).toHaveLength(2);
    expect(indented([1])).toBe('[\n  1\n]');
  });
});

describe('what is written otherwise', () => {
  const judged = async (
    answer: (step: string, request: Request, nth: number) => Given | ReturnType<typeof silence>,
  ) => {
    const steps: string[] = [];
    const ask = asking((step, _path, nth, request) => {
      steps.push(step);
      return answer(step, request, nth);
    });
    const judgements = await judgeWritings(ask, plain, writings);
    return { causes: judgements.map((one) => (one.kind === 'violated' ? one.cause : one.kind)), steps };
  };
  const isOther = (request: Request) => textOf(request) !== textOf(plain);
  const isIndented = (request: Request) => textOf(request).includes('\n');

  test('is asked once where it is accepted', async () => {
    const { causes, steps } = await judged(() => ({ status: 204 }));
    expect(causes).toEqual([]);
    expect(steps).toEqual(['written-0', 'written-1', 'written-2', 'written-3']);
  });

  test('is found where it is refused each time and the plain one is not', async () => {
    expect((await judged((_step, request) => (isOther(request) ? apiError(403) : { status: 204 }))).causes).toEqual([
      'a well-formed request is refused indented',
      'a well-formed request is refused with its members in another order',
      'a well-formed request is refused with a letter as an escape',
    ]);
    const { causes } = await judged((_step, { headers }) =>
      headers.some(([name]) => name === 'x-user-id') ? { status: 204 } : apiError(400),
    );
    expect(causes).toEqual(['a well-formed request is refused with names of fields in another case']);
  });

  test.each([402, 408, 409, 412, 421, 423, 425, 428, 429, 500, 503, 304])('is not found by %i', async (status) => {
    const { causes } = await judged((_step, request) => (isOther(request) ? apiError(status) : { status: 204 }));
    expect(causes).toEqual([]);
  });

  test('is not found where there is no answer', async () => {
    const { causes } = await judged((_step, request) => (isOther(request) ? silence('closed') : { status: 204 }));
    expect(causes).toEqual([]);
  });

  test.each<[string, RegExp]>([
    ['at once', /-before-1$/],
    ['twice in a row', /-before-too-1$/],
    ['after it', /-after-1$/],
    ['the second time', /-before-2$/],
    ['at the end', /-after-2$/],
  ])('is not found where the plain one is refused %s', async (_what, steps) => {
    const { causes } = await judged((step, request) =>
      isIndented(request) || steps.test(step) ? apiError(400) : { status: 204 },
    );
    expect(causes).toEqual([]);
  });

  test.each([/^written-0$/, /^written-0(?:-again-1)?$/])('is not found where it is accepted then', async (steps) => {
    const { causes } = await judged((step) => (steps.test(step) ? apiError(400) : { status: 204 }));
    expect(causes).toEqual([]);
  });

  test('is not found by replicas or limits that refuse every second or third request, whatever it says', async () => {
    for (const every of [2, 3, 4, 5]) {
      for (let offset = 0; offset < every; offset++) {
        const { causes } = await judged((_step, _request, nth) =>
          (nth + offset) % every === 0 ? apiError(403) : { status: 204 },
        );
        expect(causes, `${every} ${offset}`).toEqual([]);
      }
    }
  });
});
