import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { clipped } from '../clipped.ts';
import { describePlace } from './describe-place.ts';
import { placesOf } from './places.ts';
import { runTests } from './run-tests.ts';

/** Characters of a text that concerns the run. */
const shownText = 4_000;

/**
 * Writes the Allure results of a result into a folder, in place of what it held: allure-vitest's, of a vitest run with
 * a test per requirement and endpoint. It runs over the result and not beside the requests, so that what a worker that
 * died, an interrupted run or merged shards leave is complete, and written in one way. Throws where that fails.
 */
export async function writeAllureResults(result: Result, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { default: AllureVitestReporter } = await import('allure-vitest/reporter');
  const places = placesOf(result);
  // The result holds no times of single requirements. Spread over the run they are listed in the order of the
  // catalogue, and the run is as long as it was.
  const stepMs = Math.max(1, Math.floor(result.run.durationMs / places.length));
  const described = places.map((place, at) => describePlace(place, at, Date.parse(result.run.startedAt) + at * stepMs));
  const files = described.flatMap((one) => [...one.files]);
  for (const [file, content] of files) await writeFile(join(folder, file), content);
  let written = 0;
  const allure = new AllureVitestReporter({
    resultsDir: folder,
    environmentInfo: environmentOf(result),
    listeners: [
      {
        // Nothing here may throw: Allure would print that, once a test, and go on.
        beforeTestResultWrite: (test) => {
          const description = described[Number(test.name)]?.description;
          if (!description) return;
          // Host, worker, package and what the environment says stay away: they are nothing of the target's.
          const labels = test.labels.filter(({ name }) => name === 'framework' || name === 'language');
          Object.assign(test, description, { labels: [...labels, ...description.labels] });
          written += 1;
        },
      },
    ],
  });
  await runTests(
    places.map(({ outcome }, at) => ({ name: String(at), outcome })),
    {
      // Without the setup file and the runner that it adds to the workers: they load the vitest that lies beside
      // allure-vitest, which in a user's project may be another, and change `expect`. These tests need neither.
      onInit: (vitest) => allure.onInit(Object.create(vitest, { projects: { value: [] } })),
      onTestRunEnd: (modules) => allure.onTestRunEnd(modules),
    },
  );
  await writeErrors(result, folder);
  if (written !== places.length) throw new Error(`${written} of ${places.length} tests were written`);
}

/** What concerns the run and no test of it. */
async function writeErrors({ harnessErrors, interrupted }: Result, folder: string): Promise<void> {
  const messages = [
    ...(interrupted === undefined ? [] : [`Ended early: ${shown(interrupted)}`]),
    ...harnessErrors.map(({ where, message }) => `Error of the harness itself in ${shown(where)}: ${shown(message)}`),
  ];
  if (messages.length === 0) return;
  const errors = messages.map((message) => ({ message, timestamp: Date.now() }));
  await writeFile(join(folder, `${randomUUID()}-globals.json`), JSON.stringify({ attachments: [], errors }));
}

function environmentOf({ verdict, target, claim, run, harness, specification, profile }: Result) {
  const { implementation, build } = target;
  const info = {
    Verdict: verdict,
    Target: target.baseUrl,
    ...(implementation === undefined ? {} : { Implementation: implementation }),
    ...(build === undefined ? {} : { Build: build }),
    Claim: claim.join(', '),
    ...(profile.endpoints.length > 0
      ? { 'Declared endpoints': profile.endpoints.map(({ method, path }) => `${method} ${path}`).join(', ') }
      : {}),
    Started: run.startedAt,
    Duration: `${(run.durationMs / 1000).toFixed(1)} s`,
    Requests: String(run.requests),
    Seed: String(run.seed),
    Depth: run.depth,
    Strict: run.strict ? 'yes' : 'no',
    ...(run.shard ? { Shard: `${run.shard.index}/${run.shard.total}` } : {}),
    Specification: `${specification.name} ${specification.version}`,
    Harness: `${harness.name} ${harness.version}`,
  };
  return Object.fromEntries(Object.entries(info).map(([name, value]) => [name, shown(value)]));
}

function shown(text: string): string {
  return clipped(text, shownText);
}
