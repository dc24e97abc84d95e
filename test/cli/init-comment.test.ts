import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { step } from '../packaging/shell-steps.ts';
import { workspace } from './workspace.ts';

const { at, call, read, remove, write } = workspace('test');
const marker = '<!-- m2m-conformance -->\n';
let server: Server;
let api: string;
/** The comments as GitHub and GitLab return them. The first comment of another user imitates ours. */
let comments: { readonly id: number; readonly user: object; readonly author: object; body: string }[];
const comment = (id: number, user: string, body: string) => ({ id, user: { login: user }, author: { id: user }, body });

beforeEach(async () => {
  comments = [comment(1, 'mallory', `${marker}imitated`)];
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const { body = '' } = method === 'GET' ? {} : ((await json(request)) as { body: string });
    if (headers['private-token'] === 'wrong') response.statusCode = 403;
    else if (method === 'POST') comments.push(comment(2, 'github-actions[bot]', body));
    else if (method !== 'GET') Object.assign(comments.find(({ id }) => url?.endsWith(`/${id}`)) ?? {}, { body });
    response.end(JSON.stringify(url === '/user' ? { id: 'github-actions[bot]' } : comments));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

/** Stands in for the program gh: `gh api [--silent|--paginate] [--method M] PATH [--jq QUERY|--field body=@FILE]`. */
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
    expect(await step(script, at(), at('bin'), { ...variables, ...more }, 'bash')).toMatchObject({ code: 0 });
    return comments.map(({ body }) => body);
  };
  write('reports/conformance/summary.md', '## "Conformant" `@you`\n');
  const log = `\n[Log and reports](https://g/${ci === 'github' ? 'a/b/actions/runs/9' : 'job'})\n`;
  expect(await bodies()).toEqual([`${marker}imitated`, `${marker}## "Conformant" \`@you\`\n${log}`]);
  write('reports/conformance/summary.md', 'word\n'.repeat(30_000));
  const [, long = ''] = await bodies();
  expect(long.length).toBeLessThan(ci === 'github' ? 65_536 : 1_000_000);
  remove('reports');
  expect(await bodies()).toEqual([`${marker}imitated`, `${marker}The run wrote no summary.\n${log}`]);
  const ofFork = { CI_MERGE_REQUEST_PROJECT_ID: '6' };
  write('reports/conformance/summary.md', 'new\n');
  if (ci === 'gitlab') for (const more of [{ GITLAB_TOKEN: '' }, ofFork, { GITLAB_TOKEN: 'wrong' }]) await bodies(more);
  else await bodies({ API: 'http://127.0.0.1:9' });
  expect(comments.at(-1)?.body).not.toContain('new');
});
