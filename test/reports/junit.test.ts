import { expect, test } from 'vitest';
import { placeWords } from '../../reports/html/places.ts';
import { inWords } from '../../reports/in-words.ts';
import { renderJunit } from '../../reports/junit.ts';
import { testCases } from '../../reports/test-cases.ts';
import { poison } from './hostile-strings.ts';
import { inJunit } from './problems.ts';
import {
  conformant,
  inconclusive,
  nonConformant,
  repetitions,
  results,
  withFew,
  withRepetition,
} from './results.ts';

const xml = renderJunit(nonConformant);

function countsOf(document: string): Record<string, number> {
  const root = /<testsuites ([^>]*)>/.exec(document)?.[1] ?? '';
  return Object.fromEntries(
    [...root.matchAll(/(\w+)="(\d+)"/g)].map(([, name = '', count]) => [name, Number(count)]),
  );
}

function caseOf(
  document: string,
  requirement: string | undefined,
  endpoint: string | undefined,
): string {
  const [, ...cases] = document.split('<testcase ');
  return (
    cases.find((one) => one.includes(`name="${requirement} ${placeWords(endpoint ?? '')}"`)) ?? ''
  );
}

test('escapes characters that XML does not allow', async () => {
  expect(
    await inJunit(renderJunit(poison(withFew(nonConformant), 'a\uFFFE\uFFFF\u0008z'))),
  ).toEqual([]);
});

test.each(results)(
  'the %s result has a failure or an error unless it is conformant',
  (_name, result) => {
    const { failures, errors } = countsOf(renderJunit(result));
    expect(failures === 0 && errors === 0).toBe(result.verdict === 'conformant');
  },
);

// https://github.com/ctrf-io/junit-to-ctrf/issues/8: a reader that takes the text, not the
// attribute.
test.each(results)(
  'every failure and every error of the %s result has a message and a text',
  (_name, result) => {
    const unexplained = {
      ...result,
      harnessErrors: [...result.harnessErrors, { where: 'worker', message: ' ' }],
    };
    for (const document of [renderJunit(unexplained), renderJunit(poison(withFew(result), ' '))]) {
      const elements = [...document.matchAll(/<(failure|error)\b([^>]*?)(?:\/>|>(.*?)<\/\1>)/gs)];
      expect(elements.length).toBeGreaterThan(0);
      for (const [element, , attributes = '', text = ''] of elements) {
        expect(attributes, element).toMatch(/message="[^"]*\S/);
        expect(text.replace(/<!\[CDATA\[|\]\]>/g, '').trim(), element).not.toBe('');
      }
    }
  },
);

test('a must that was not run is an error of the verdict', () => {
  const [first, ...others] = conformant.requirements;
  const notRun = { ...first, outcome: 'not-run' as const, reason: 'it was not', endpoints: [] };
  const requirements = [notRun as (typeof conformant.requirements)[number], ...others];
  const open = renderJunit({ ...conformant, verdict: 'inconclusive', requirements });
  expect(countsOf(open)).toMatchObject({ errors: 1, failures: 0 });
  expect(open).toContain('inconclusive: 1 requirement could not be assessed');
  expect(caseOf(open, first?.id, '(run)')).toContain('<skipped message="it was not"/>');
});

