import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AllureVitestReporter from 'allure-vitest/reporter';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { runTests } from '../../../reports/allure/run-tests.ts';
import { conformant, empty, inconclusive, interrupted, nonConformant } from '../results.ts';
import { host, secret } from './environment.ts';
import { type AllureTest, label, type Written, written } from './written.ts';

const made: Written[] = [];

async function writtenFor(result: Result): Promise<Written> {
  const one = await written(result);
  made.push(one);
  return one;
}

/** What the result says of each place, by the same key as the tests. */
function placesIn({ requirements }: Result) {
  return new Map(
    requirements.flatMap((requirement) =>
      requirement.endpoints.map((place) => [`${requirement.id}|${place.endpoint}`, { ...place, requirement }] as const),
    ),
  );
}

/** A test with that outcome, and what the result says of its place. */
function first(result: Result, { tests }: Written, outcome: string) {
  const [id, place] = [...placesIn(result)].find(([, one]) => one.outcome === outcome) ?? [];
  const shown = tests.get(id ?? '');
  if (!place || !shown) throw new Error(`nothing is ${outcome}`);
  return { place, shown };
}

afterAll(() => {
  for (const { remove } of made) remove();
});

describe('the Allure results of a run with findings', () => {
  let result: Result;
  let all: Written;
  beforeAll(async () => {
    result = nonConformant;
    all = await writtenFor(result);
  });

  test('hold a test for every requirement and endpoint, in the order of the catalogue', () => {
    expect(
      [...all.tests.values()].sort((one, other) => one.start - other.start).map(({ fullName }) => fullName),
    ).toEqual([...placesIn(result).values()].map(({ requirement, endpoint }) => `${requirement.id} on ${endpoint}`));
  });

  test('are filed under area, endpoint and requirement, with the severity of the level', () => {
    const severities = { must: 'critical', should: 'normal', observe: 'trivial' };
    for (const [id, { requirement, endpoint }] of placesIn(result)) {
      const shown = all.tests.get(id);
      if (!shown) throw new Error(`${id} is missing`);
      const labels = ['epic', 'feature', 'story', 'severity', 'tag', 'framework'].map((name) => label(shown, name));
      const { area, level } = requirement;
      expect(labels).toEqual([area, endpoint, requirement.id, severities[level], level, 'vitest']);
      expect(shown.links.map(({ url }) => url)).toEqual([`../index.html#${requirement.id}`]);
    }
  });

  test('say the number of cases and the section, without beginning a new history where they change', () => {
    const { place, shown } = first(result, all, 'pass');
    expect(Object.fromEntries(shown.parameters.map(({ name, value }) => [name, value]))).toMatchObject({
      outcome: 'pass',
      cases: String(place.cases),
      section: place.requirement.section,
    });
    for (const { parameters } of all.tests.values()) expect(parameters.filter(({ excluded }) => !excluded)).toEqual([]);
  });

  test('have a status for each outcome', () => {
    const statuses = new Map<string, Set<string>>();
    for (const [id, { outcome }] of placesIn(result)) {
      statuses.set(outcome, (statuses.get(outcome) ?? new Set()).add(all.tests.get(id)?.status ?? 'missing'));
    }
    expect(Object.fromEntries([...statuses].map(([outcome, all]) => [outcome, [...all]]))).toEqual({
      pass: ['passed'],
      fail: ['failed'],
      warn: ['passed'],
      observed: ['passed'],
      inconclusive: ['broken'],
    });
  });

  test('mark a warning in the name and by a tag, and nothing else so', () => {
    const marked = [...all.tests].filter(([, { name }]) => name.startsWith('⚠ ')).map(([id]) => id);
    const tagged = [...all.tests].filter(([, { labels }]) => labels.some(({ value }) => value === 'warning'));
    const warned = [...placesIn(result)].filter(([, { outcome }]) => outcome === 'warn').map(([id]) => id);
    expect(warned.length).toBeGreaterThan(0);
    expect(marked.sort()).toEqual(warned.sort());
    expect(tagged.map(([id]) => id).sort()).toEqual(warned.sort());
  });

  test('show expected and actual of each finding, with its exchange, on every place where it shows', () => {
    for (const { requirement, cause, expected, places, request } of result.failures) {
      for (const { endpoint } of places) {
        const shown = all.tests.get(`${requirement}|${endpoint}`);
        const step = shown?.steps.find(({ name }) => name === cause);
        expect(shown?.statusDetails.message).toContain(`${cause}\nExpected: ${expected}\nActual: `);
        expect(step?.status).toBe(shown?.status);
        expect(step?.attachments.map(({ type }) => type)).toEqual([
          ...(request ? ['application/vnd.allure.http+json'] : []),
          'text/plain',
        ]);
        expect(step?.attachments.filter(({ source }) => !all.files.has(source))).toEqual([]);
      }
    }
    const sources = [...all.tests.values()].flatMap(sourcesOf);
    expect(new Set(sources).size).toBe(sources.length);
  });

  test('hold the exchange of a finding in the form of the viewer of Allure', () => {
    const nth = result.failures.findIndex(
      ({ request, response, curl }) => request?.body && response?.status && curl !== undefined && curl.length < 5_000,
    );
    const { requirement, cause, places, request, response, curl } = result.failures[nth] ?? failing();
    const step = all.tests.get(`${requirement}|${places[0]?.endpoint}`)?.steps.find(({ name }) => name === cause);
    const [exchange, commands] = step?.attachments.map(({ source }) => all.files.get(source) ?? '') ?? [];
    expect(JSON.parse(exchange ?? '')).toMatchObject({
      schemaVersion: 1,
      request: {
        method: request?.method,
        url: request?.url,
        headers: request?.headers.map(([name, value]) => ({ name, value })),
        body: { encoding: 'utf8', value: request?.body },
      },
      response: {
        status: response?.status,
        headers: response?.headers.map(([name, value]) => ({ name, value })),
        body: { encoding: 'utf8', value: response?.body, size: response?.size },
      },
    });
    expect(commands).toContain(`m2m-conformance replay result.json --failure ${nth + 1}\n`);
    expect(commands).toContain(curl);
  });

  test('show what was observed', () => {
    const { requirement, endpoint, value } = result.observations[0] ?? failing();
    expect(all.tests.get(`${requirement}|${endpoint}`)?.steps.map(({ name }) => name)).toContain(`Observed: ${value}`);
  });

  test('hold nothing of the machine and its environment, as they would with the reporter alone', async () => {
    const told = [secret, host, process.cwd()];
    const bare = await writtenBare();
    expect(told.filter((one) => bare.includes(one))).toEqual(told);
    for (const [file, text] of all.files) {
      expect(told.filter((one) => text.includes(one)).map((one) => `${one} in ${file}`)).toEqual([]);
    }
    const names = new Set([...all.tests.values()].flatMap(({ labels }) => labels.map(({ name }) => name)));
    expect([...names].sort()).toEqual(['epic', 'feature', 'framework', 'language', 'severity', 'story', 'tag']);
    expect([...all.tests.values()].filter(({ statusDetails }) => statusDetails.trace !== undefined)).toEqual([]);
  });

  test('say what was tested and how it ended', () => {
    const environment = all.files.get('environment.properties') ?? '';
    expect(environment).toMatch(/^Verdict=non-conformant$/m);
    expect(environment).toContain(`Target=${result.target.baseUrl}\n`);
    expect(environment).toContain(`Seed=${result.run.seed}\n`);
  });

  test('have the same identities in another folder, after another run, and no two the same', async () => {
    const home = process.cwd();
    process.chdir('/');
    try {
      const again = await writtenFor(result);
      const ids = ({ tests }: Written) => [...tests].map(([id, one]) => `${id} ${one.historyId} ${one.testCaseId}`);
      expect(ids(again).sort()).toEqual(ids(all).sort());
      expect(new Set([...all.tests.values()].map(({ historyId }) => historyId)).size).toBe(all.tests.size);
    } finally {
      process.chdir(home);
    }
  });
});

