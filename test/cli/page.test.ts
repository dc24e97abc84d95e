import { expect, test } from 'vitest';
import { page } from '../../cli/page.ts';
import { workspace } from './workspace.ts';

const { at, has, read } = workspace('test');
const [long, wide] = ['1\n2\n3\n4\n', `${'x'.repeat(31)}\n`];

test.each([
  ['a long text', long, {}, {}, true],
  ['a text whose lines wrap', wide, {}, {}, true],
  ['a text that fits, but for its colours', `\u001b[31m${'x'.repeat(29)}\u001b[39m`, {}, {}, false],
  ['a long text in a file', long, { isTTY: false }, {}, false],
  ['a long text in CI', long, {}, { CI: 'true' }, false],
  ['a long text without a keyboard', long, {}, {}, false, false],
  ['a long text with an empty PAGER', long, {}, { PAGER: '' }, false],
  ['a long text with a PAGER that is not there', long, {}, { PAGER: 'nowhere 2>&-' }, false],
])('%s', async (_name, text, terminal, env, isPaged, keyboard?) => {
  const written: string[] = [];
  const write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
  const variables = { PATH: process.env['PATH'], PAGER: `cat > '${at('paged')}'`, ...env };
  await page(
    text,
    { isTTY: true, rows: 3, columns: 10, write, ...terminal },
    variables,
    keyboard ?? true,
  );
  expect([written, has('paged') && read('paged')]).toEqual(isPaged ? [[], text] : [[text], false]);
});

test('a reader who leaves the pager early causes no error', async () => {
  const stream = { isTTY: true, rows: 3, columns: 10, write: () => expect.fail('printed') };
  await page(
    'line\n'.repeat(1e5),
    stream,
    { PATH: process.env['PATH'], PAGER: 'head -1 >/dev/null; exit 1' },
    true,
  );
});
