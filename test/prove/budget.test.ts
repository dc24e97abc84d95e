import { expect, test } from 'vitest';
import { rows } from '../../engine/catalogue/catalogue.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { costLines, costsOf, sourcesIn } from './budget.ts';

test('a requirement costs the files that no other one needs', () => {
  const sources = new Map([
    [
      's/a.ts',
      "import x from './own.ts';\nimport y from './shared.ts';\nid: 'a/one'\nid: 'a/two'\n",
    ],
    ['s/b.ts', "import y from './shared.ts';\nimport z from './a.ts';\nid: 'b/one'\n"],
    ['s/own.ts', "import x from './below.ts';\n"],
    ['s/below.ts', '\n\n'],
    ['s/shared.ts', '\n'],
  ]);
  const costs = costsOf(sources, ['a/one', 'a/two', 'b/one']);
  expect(costs).toEqual([
    { file: 's/a.ts', ids: ['a/one', 'a/two'], lines: 7, files: 3 },
    { file: 's/b.ts', ids: ['b/one'], lines: 3, files: 1 },
  ]);
  expect(costLines(costs, new Map([['a/two', 12]]))[1]).toMatch(/^ +7 +3 +12 {2}a\/one, a\/two$/);
});

test('each requirement of the catalogue is declared in one file', () => {
  const ids = rows(catalogue).map(({ requirement }) => requirement.id);
  const found = costsOf(sourcesIn('suites'), ids).flatMap((cost) => cost.ids);
  expect(found).toHaveLength(new Set(found).size);
  // One function declares the first three, another one the others.
  const missing = [...new Set(ids)].filter((id) => !found.includes(id));
  expect(missing).toEqual([
    'insights/ok',
    'cash/ok',
    'portfolios/ok',
    'address/postal-code-number',
    'address/postal-code-string',
  ]);
});