test('where the run was strict a warning has failed', async () => {
  const result = nonConformant;
  const strict: Result = {
    ...result,
    requirements: result.requirements.map((one) => ({
      ...one,
      endpoints: one.endpoints.map((place) => (place.outcome === 'warn' ? { ...place, outcome: 'fail' } : place)),
    })),
  };
  const all = await writtenFor(strict);
  const { place } = first(result, all, 'warn');
  const shown = all.tests.get(`${place.requirement.id}|${place.endpoint}`);
  expect([shown?.status, shown?.name.startsWith('⚠')]).toEqual(['failed', false]);
});

test('a run that could judge little says of each place why', async () => {
  const result = inconclusive;
  const all = await writtenFor(result);
  for (const [outcome, status] of [
    ['not-run', 'skipped'],
    ['inconclusive', 'broken'],
  ] as const) {
    const places = [...placesIn(result)].filter(([, place]) => place.outcome === outcome);
    expect(places.length).toBeGreaterThan(0);
    for (const [id, { reason, requirement }] of places) {
      const shown = all.tests.get(id);
      expect(shown?.status).toBe(status);
      expect(reason ?? requirement.reason).toBeTruthy();
      expect(shown?.statusDetails.message).toContain((reason ?? requirement.reason ?? '').slice(0, 100));
    }
  }
});

