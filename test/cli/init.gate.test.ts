import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { step } from '../packaging/shell-steps.ts';
import { workspace } from './workspace.ts';

const { at, call, has, read, refused, remove, write } = workspace('test');
const workflow = '.github/workflows/conformance.yml';
const certify = 'node_modules/.bin/m2m-conformance run --out reports/conformance';
const isQuiet = { code: 0, stderr: '' };

describe('init', () => {
  test('writes a configuration that loads unchanged, and says what to do next', async () => {
    const { stdout, ...ended } = await call('init');
    expect(ended).toEqual(isQuiet);
    expect(stdout).toMatch(
      /^Written: harness\.config\.ts, \.github\/workflows\/conformance\.yml$/m,
    );
    expect(stdout).toMatch(/^1\. Add the harness .*\n {3}npm i -D <tarball or git URL>$/m);
    expect(stdout).toMatch(/npx --no -- m2m-conformance run --dry$/m);
    expect(read('harness.config.ts')).toBe(
      readFileSync(join(import.meta.dirname, '../../harness.config.ts'), 'utf8'),
    );
    const dry = await call('run --dry --config harness.config.ts');
    expect(dry).toMatchObject(isQuiet);
    expect(dry.stdout).toMatch(/Nothing was sent/);
  });

  test('writes a workflow that runs the locked version with secrets from variables, and keeps the results', async () => {
    await call('init');
    const { jobs, on } = parse(read(workflow));
    expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule', 'workflow_dispatch']);
    const { env: given, steps } = jobs.conformance;
    const { WITHOUT_SECRETS: _fork, ...env } = given;
    for (const [variable, value] of Object.entries<string>(env)) {
      const isSecret = /SECRET|TOKEN|KEY$/.test(variable);
      expect(value).toBe(`\${{ ${isSecret ? 'secrets' : 'vars'}.${variable} }}`);
    }
    const commands = steps.map(({ run, uses }: { run?: string; uses?: string }) => run ?? uses);
    expect(commands).toEqual(
      expect.arrayContaining(['npm ci', `exec ${certify}`, 'actions/upload-artifact@v7']),
    );
    // CI passes an unset variable as an empty one.
    const empty = Object.fromEntries(Object.keys(env).map((variable) => [variable, '']));
    expect(await call('run --dry', empty)).toMatchObject(isQuiet);
  });

  test('--gitlab writes a pipeline instead of the workflow', async () => {
    const { code, stdout } = await call('init --gitlab --dir a/b');
    expect(code).toBe(0);
    expect(stdout).toMatch(/run --dry --config a\/b\/harness\.config\.ts$/m);
    expect(readdirSync(at('a/b')).sort()).toEqual(['.gitlab-ci.yml', 'harness.config.ts']);
    const { conformance } = parse(read('a/b/.gitlab-ci.yml'));
    expect(conformance.script).toEqual(
      expect.arrayContaining(['npm ci', expect.stringContaining(certify)]),
    );
    const ofFork = { CI_PROJECT_ID: '5', CI_MERGE_REQUEST_PROJECT_ID: '6' };
    const { code: ended, said } = await step(`${conformance.script[0]}\nfalse`, at(), at(), ofFork);
    expect({ ended, said }).toEqual({
      ended: 0,
      said: expect.stringMatching(/fork\. Nothing is certified\.\n$/),
    });
    expect(conformance.artifacts).toMatchObject({ when: 'always', paths: ['reports/conformance'] });
  });

  test.each(['--gitlab', '--dir .'])(
    'CI and the user install the package that --source names (%s)',
    async (kind) => {
      const source = 'git+https://git.example.com/m2m-conformance.git#v0.1.0';
      const { stdout } = await call(`init ${kind} --source ${source}`);
      expect(stdout).toMatch(/^ {3}npm i -D git.*#v0\.1\.0$/m);
      const { conformance, jobs } = parse(read(kind === '--gitlab' ? '.gitlab-ci.yml' : workflow));
      const commands =
        conformance?.script ?? jobs.conformance.steps.map(({ run }: { run?: string }) => run);
      expect(commands).toContain(`npm install --prefix . --no-save -- ${source}`);
    },
  );

  // Anybody can register an unused package name, and the source becomes part of a script.
  const sources = [
    'm2m-conformance',
    '0.1.0',
    '--force@1',
    '$(id)/x',
    "a'b/c",
    'a/b;id',
    `\${{github.token}}/x`,
    'a/b\nid',
  ];
  test.each(sources)('--source %j is refused', async (source) => {
    expect(await refused(['init', `--source=${source}`])).toMatch(
      /^--source: found ".* Accepted: a tarball/,
    );
    expect(has('harness.config.ts')).toBe(false);
  });

  test('tells a project that depends on the harness to commit its lock file', async () => {
    write('package.json', {
      devDependencies: { 'm2m-conformance': 'file:m2m-conformance-0.1.0.tgz' },
    });
    expect((await call('init')).stdout).toMatch(
      /^1\. Commit package\.json and package-lock\.json\.$/m,
    );
    write('package.json', '{');
    expect(await refused('init --force')).toMatch(/package\.json cannot be read: /);
  });

  test('writes what is missing, leaves what is there, and overwrites it with --force', async () => {
    write('harness.config.json', '{}');
    const missing = await call('init');
    expect(missing).toMatchObject(isQuiet);
    expect(missing.stdout).toMatch(/^Written: \.github\/workflows\/conformance\.yml$/m);
    expect(missing.stdout).toMatch(
      /^Already there, not changed: harness\.config\.json \(--force overwrites\)$/m,
    );
    expect([read('harness.config.json'), has('harness.config.ts')]).toEqual(['{}', false]);
    write(workflow, 'mine');
    expect((await call('init')).stdout).not.toContain('Written');
    expect(read(workflow)).toBe('mine');
    expect((await call('init --force')).stdout).toMatch(
      /^Written: harness\.config\.ts, .*\.yml\n\n1/,
    );
    expect(read(workflow)).toMatch(/^name: Conformance$/m);
  });

  test('writes no file if one cannot be written', async () => {
    write('a/.github', '');
    expect(await refused('init --dir a')).toMatch(/^a\/\.github\/.* cannot be written/);
    expect(has('a/harness.config.ts')).toBe(false);
  });
});

const marker = '<!-- m2m-conformance -->\n';
let server: Server;
let api: string;
/**
 * The comments as GitHub and GitLab return them. The first comment of another user imitates ours.
 */
let comments: {
  readonly id: number;
  readonly user: object;
  readonly author: object;
  body: string;
}[];
const comment = (id: number, user: string, body: string) => ({
  id,
  user: { login: user },
  author: { id: user },
  body,
});

beforeEach(async () => {
  comments = [comment(1, 'mallory', `${marker}imitated`)];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const { body = '' } = method === 'GET' ? {} : ((await json(request)) as { body: string });
    if (headers['private-token'] === 'wrong') response.statusCode = 403;
    else if (method === 'POST') comments.push(comment(2, 'github-actions[bot]', body));
    else if (method !== 'GET')
      Object.assign(comments.find(({ id }) => url?.endsWith(`/${id}`)) ?? {}, { body });
    response.end(JSON.stringify(url === '/user' ? { id: 'github-actions[bot]' } : comments));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

/**
 * Stands in for the program gh: `gh api [--silent|--paginate] [--method M] PATH [--jq QUERY|--field
 * body=@FILE]`.
 */
const gh = `#!/bin/sh -e
test "$1" = api && test -n "$GH_TOKEN"; shift
case "$1 $2 $3" in
  '--paginate '*) curl -sSf "$API/$2" | jq -r "$4" ;;
  '--silent --method '*) jq -Rs '{ body: . }' "\${6#body=@}" | curl -sSf -X "$3" "$API/$4" -d @- > /dev/null ;;
esac
`;

/** Returns the script that comments, as `init` writes it. */
const scripts = {
  github: async () => {
    await call('init');
    write('bin/gh', gh);
    chmodSync(at('bin/gh'), 0o755);
    const { steps } = parse(read('.github/workflows/conformance.yml')).jobs.conformance;
    return steps.find(({ name = '' }) => name.startsWith('Comment')).run;
  },
  gitlab: async () => {
    await call('init --gitlab');
    return parse(read('.gitlab-ci.yml')).conformance.after_script[1];
  },
};
const hasJq = spawnSync('sh', ['-c', 'command -v jq']).status === 0;
const tested = hasJq ? (['github', 'gitlab'] as const) : (['gitlab'] as const);

test.each(tested)('%s: one comment, which later runs update', async (ci) => {
  const script = await scripts[ci]();
  const github = {
    API: api,
    GH_TOKEN: 't',
    GITHUB_REPOSITORY: 'a/b',
    PULL_REQUEST: '7',
    GITHUB_SERVER_URL: 'https://g',
  };
  const ids = { CI_PROJECT_ID: '5', CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7' };
  const gitlab = { ...ids, CI_API_V4_URL: api, CI_JOB_URL: 'https://g/job', GITLAB_TOKEN: 't' };
  const variables = { github: { ...github, GITHUB_RUN_ID: '9' }, gitlab }[ci];
  const bodies = async (more: Record<string, string> = {}) => {
    expect(await step(script, at(), at('bin'), { ...variables, ...more }, 'bash')).toMatchObject({
      code: 0,
    });
    return comments.map(({ body }) => body);
  };
  write('reports/conformance/summary.md', '## "Conformant" `@you`\n');
  const log = `\n[Log and reports](https://g/${ci === 'github' ? 'a/b/actions/runs/9' : 'job'})\n`;
  expect(await bodies()).toEqual([
    `${marker}imitated`,
    `${marker}## "Conformant" \`@you\`\n${log}`,
  ]);
  write('reports/conformance/summary.md', 'word\n'.repeat(30_000));
  const [, long = ''] = await bodies();
  expect(long.length).toBeLessThan(ci === 'github' ? 65_536 : 1_000_000);
  remove('reports');
  expect(await bodies()).toEqual([
    `${marker}imitated`,
    `${marker}The run wrote no summary.\n${log}`,
  ]);
  const ofFork = { CI_MERGE_REQUEST_PROJECT_ID: '6' };
  write('reports/conformance/summary.md', 'new\n');
  if (ci === 'gitlab')
    for (const more of [{ GITLAB_TOKEN: '' }, ofFork, { GITLAB_TOKEN: 'wrong' }])
      await bodies(more);
  else await bodies({ API: 'http://127.0.0.1:9' });
  expect(comments.at(-1)?.body).not.toContain('new');
});
