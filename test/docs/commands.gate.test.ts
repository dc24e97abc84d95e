import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { command, emptyFolder, variablesOf } from '../cli/command.ts';
import { sample } from '../scope.ts';
import { type Block, blocksOf, pages, root } from './pages.ts';

const stored = emptyFolder();
afterAll(stored.remove);
beforeAll(async () => {
  expect((await command(stored.path, ['run'], small)).code).toBe(0);
});

/** Keeps the runs of the pages small. */
const small = { M2M_DEPTH: 'quick', M2M_CLAIM: 'cash' };

const withCommands = pages.filter(
  (page) => /^(README|docs\/)/.test(page) && runnable(page).length > 0,
);

const sampled = sample('pages whose commands are run', withCommands, 2);
test.each(sampled)('the commands of %s work as printed', async (page) => {
  const folder = emptyFolder();
  try {
    installIn(folder.path);
    for (const { script, fault, exit = '0' } of runnable(page)) {
      const { compose = [] } = faults.find(({ id }) => id === fault) ?? {};
      const reference = await startReference({ compose });
      const result = await run(folder.path, withRealTarget(script, reference), {
        // README sets the target itself.
        ...(page === 'README.md' ? {} : variablesOf(reference)),
        ...(fault === undefined ? {} : { M2M_CLAIM: 'learn' }),
      });
      await reference.close();
      expect(result, script).toMatchObject({ code: Number(exit) });
    }
  } finally {
    folder.remove();
  }
});

function runnable(page: string): readonly Block[] {
  return blocksOf(page).filter(({ skip }) => skip === undefined);
}

/**
 * Creates a project that depends on the package, with reports of two runs and the known failures of
 * docs/ci.md.
 */
function installIn(folder: string): void {
  const bin = join(folder, 'node_modules', '.bin', 'm2m-conformance');
  mkdirSync(join(bin, '..'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules', 'm2m-conformance'));
  writeFileSync(
    bin,
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist', 'cli', 'main.js')}' "$@"\n`,
  );
  chmodSync(bin, 0o755);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of ['latest', 'main']) {
    cpSync(join(stored.path, 'reports', 'latest'), join(folder, 'reports', name), {
      recursive: true,
    });
  }
  const [, known = ''] =
    /```json\n(.*?)```/s.exec(readFileSync(join(root, 'docs', 'ci.md'), 'utf8')) ?? [];
  writeFileSync(join(folder, 'known-failures.json'), known);
}

/** The script with the target, client and user of a running server in place of the example's. */
function withRealTarget(
  script: string,
  { baseUrl, authUrl, audience, clients, users }: RunningReference,
): string {
  return Object.entries({
    'M2M_AUDIENCE=https://api.example.com': `M2M_AUDIENCE=${audience}`,
    'https://api.example.com': baseUrl,
    'https://id.example.com/oauth/token': authUrl,
    'M2M_CLIENT_ID=conformance M2M_CLIENT_SECRET=s3cret': `M2M_CLIENT_ID=${clients.scoped.id} M2M_CLIENT_SECRET=${clients.scoped.secret}`,
    '5f0c1e9a7b3d4c2e8f6a1b0d': users.first,
  }).reduce((text, [example, real]) => text.replace(example, real), script);
}

function run(
  cwd: string,
  script: string,
  variables: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...small, ...variables };
  return new Promise((resolve) => {
    execFile('sh', ['-euc', script], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}`.slice(-2_000) });
    });
  });
}
