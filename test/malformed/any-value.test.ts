import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valuesBeside } from '../../fixtures/malformed/any-value.ts';

test('some texts beside a text hold many characters beyond ASCII', () => {
  const texts = valuesBeside('Ada')
    .flatMap((kind) => fc.sample(kind, { seed: 1, numRuns: 100 }))
    .filter(({ kind }) => kind === 'pattern')
    .map(({ generated }) => String(generated));
  expect(texts.filter((text) => (text.match(/\P{ASCII}/gu) ?? []).length > 3)).not.toEqual([]);
});
