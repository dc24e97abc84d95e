import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answered } from '../../../engine/index.ts';
import { json, whyNoJson } from '../../../engine/judging/answer.ts';
import { beyondReading, withoutRowsOfSpace } from '../../../engine/judging/json-extent.ts';
import { inWords } from '../../in-words.ts';
import { answered } from '../../suites/answered.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const tooDeep = 'nested deeper than 1,000 levels';
const tooLong = 'longer than 250,000 values';

test.each<[string, string, string | undefined]>([
  ['1,000 levels', nested(1_000), undefined],
  ['1,001 levels', nested(1_001), tooDeep],
  ['a million levels', nested(1_000_000), tooDeep],
  ['levels of objects', `${'{"a":'.repeat(1_001)}1${'}'.repeat(1_001)}`, tooDeep],
  ['levels after a byte order mark and spaces', `\uFEFF \n${nested(1_001)}`, tooDeep],
  ['levels that close in between', `[${'[[]],'.repeat(1_300)}1]`, undefined],
  ['brackets in a text', JSON.stringify([nested(1_300), '"\\', `\\"${nested(1_300)}`]), undefined],
  ['brackets after a text that ends in a backslash', `["\\\\",${nested(1_001)}]`, tooDeep],
  ['a text that does not end', `["${nested(1_300)}`, undefined],
  ['a text alone', JSON.stringify(nested(1_300)), undefined],
  ['a page', `<script>${nested(1_300)}</script>`, undefined],
  ['a list of numbers', JSON.stringify(Array(249_998).fill(1)), undefined],
  ['a longer list of numbers', JSON.stringify(Array(250_000).fill(1)), tooLong],
  ['commas in a text', JSON.stringify([','.repeat(300_000)]), undefined],
  ['nothing', '', undefined],
])('%s', (_what, text, why) => {
  expect(beyondReading(text)).toBe(why);
});

test('sixteen megabytes take no time to speak of', () => {
  for (const text of [
    `["${'\\"'.repeat(8_000_000)}"]`,
    `["${'\\'.repeat(16_000_000)}"]`,
    `[${' '.repeat(16_000_000)}]`,
    `["${'a'.repeat(16_000_000)}"]`,
  ]) {
    expect(beyondReading(text)).toBeUndefined();
  }
});

test('a body that is too deep is neither valid nor invalid JSON', () => {
  const parsed = json(answered({ body: nested(10_000) }));
  expect(parsed).toEqual({ error: tooDeep, unread: true });
  expect(inWords('error' in parsed && whyNoJson(parsed))).toBe(
    `the body is ${tooDeep}, so it was not read`,
  );
});

test('only the last large bodies stay parsed', () => {
  const all = Array.from({ length: 6 }, (_, nth) => answered({ body: [nth, 'x'.repeat(200_000)] }));
  const parsed = all.map(json);
  expect(parsed.slice(2).map((one, nth) => json(all[nth + 2] as Answered) === one)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(json(all[0] as Answered)).not.toBe(parsed[0]);
  expect(json(all[0] as Answered)).toEqual(parsed[0]);
});

test.each([
  ['{"a":  1}', '{"a": 1}'],
  ['  [\t\r\n 1, 2]  ', ' [ 1, 2] '],
  ['{"a  \\"  b":   "c  \\\\"   }', '{"a  \\"  b": "c  \\\\" }'],
  ['"  "', '"  "'],
  ['"  ', '"  '],
  ['', ''],
])('%j with runs of white space shortened is %j', (text, without) => {
  expect(withoutRowsOfSpace(text)).toBe(without);
});

test('shortening white space does not change the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 9 }), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(JSON.parse(withoutRowsOfSpace(text))).toEqual(JSON.parse(text));
    }),
  );
});