test('a waived requirement is skipped with the reason of the waiver', async () => {
  const result = empty;
  const id = result.requirements[3]?.id ?? '';
  const all = await writtenFor({ ...result, waived: [{ id, reason: 'there is no second user' }] });
  const shown = all.tests.get(`${id}|(no endpoint)`);
  expect(shown?.status).toBe('skipped');
  expect(shown?.statusDetails.message).toMatch(/^Waived: there is no second user/);
  expect(shown?.labels).toContainEqual({ name: 'tag', value: 'waived' });
});

test('a worker that died leaves every requirement, skipped, and why the run ended', async () => {
  const result = empty;
  const all = await writtenFor(result);
  expect([...all.tests.values()].map(({ status }) => status)).toEqual(result.requirements.map(() => 'skipped'));
  expect(globals(all)).toEqual([
    'Ended early: the worker ended',
    'Error of the harness itself in worker: it ended before the run did',
  ]);
});

test('an interrupted run is as complete as its result', async () => {
  const result = interrupted;
  const all = await writtenFor(result);
  expect(all.tests.size).toBe(placesIn(result).size);
  expect(globals(all)).toEqual(['Ended early: SIGINT']);
});

test('a run without findings has no errors', async () => {
  const all = await writtenFor(conformant);
  expect([...new Set([...all.tests.values()].map(({ status }) => status))]).toEqual(['passed']);
  expect(globals(all)).toEqual([]);
});

function globals({ files }: Written): string[] {
  return [...files]
    .filter(([file]) => file.endsWith('-globals.json'))
    .flatMap(([, text]) =>
      (JSON.parse(text) as { errors: { message: string }[] }).errors.map(({ message }) => message),
    );
}

function sourcesOf({ steps }: AllureTest): string[] {
  return steps.flatMap(({ attachments }) => attachments.map(({ source }) => source));
}

/** What allure-vitest writes of a failing test of itself. */
async function writtenBare(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'm2m-allure-'));
  const allure = new AllureVitestReporter({ resultsDir: folder });
  await runTests([{ name: '0', outcome: 'fail' }], {
    onInit: (vitest) => allure.onInit(Object.create(vitest, { projects: { value: [] } })),
    onTestRunEnd: (modules) => allure.onTestRunEnd(modules),
  });
  const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  rmSync(folder, { recursive: true });
  return text.join('\n');
}

function failing(): never {
  throw new Error('the result has none');
}
