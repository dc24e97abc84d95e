import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { explainProblems } from '../../cli/result-folder.ts';
import type { HostileTarget } from '../../fixtures/hostile/hostile.ts';
import { hostile } from '../../fixtures/hostile/index.ts';
import { atApi, only } from '../../fixtures/hostile/places.ts';
import { type Behaviour, relay } from '../../fixtures/hostile/relay.ts';
import { sample } from '../scope.ts';
import { emptyFolder, resultIn, start as startBuilt } from './command.ts';
import { changingAddress, startChanging } from './processes/changed-address.ts';
import { nothingRuns, until } from './processes/ending.ts';
import { treeOf } from './processes/tree.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * An idle machine needs under two seconds. Without the signal, the run would continue to its
 * deadline of 15 minutes, and a single request to its timeout of a minute.
 */
const soonMs = 20_000;
const args = ['run', '--depth', 'quick', '--timeout', '60000', '--out', 'out'];

/** Starts the built command in its own process group, as a shell does. */
function start(
  variables: Readonly<Record<string, string>>,
  more: readonly string[] = ['--no-allure'],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  const all = { TMPDIR: folder.path, ...variables };
  const { child } = startBuilt(folder.path, [...args, ...more], all, true, { detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  const pid = child.pid ?? 0;
  const ended = once(child, 'close').then(([code]) => code as number | null);
  closers.push(folder.remove, () => child.kill('SIGKILL'));
  return {
    child,
    pid,
    out: join(folder.path, 'out'),
    folder: folder.path,
    ended,
    said: () => said,
  };
}

async function target(behaviour: Behaviour): Promise<HostileTarget> {
  const started = await relay(behaviour);
  closers.push(started.close);
  return started;
}

/** Stops answering after the first requests, while others are in flight. */
const hangsAtApi = only(atApi, ({ nth, pass }) =>
  nth < 20 ? pass() : new Promise<void>(() => {}),
);
const streams = async () => {
  const started = await hostile.find(({ id }) => id === 'slow/endless-fast')?.start();
  if (!started) throw new Error('there is no such target');
  closers.push(started.close);
  return started;
};

const asked = (of: HostileTarget) => of.seen?.().requests ?? 0;

/**
 * Starts a run and waits until the target got this many requests. `pids` are the run's processes at
 * that moment.
 */
async function startAndAwait(begun: HostileTarget, requests: number, more?: readonly string[]) {
  const started = start(begun.variables, more);
  await until(() => asked(begun) >= requests);
  return { ...started, pids: treeOf(started.pid) };
}

describe('after a signal, a run ends early and writes its reports', () => {
  const targets = [
    ['a target that hangs', 'SIGINT', () => target(hangsAtApi), 22],
    ['a target that streams without end', 'SIGTERM', streams, 2],
  ] as const;
  test.each(sample('targets interrupted by a signal', targets, 5))(
    '%s, %s',
    async (_what, signal, begin, requests) => {
      const { child, pids, ended, folder, said } = await startAndAwait(await begin(), requests);
      const began = performance.now();
      child.kill(signal);
      expect({ code: await ended, said: said() }).toMatchObject({
        code: 130,
        said: expect.not.stringMatching(/^\s+at /m),
      });
      expect(performance.now() - began).toBeLessThan(soonMs);
      const result = resultIn(folder, 'out');
      expect(explainProblems(result)).toEqual([]);
      expect(result).toMatchObject({
        interrupted: signal,
        verdict: 'inconclusive',
        harnessErrors: [],
      });
      await nothingRuns(pids);
    },
  );
});

describe('a signal while the reports are written', () => {
  const moments = [
    ['the Allure view', 'allure-results'],
    ['the result', 'result.json'],
  ] as const;
  test.each(sample('moments of a signal', moments, 2))(
    '%s: all reports contain the signal',
    async (_what, file) => {
      const run = await startAndAwait(await target(({ pass }) => pass()), 11, [
        '--claim',
        'portfolios',
      ]);
      const { child, ended, folder, out, said } = run;
      await until(() => existsSync(join(out, file)));
      const pids = treeOf(run.pid);
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      expect(resultIn(folder, 'out')).toMatchObject({
        interrupted: 'SIGINT',
        verdict: 'inconclusive',
      });
      expect(said()).toContain('Ended early: SIGINT');
      const files = readdirSync(out);
      expect(files.filter((name) => /\.tmp$|^part\.json$|^allure-report$/.test(name))).toEqual([]);
      expect(files).toEqual(
        expect.arrayContaining(['index.html', 'junit.xml', 'ctrf.json', 'summary.md', 'badge.svg']),
      );
      expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('SIGINT');
      await nothingRuns([...run.pids, ...pids]);
    },
  );
});

test('a second signal ends the run at once and leaves no process, even if the worker hangs', async () => {
  const { child, pids, ended } = await startAndAwait(await target(hangsAtApi), 22);
  for (const worker of pids.slice(1)) process.kill(worker, 'SIGSTOP');
  child.kill('SIGTERM');
  await sleep(300);
  child.kill('SIGTERM');
  expect(await ended).toBe(130);
  await nothingRuns(pids);
});

test('if the worker hangs, a signal still leads to reports, and no process is left', async () => {
  const { child, pids, ended, folder } = await startAndAwait(
    await target(({ pass }) => pass()),
    100,
  );
  for (const worker of pids.slice(1)) process.kill(worker, 'SIGSTOP');
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(resultIn(folder, 'out')).toMatchObject({
    interrupted: 'SIGINT',
    verdict: 'inconclusive',
    harnessErrors: [],
  });
  await nothingRuns(pids);
});

describe('a signal to the whole process group, as a terminal sends it', () => {
  const sampled = sample(
    'signals during an address update',
    ['SIGHUP', 'SIGINT', 'SIGTERM'] as const,
    2,
  );
  test.each(sampled)('%s: the address is still restored', async (signal) => {
    const reference = await startChanging();
    closers.push(reference.close);
    const files = { 'harness.config.mjs': reference.config };
    const { pid, ended, folder } = start(reference.variables, changingAddress, files);
    await reference.changed();
    const pids = treeOf(pid);
    process.kill(-pid, signal);
    expect(await ended).toBe(130);
    expect(reference.isRestored()).toBe(true);
    const why = signal === 'SIGHUP' ? expect.stringMatching(/^SIGHUP, .+#ended-early\.$/) : signal;
    expect(resultIn(folder, 'out')).toMatchObject({ interrupted: why, harnessErrors: [] });
    await nothingRuns(pids);
  });
});
