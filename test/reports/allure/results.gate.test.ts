import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AllureVitestReporter from 'allure-vitest/reporter';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { runTests } from '../../../reports/allure/run-tests.ts';
import { entriesOf } from '../../../reports/finding.ts';
import { placeWords } from '../../../reports/html/places.ts';
import { inWords } from '../../../reports/in-words.ts';
import { separationWords } from '../../../reports/separation-words.ts';
import {
  conformant,
  empty,
  inconclusive,
  interrupted,
  nonConformant,
  withFew,
} from '../results.ts';
import { host, secret } from './environment.ts';
import { label, type Written, written } from './written.ts';

/** Returns the result's entry for each requirement and endpoint, by the key of the tests. */
const placesIn = ({ requirements }: Result) =>
  new Map<
    string,
    Result['requirements'][number]['endpoints'][number] & {
      requirement: Result['requirements'][number];
    }
  >(
    requirements.flatMap((requirement) =>
      requirement.endpoints.map(
        (place) => [`${requirement.id}|${place.endpoint}`, { ...place, requirement }] as const,
      ),
    ),
  );
/** Removes requirements without an endpoint, which are those not claimed. */
const onPlaces = (result: Result): Result => ({
  ...result,
  requirements: result.requirements.filter(({ endpoints }) => endpoints.length > 0),
});
const idsOf = (result: Result, outcome: string) =>
  [...placesIn(result)].filter(([, place]) => place.outcome === outcome).map(([id]) => id);
const shownIn = ({ tests }: Written, id = '') => tests.get(id) ?? expect.fail(`${id} is missing`);

