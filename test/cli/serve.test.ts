import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { emptyFolder, start } from './command.ts';

const folder = emptyFolder();
afterAll(folder.remove);

test('serve prints shell lines that work unchanged', async () => {
  const { child, finished } = start(folder.path, ['serve']);
  let printed = '';
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C')) resolve();
    });
  });
  const lines = printed.split('\n').filter((line) => /^(export|TOKEN|curl)/.test(line));
  expect(
    printed
      .split('\n')
      .filter(
        (line) => !lines.includes(line) && !/^(#.*|npx --no -- m2m-conformance run|)$/.test(line),
      ),
  ).toEqual([]);
  const responses = execFileSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' });
  expect(responses.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});
