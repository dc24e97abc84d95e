import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emptyFolder } from '../cli/command.ts';
import { dockerfile } from './dockerfile.ts';
import { clone, pack } from './packed.ts';

// Loads modules without types, and modules from another node_modules.
const require = createRequire(import.meta.url);
const tool = (...path: readonly string[]) => join(import.meta.dirname, 'node_modules', ...path);
const folder = emptyFolder();
const tarball = pack(folder.path);
afterAll(folder.remove);

describe('the package', () => {
  test('has no problem that publint finds', () => {
    const { status, stdout } = spawnSync(
      'node',
      [tool('publint', 'src', 'cli.js'), 'run', tarball, '--strict'],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All good!'),
    });
  });

  // The package is ESM only, as its README says, so resolution by `require` is not tested.
  test('has types that every ESM resolution finds', () => {
    const attw = [
      tool('@arethetypeswrong', 'cli', 'dist', 'index.js'),
      tarball,
      '--profile',
      'esm-only',
    ];
    const { status, stdout } = spawnSync('node', attw, { encoding: 'utf8' });
    expect({ status, stdout: status === 0 ? '' : stdout }).toEqual({ status: 0, stdout: '' });
  });
});

test('the Kubernetes manifest is valid', async () => {
  const [core, batch] = await Promise.all(
    ['kubernetes-models/v1', 'kubernetes-models/batch/v1'].map((name) => import(name)),
  );
  const models = { PersistentVolumeClaim: core.PersistentVolumeClaim, Job: batch.Job };
  const problems = (document: { readonly kind: string }) => {
    try {
      new models[document.kind as keyof typeof models](document).validate();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const documents = parseAllDocuments(
    readFileSync(join(clone, 'templates', 'kubernetes-job.yaml'), 'utf8'),
  );
  expect(documents.map((document) => problems(document.toJS()))).toEqual(['', '', '']);
  const wrong = documents[1]?.toJS();
  expect(problems({ ...wrong, spec: { ...wrong.spec, completions: 'three' } })).toContain(
    'completions',
  );
});

test.each(['action.yml', 'templates/github-shards.yml'])('%s is valid for GitHub', (file) => {
  const args = [tool('@action-validator', 'cli', 'cli.mjs'), join(clone, file)];
  const { status, stdout, stderr } = spawnSync('node', args, { encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});

test('the Dockerfile has no problem that a linter finds, and ends as a non-root user', () => {
  const text = readFileSync(join(clone, 'Dockerfile'), 'utf8');
  const { validate } = require(tool('dockerfile-utils', 'lib', 'main.js'));
  expect(validate(text)).toEqual([]);
  expect(validate('FROM node\nRUNN npm ci\n')).not.toEqual([]);
  const users = dockerfile(text).filter(({ instruction }) => instruction === 'USER');
  expect(users.at(-1)?.argument).toBe('1000:0');
});

test('an image is not built from files that `git` ignores', () => {
  const ignored = readFileSync(join(clone, '.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '.env', '**/node_modules', 'dist', 'reports/latest']),
  );
  expect(execFileSync('git', ['check-ignore', '.env'], { cwd: clone, encoding: 'utf8' })).toBe(
    '.env\n',
  );
});