describe('the Allure results of a run with findings', () => {
  const result = onPlaces(nonConformant);
  const places = placesIn(result);
  let all: Written;
  beforeAll(async () => {
    all = await written(result);
  });

  test('contain a test for every requirement and endpoint, in the order of the catalogue', () => {
    const inOrder = [...all.tests.values()].sort((one, other) => one.start - other.start);
    const names = [...places.values()].map(
      ({ requirement, endpoint }) => `${requirement.id} on ${placeWords(endpoint)}`,
    );
    expect(inOrder.map(({ fullName }) => fullName)).toEqual(names);
  });

  test('are filed under area, endpoint and requirement, with the severity of the level', () => {
    const severities = { must: 'critical', should: 'normal', observe: 'trivial' };
    for (const [id, { requirement, endpoint }] of places) {
      const shown = shownIn(all, id);
      const labels = ['epic', 'feature', 'story', 'severity', 'tag', 'framework'].map((name) =>
        label(shown, name),
      );
      const { area, level } = requirement;
      expect(labels).toEqual([
        area,
        placeWords(endpoint),
        requirement.id,
        severities[level],
        level,
        'vitest',
      ]);
      expect(shown.links.map(({ url }) => url)).toEqual([`../index.html#${requirement.id}`]);
    }
  });

  test('contain cases and section as parameters that do not start a new history', () => {
    const [id = ''] = idsOf(result, 'pass');
    const { cases, requirement } = places.get(id) ?? expect.fail('nothing passes');
    const parameters = shownIn(all, id).parameters.map(({ name, value }) => [name, value]);
    const { section } = requirement;
    expect(Object.fromEntries(parameters)).toMatchObject({
      outcome: 'pass',
      cases: String(cases),
      section,
    });
    for (const one of all.tests.values())
      expect(one.parameters.filter(({ excluded }) => !excluded)).toEqual([]);
  });

  test('have a status for each outcome', () => {
    const statuses = {
      pass: 'passed',
      fail: 'failed',
      warn: 'passed',
      observed: 'passed',
      inconclusive: 'broken',
    };
    for (const [outcome, status] of Object.entries(statuses)) {
      const shown = idsOf(result, outcome).map((id) => shownIn(all, id).status);
      expect([outcome, ...new Set(shown)]).toEqual([outcome, status]);
    }
  });

  test('mark warnings, and only these, in the name and by a tag', () => {
    const warned = idsOf(result, 'warn').sort();
    const isTagged = ({ labels }: { labels: readonly { value: string }[] }) =>
      labels.some(({ value }) => value === 'warning');
    const tests = [...all.tests].sort(([one], [other]) => (one < other ? -1 : 1));
    expect(warned.length).toBeGreaterThan(0);
    expect(tests.filter(([, { name }]) => name.startsWith('⚠ ')).map(([id]) => id)).toEqual(warned);
    expect(tests.filter(([, one]) => isTagged(one)).map(([id]) => id)).toEqual(warned);
  });

  test('show each finding with its exchange at all its places', () => {
    for (const failure of result.failures) {
      const { requirement, title, changed, expected, places: shownOn, request, recipe } = failure;
      const exchanges = (request ? 1 : 0) + (recipe?.judged ?? 0);
      const same = entriesOf(failure, result).find(({ label }) => label === 'Same cause')?.lines;
      const pattern = separationWords(failure, result.run);
      const before = `${same ? `\nSame cause: ${same}` : ''}${changed ? `\nChanged: ${changed}` : ''}${pattern ? `\nPattern: ${pattern}` : ''}`;
      for (const { endpoint } of shownOn) {
        const shown = shownIn(all, `${requirement}|${endpoint}`);
        const step = shown.steps.find(({ name }) => name === title);
        expect(shown.statusDetails.message).toContain(
          `${title}${before}\nExpected: ${expected}\nActual: `,
        );
        expect(step?.status).toBe(shown.status);
        const types = [
          ...Array.from({ length: exchanges }, () => 'application/vnd.allure.http+json'),
          'text/plain',
        ];
        expect(step?.attachments.map(({ type }) => type)).toEqual(types);
        expect(step?.attachments.filter(({ source }) => !all.files.has(source))).toEqual([]);
      }
    }
    const attachments = [...all.tests.values()].flatMap(({ steps }) =>
      steps.flatMap((step) => step.attachments),
    );
    expect(new Set(attachments.map(({ source }) => source)).size).toBe(attachments.length);
  });

  test('contain the exchange of a finding in the format that the viewer of Allure reads', () => {
    const { failures } = inWords(result);
    const nth = failures.findIndex(
      ({ request, response, curl = '' }) =>
        request?.body && response?.status && curl !== '' && curl.length < 5_000,
    );
    const {
      requirement,
      title,
      places: on,
      request,
      response,
      curl,
    } = failures[nth] ?? expect.fail('none');
    const step = shownIn(all, `${requirement}|${on[0]?.endpoint}`).steps.find(
      ({ name }) => name === title,
    );
    const [exchange = '', commands] =
      step?.attachments.map(({ source }) => all.files.get(source) ?? '') ?? [];
    const named = (headers: readonly (readonly [string, string])[] = []) =>
      headers.map(([name, value]) => ({ name, value }));
    expect(JSON.parse(exchange)).toMatchObject({
      schemaVersion: 1,
      request: {
        method: request?.method,
        url: request?.url,
        headers: named(request?.headers),
        body: { encoding: 'utf8', value: request?.body },
      },
      response: {
        status: response?.status,
        headers: named(response?.headers),
        body: { encoding: 'utf8', value: response?.body, size: response?.size },
      },
    });
    expect(commands).toContain(`npx --no -- m2m-conformance replay . --failure ${nth + 1}\n`);
    expect(commands).toContain(curl);
  });

  test('show what was observed, what was tested and how it ended', () => {
    const [{ requirement, endpoint, value } = expect.fail('nothing')] = result.observations;
    const steps = shownIn(all, `${requirement}|${endpoint}`).steps.map(({ name }) => name);
    expect(steps).toContain(`Observed: ${value}`);
    const environment = all.files.get('environment.properties') ?? '';
    for (const line of [
      'Verdict=non-conformant',
      `Target=${result.target.baseUrl}`,
      `Seed=${result.run.seed}`,
    ])
      expect(environment).toContain(`${line}\n`);
  });

  test('contain nothing about the machine and its environment, unlike the reporter by itself', async () => {
    const told = [secret, host, process.cwd()];
    const bare = await writtenBare();
    // The reporter reads the name of the machine only once in a process.
    expect(told.filter((one) => bare.includes(one))).toEqual(
      expect.arrayContaining([secret, process.cwd()]),
    );
    for (const [file, text] of all.files) {
      expect(told.filter((one) => text.includes(one)).map((one) => `${one} in ${file}`)).toEqual(
        [],
      );
    }
    const tests = [...all.tests.values()];
    const names = new Set(tests.flatMap(({ labels }) => labels.map(({ name }) => name)));
    expect([...names].sort()).toEqual([
      'epic',
      'feature',
      'framework',
      'language',
      'severity',
      'story',
      'tag',
    ]);
    expect(tests.filter(({ statusDetails }) => statusDetails.trace !== undefined)).toEqual([]);
  });

  test('have unique identities, which stay the same in another folder and another run', async () => {
    const home = process.cwd();
    process.chdir('/');
    try {
      const again = await written(withFew(result));
      const ids = ({ tests }: Written) =>
        [...tests].map(([id, one]) => `${id} ${one.historyId} ${one.testCaseId}`);
      expect(again.tests.size).toBeGreaterThan(10);
      expect(ids(all)).toEqual(expect.arrayContaining(ids(again)));
      expect(new Set([...all.tests.values()].map(({ historyId }) => historyId)).size).toBe(
        all.tests.size,
      );
    } finally {
      process.chdir(home);
    }
  });
});