test('each claimed requirement and endpoint has one test case, and so has the verdict', () => {
  const names = [...xml.matchAll(/<testcase classname="[^"]*" name="([^"]*)"/g)].map(
    ([, name]) => name,
  );
  const wanted = nonConformant.requirements.flatMap(({ id, endpoints }) =>
    endpoints.map(({ endpoint }) => `${id} ${placeWords(endpoint)}`),
  );
  expect(names).toEqual(expect.arrayContaining(wanted));
  expect(names).toHaveLength(new Set(names).size);
  expect(names).toHaveLength(wanted.length + 1);
});

test('a failure contains expected and received value, and how to send the request again', () => {
  const isMeant = ({ outcome, curl, replay }: (typeof nonConformant.failures)[number]) =>
    outcome === 'fail' && curl && replay;
  const failure = inWords(nonConformant).failures.find(isMeant);
  const shown = caseOf(xml, failure?.requirement, failure?.places[0]?.endpoint);
  expect(shown).toMatch(/<failure message="[^"]+" type="fail">/);
  const told = [
    `Expected: ${failure?.expected}`,
    `Actual: ${failure?.actual}`,
    'curl: curl -sS',
    failure?.replay?.command,
  ];
  for (const text of told) expect(shown).toContain(text);
});

test('a warning passes with its text, and fails in a strict run', () => {
  const { requirement, endpoint } =
    testCases(nonConformant).find(({ outcome }) => outcome === 'warn') ?? {};
  const strict = renderJunit({ ...nonConformant, run: { ...nonConformant.run, strict: true } });
  expect(caseOf(xml, requirement?.id, endpoint)).toContain('Warning: ');
  expect(caseOf(xml, requirement?.id, endpoint)).not.toContain('<failure');
  expect(caseOf(strict, requirement?.id, endpoint)).toContain('<failure');
});

test('a test case has the time of its requests, a suite the sum of its test cases, and the root the time of the run', () => {
  const one = testCases(nonConformant).find(({ durationMs }) => durationMs > 0);
  expect(caseOf(xml, one?.requirement.id, one?.endpoint)).toContain(
    ` time="${(one?.durationMs ?? 0) / 1000}"`,
  );
  const run = { ...nonConformant.run, durationMs: 4_321, startedAt: '2026-02-01T03:30:00.5+05:30' };
  const document = renderJunit({ ...nonConformant, run });
  expect(document).toMatch(/<testsuites [^>]* time="4.321"/);
  for (const [suite] of document.matchAll(/<testsuite .*?<\/testsuite>/gs)) {
    const times = [...suite.matchAll(/<test(?:suite|case) [^>]*?time="([\d.]+)"/g)].map(
      ([, seconds]) => Number(seconds),
    );
    const [whole = Number.NaN, ...cases] = times;
    expect(cases.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(whole, 5);
    expect(suite).toContain(' timestamp="2026-01-31T22:00:00"');
  }
});

test.each(repetitions)(
  'a failure that shows again %j fails, and is flaky: %s',
  async (reproduced, isFlaky) => {
    const few = withFew(withRepetition(nonConformant, reproduced));
    const document = renderJunit({ ...few, requirements: nonConformant.requirements });
    const [failure] = few.failures.filter(({ outcome }) => outcome === 'fail');
    const shown = caseOf(document, failure?.requirement, failure?.places[0]?.endpoint);
    expect(shown).toContain('<failure message=');
    expect(/<rerunFailure message="[^"]+" type="fail"\/>/.test(shown)).toBe(isFlaky);
    expect(await inJunit(document)).toEqual([]);
  },
);

test('an observation is shown', () => {
  const [first] = conformant.observations;
  const shown = caseOf(renderJunit(conformant), first?.requirement, first?.endpoint);
  expect(shown).toContain(`Observed: ${first?.value}`);
});

test.each([
  ['must', '<error message='],
  ['should', '<skipped message='],
])('an inconclusive %s is %s', (level, element) => {
  const isMeant = ({ outcome, requirement }: ReturnType<typeof testCases>[number]) =>
    outcome === 'inconclusive' && requirement.level === level;
  const one = testCases(inconclusive).find(isMeant);
  expect(caseOf(renderJunit(inconclusive), one?.requirement.id, one?.endpoint)).toContain(element);
});

test('does not exceed the size of a log, even if a request was very large', () => {
  const large = 'x'.repeat(500_000);
  const failures = nonConformant.failures.map((failure) => ({
    ...failure,
    curl: large,
    actual: large,
    title: large,
  }));
  const huge = renderJunit({ ...nonConformant, failures });
  expect(huge.includes('x… (500000 characters)')).toBe(true);
  expect(huge.length).toBeLessThan(3_000_000);
});
