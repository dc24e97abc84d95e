import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../engine/result.ts';
import { inWords } from '../in-words.ts';
import { placesOf } from '../test-cases.ts';
import { describePlace, shown } from './describe-place.ts';
import { runTests } from './run-tests.ts';

/**
 * Replaces the contents of a folder with the Allure results. vitest runs one test per place, and
 * allure-vitest writes the files. The tests run over the finished result, so the view is also
 * complete if the run was interrupted or shards were merged. Throws if a result is not written.
 */
export async function writeAllureResults(stored: Result, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { default: AllureVitestReporter } = await import('allure-vitest/reporter');
  const result = inWords(stored);
  const places = placesOf(result);
  // The start times are spread over the duration of the run, in the order of the catalogue. So
  // Allure lists the tests in that order and shows the correct duration of the run.
  const stepMs = Math.max(1, Math.floor(result.run.durationMs / places.length));
  const described = places.map((place, at) =>
    describePlace(place, result, at, Date.parse(result.run.startedAt) + at * stepMs),
  );
  for (const [file, content] of described.flatMap(({ files }) => files))
    await writeFile(join(folder, file), content);
  let written = 0;
  const allure = new AllureVitestReporter({
    resultsDir: folder,
    environmentInfo: environmentOf(result),
    listeners: [
      {
        // This must not throw: Allure would print the error for each test and continue.
        beforeTestResultWrite: (test) => {
          const description = described[Number(test.name)]?.description;
          if (!description) return;
          // Labels about the machine are dropped, such as host, worker and package: they do not
          // describe the target.
          const labels = test.labels.filter(
            ({ name }) => name === 'framework' || name === 'language',
          );
          Object.assign(test, description, { labels: [...labels, ...description.labels] });
          written += 1;
        },
      },
    ],
  });
  await runTests(
    places.map(({ outcome }, at) => ({ name: String(at), outcome })),
    {
      // `projects` is empty so that allure-vitest adds no setup file and no runner to the workers.
      // Both load the vitest beside allure-vitest, which may be another version in a user's
      // project, and change `expect`.
      onInit: (vitest) => allure.onInit(Object.create(vitest, { projects: { value: [] } })),
      onTestRunEnd: (modules) => allure.onTestRunEnd(modules),
    },
  );
  await writeErrors(result, folder);
  if (written !== places.length)
    throw new Error(`${written} of ${places.length} tests were written`);
}

async function writeErrors({ harnessErrors, interrupted }: Result, folder: string) {
  const messages = [
    ...(interrupted === undefined ? [] : [`Ended early: ${interrupted}`]),
    ...harnessErrors.map(({ where, message }) => `Harness error in ${where}: ${message}`),
  ];
  if (messages.length === 0) return;
  const errors = messages.map((text) => ({ message: shown(text), timestamp: Date.now() }));
  await writeFile(
    join(folder, `${randomUUID()}-globals.json`),
    JSON.stringify({ attachments: [], errors }),
  );
}

function environmentOf({ verdict, target, claim, run, harness, specification, profile }: Result) {
  const { implementation: Implementation, build: Build } = target;
  const declared = profile.endpoints.map(({ method, path }) => `${method} ${path}`);
  const info = {
    Verdict: verdict,
    Target: target.baseUrl,
    ...{ Implementation, Build },
    Claim: claim.join(', '),
    'Declared endpoints': declared.length > 0 ? declared.join(', ') : undefined,
    Started: run.startedAt,
    Duration: `${(run.durationMs / 1000).toFixed(1)} s`,
    Requests: String(run.requests),
    Seed: String(run.seed),
    Depth: run.depth,
    Strict: run.strict ? 'yes' : 'no',
    Shard: run.shard && `${run.shard.index}/${run.shard.total}`,
    Specification: `${specification.name} ${specification.version}`,
    Harness: `${harness.name} ${harness.version}`,
  };
  return Object.fromEntries(
    Object.entries(info).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, shown(value)]],
    ),
  );
}