test('a warning of a strict run has failed', async () => {
  const [id = ''] = idsOf(nonConformant, 'warn');
  const failing = <T extends object>(one: T) => ({ ...one, outcome: 'fail' as const });
  const requirements = nonConformant.requirements
    .filter((one) => id.startsWith(`${one.id}|`))
    .map((one) => ({ ...one, endpoints: one.endpoints.map(failing) }));
  const { status, name } = shownIn(await written({ ...nonConformant, requirements }), id);
  expect([status, name.startsWith('⚠')]).toEqual(['failed', false]);
});

test.each([
  ['not-run', 'skipped'],
  ['inconclusive', 'broken'],
])('a place that is %s is %s, with the reason', async (outcome, status) => {
  const result = withSome(inconclusive, outcome);
  const all = await written(result);
  const ids = idsOf(result, outcome);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    const { reason, requirement } = placesIn(result).get(id) ?? expect.fail(id);
    const why = reason ?? requirement.reason ?? expect.fail(`${id} has no reason`);
    expect(shownIn(all, id)).toMatchObject({
      status,
      statusDetails: { message: expect.stringContaining(why.slice(0, 100)) },
    });
  }
});

test('a waived requirement is skipped with the reason of the waiver', async () => {
  const id = empty.requirements[3]?.id ?? '';
  const all = await written({ ...empty, waived: [{ id, reason: 'there is no second user' }] });
  expect(shownIn(all, `${id}|(no endpoint)`)).toMatchObject({
    status: 'skipped',
    statusDetails: { message: expect.stringMatching(/^Waived: there is no second user/) },
    labels: expect.arrayContaining([{ name: 'tag', value: 'waived' }]),
  });
});

const died = [
  'Ended early: the worker ended',
  'Harness error in worker: it ended before the run did',
];
test.each([
  ['empty', empty, empty.requirements.length, died],
  [
    'interrupted',
    onPlaces(withFew(interrupted)),
    placesIn(withFew(interrupted)).size,
    ['Ended early: SIGINT'],
  ],
  ['conformant', conformant, undefined, []],
] as const)(
  'the %s result has a test per place, and the errors of the whole run',
  async (_name, result, count, errors) => {
    const { files, tests } = await written(result);
    if (count !== undefined) expect(tests.size).toBe(count);
    const globals = [...files].filter(([file]) => file.endsWith('-globals.json'));
    const told = globals.flatMap(
      ([, text]) => (JSON.parse(text) as { errors: { message: string }[] }).errors,
    );
    expect(told.map(({ message }) => message)).toEqual(errors);
    const statuses = new Set([...tests.values()].map(({ status }) => status));
    if (result === empty) expect([...statuses]).toEqual(['skipped']);
    if (result === conformant) expect([...statuses].sort()).toEqual(['passed', 'skipped']);
  },
);

/** Reduces the result to the first requirements with this outcome. */
function withSome(result: Result, outcome: string): Result {
  const isMeant = ({ endpoints }: Result['requirements'][number]) =>
    endpoints.some((one) => one.outcome === outcome);
  return { ...result, requirements: result.requirements.filter(isMeant).slice(0, 12) };
}

/** Returns what allure-vitest itself writes for a failing test. */
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
