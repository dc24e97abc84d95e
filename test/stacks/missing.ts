import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from './stack.ts';
import { stacksFolder } from './target.ts';

/** Returns a line that says what to install for the stack, or undefined. */
export function missing({
  title,
  needs: { npm = [], debian = [], probe = [] },
}: Stack): string | undefined {
  if (!npm.every((name) => existsSync(join(stacksFolder, 'node_modules', name)))) {
    return `${title} is not installed. Run npm ci --prefix test/stacks`;
  }
  const [program = 'true', ...args] = probe;
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return undefined;
  return `${title} is not installed. Run apt-get install --no-install-recommends ${debian.join(' ')}`;
}
