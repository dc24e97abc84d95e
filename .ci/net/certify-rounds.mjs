// The net under "One corpus", "Paired trials" and "What is sent wrong is derived": certifies servers of the former rounds
// with the built command, and compares what it finds with cases.tsv. To be deleted with its table when these are closed.
//
//   npm run build && node .ci/net/certify-rounds.mjs [--only REGEX] [--jobs N] [--seed N] [--out FILE] [--all]
//
// By default it takes the rows whose column `net` is `yes` (448 of 4,476). It prints one line a case and ends with 1 if a
// case differs from its row. Called again with the same --out, it goes on where it was interrupted.
// outcome.tsv is what came of it before paired trials: `--out .ci/net/outcome.tsv` adds the cases that have not run yet.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/** The last commit that contains the rounds. */
const commit = 'ac59656';
const root = join(import.meta.dirname, '..', '..');
const checkout = join(root, 'node_modules', '.cache', 'm2m-rounds');

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '7' },
    out: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});

/** Cases that an interrupted run has written to --out already. */
const done = new Set(
  values.out && existsSync(values.out)
    ? readFileSync(values.out, 'utf8')
        .split('\n')
        .filter((line) => line.split('\t')[3] !== 'error')
        .map((line) => line.split('\t').slice(0, 2).join('/'))
    : [],
);

const [, ...lines] = readFileSync(join(import.meta.dirname, 'cases.tsv'), 'utf8')
  .trimEnd()
  .split('\n');
const cases = lines
  .map((line) => {
    const [round, id, kind, requirement, also, known, net] = line.split('\t');
    return { round, id, kind, requirement, also: also.split(' ').filter(Boolean), known, net };
  })
  .filter(({ round, id }) => !done.has(`${round}/${id}`))
  .filter((one) => (values.all || one.net === 'yes') && new RegExp(values.only).test(`${one.round}/${one.id}`));

if (!existsSync(checkout)) {
  execFileSync('git', ['worktree', 'prune'], { cwd: root });
  execFileSync('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: root, stdio: 'inherit' });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'inherit' });
}

const began = Date.now();
const waiting = [...cases];
const problems = [];
await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const minutes = ((Date.now() - began) / 60_000).toFixed(1);
process.stdout.write(
  `${cases.length - problems.length} of ${cases.length} cases as their rows say, ${minutes} minutes\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function work() {
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const row = await certify(one).catch((error) => ({
      verdict: 'error',
      found: [],
      problem: String(error.message ?? error),
    }));
    const problem = row.problem ?? differs(one, row);
    if (problem) problems.push(one);
    const line = [one.round, one.id, one.kind, row.verdict, row.found.join(' '), problem ?? ''].join('\t');
    process.stdout.write(`${line}\n`);
    if (values.out) appendFileSync(values.out, `${line}\n`);
  }
}

function differs({ kind, requirement, also, known }, { verdict, found }) {
  if (kind === 'variation') {
    if (found.length > 0) return 'accused';
    return verdict === 'conformant' || known === 'open' ? undefined : verdict;
  }
  if (!found.includes(requirement)) return known === 'unfound' ? undefined : 'missed';
  if (known === 'unfound') return 'found after all';
  const others = found.filter((id) => id !== requirement && !also.includes(id));
  return others.length > 0 ? `also ${others.join(' ')}` : undefined;
}

async function certify({ round, id }) {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-net-'));
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serve-round.mjs'), checkout, round, id], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const target = JSON.parse(await firstLine(server));
    writeFileSync(join(folder, 'harness.config.json'), JSON.stringify(configOf(target)));
    await run(folder);
    const result = JSON.parse(readFileSync(join(folder, 'out', 'result.json'), 'utf8'));
    const isFound = ({ outcome }) => outcome === 'fail' || outcome === 'warn';
    return { verdict: result.verdict, found: result.requirements.filter(isFound).map((one) => one.id) };
  } finally {
    server.stdin.end();
    setTimeout(() => server.kill('SIGKILL'), 2_000).unref();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstLine(server) {
  for await (const line of createInterface({ input: server.stdout })) if (line.startsWith('{')) return line;
  throw new Error('the server did not start');
}

function run(cwd) {
  const args = [
    join(root, 'dist', 'cli', 'main.js'),
    'run',
    '--config',
    'harness.config.json',
    '--out',
    'out',
    '--no-allure',
  ];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd, env: { PATH: process.env.PATH, CI: 'true' }, timeout: 900_000 },
      (error, _out, said) => {
        if (error?.code === 2 || (error?.code === undefined && error)) reject(new Error(said.split('\n')[0]));
        else resolve();
      },
    );
  });
}

/** Servers of some rounds state more of a client, such as its scopes. */
function credentials({ id, secret }) {
  return { id, secret };
}

function configOf({ baseUrl, authUrl, jwksUrl, audience, clients, users, expiredToken, otherAudienceToken, readBack }) {
  const endpoint = readBack && `GET ${readBack.path}`;
  return {
    target: { baseUrl, authUrl, audience, jwksUrl, sandbox: true },
    clients: { scoped: credentials(clients.scoped), unscoped: credentials(clients.unscoped) },
    tokens: { expired: expiredToken, otherAudience: otherAudienceToken },
    users: { ...users, sameLanguage: false },
    allow: { writes: true, orders: true, desync: true },
    run: { depth: 'standard', seed: Number(values.seed), concurrency: 8, timeoutMs: 5_000, deadlineS: 900 },
    ...(readBack && {
      profile: {
        addressReadBack: { endpoint, address: readBack.pointer },
        endpoints: [
          { area: 'users', method: 'GET', path: readBack.path, response: { statuses: [200] }, safety: 'read' },
        ],
      },
    }),
  };
}
