import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Result } from '../../engine/result.ts';
import { renderJunit } from '../../reports/junit.ts';
import { testCases } from '../../reports/test-cases.ts';
import { hostileStrings, poison } from './hostile-strings.ts';
import { conformant, inconclusive, nonConformant, results } from './results.ts';

async function problems(...documents: readonly string[]): Promise<readonly string[]> {
  const schema = await readFile(new URL('junit.xsd', import.meta.url), 'utf8');
  const xml = documents.map((contents, at) => ({ fileName: `junit-${at}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema, initialMemoryPages: 2_048, maxMemoryPages: 8_192 });
  return errors.map(({ rawMessage }) => rawMessage);
}

/** The counts of the root. */
function countsOf(xml: string): Record<string, number> {
  const root = /<testsuites ([^>]*)>/.exec(xml)?.[1] ?? '';
  return Object.fromEntries([...root.matchAll(/(\w+)="(\d+)"/g)].map(([, name = '', count]) => [name, Number(count)]));
}

/** What a gate that reads nothing else concludes. */
function isGreen(xml: string): boolean {
  const { failures, errors } = countsOf(xml);
  return failures === 0 && errors === 0;
}

/** The test case of that name, up to its end. */
function caseNamed(xml: string, name: string): string {
  const [, ...cases] = xml.split('<testcase ');
  return cases.find((one) => one.includes(`name="${name}"`)) ?? '';
}

describe('JUnit', () => {
  test.each(results)('of a result that is %s is as the schema wants it', async (_name, result) => {
    expect(await problems(renderJunit(result))).toEqual([]);
  });

  test('that the schema does not allow is seen', async () => {
    const xml = renderJunit(conformant);
    expect(await problems(xml.replace('<system-out>', '<stdout/><system-out>'))).not.toEqual([]);
    expect(await problems(xml.replace('<system-out><![CDATA[', '<system-out><![CDATA[\u0001'))).not.toEqual([]);
  });

  test('is well-formed and as the schema wants it whatever a target says', async () => {
    const result = await small();
    expect(await problems(...hostileStrings.map((payload) => renderJunit(poison(result, payload))))).toEqual([]);
  });

  test.each(['\uFFFE\uFFFF', '\uD800', '\u0000\u0008', ']]>]]>]]><x/>', '\u0085\u2028'])(
    'holds no %j as it is',
    async (payload) => {
      const xml = renderJunit(poison(await small(), `a${payload}z`));
      expect(xml).not.toContain(payload);
      expect(xml).toMatch(/name="harness: a.*z"/);
      expect(await problems(xml)).toEqual([]);
    },
  );

  test.each(results)('is green for a result that is %s where its verdict is conformant', async (_name, result) => {
    const one = result;
    expect(isGreen(renderJunit(one))).toBe(one.verdict === 'conformant');
  });

  test('is not green where nothing but a must was not run', async () => {
    const result = conformant;
    const open = result.requirements.map((requirement, at) =>
      at === 0 ? { ...requirement, outcome: 'not-run' as const, reason: 'it was not', endpoints: [] } : requirement,
    );
    const xml = renderJunit({ ...result, verdict: 'inconclusive', requirements: open });
    expect(countsOf(xml)).toMatchObject({ errors: 1, failures: 0 });
    expect(caseNamed(xml, 'verdict')).toContain('inconclusive: 1 requirement could not be assessed');
    expect(caseNamed(xml, `${open[0]?.id} (run)`)).toContain('<skipped message="it was not"/>');
  });

  test('has a test case for each claimed requirement and endpoint, once', async () => {
    const result = nonConformant;
    const names = [...renderJunit(result).matchAll(/<testcase classname="[^"]*" name="([^"]*)"/g)].map(
      ([, name]) => name,
    );
    const wanted = result.requirements.flatMap(({ id, endpoints }) =>
      endpoints.map(({ endpoint }) => `${id} ${endpoint}`),
    );
    expect(names).toEqual(expect.arrayContaining(wanted));
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toHaveLength(wanted.length + 1);
  });

  test('fails with what was expected, what came and how to send it again', async () => {
    const result = nonConformant;
    const failure = result.failures.find(({ outcome, curl, replay }) => outcome === 'fail' && curl && replay);
    const shown = caseNamed(renderJunit(result), `${failure?.requirement} ${failure?.places[0]?.endpoint}`);
    expect(shown).toMatch(/<failure message="[^"]+" type="fail">/);
    expect(shown).toContain(`Expected: ${failure?.expected}`);
    expect(shown).toContain(`Actual: ${failure?.actual}`);
    expect(shown).toContain('curl: curl -sS');
    expect(shown).toContain(failure?.replay?.command);
  });

  test('lets a warning pass with its text, and fail in a strict run', async () => {
    const result = nonConformant;
    const warned = testCases(result).find(({ outcome }) => outcome === 'warn');
    const name = `${warned?.requirement.id} ${warned?.endpoint}`;
    expect(caseNamed(renderJunit(result), name)).toContain('Warning: ');
    expect(caseNamed(renderJunit(result), name)).not.toContain('<failure');
    expect(caseNamed(renderJunit({ ...result, run: { ...result.run, strict: true } }), name)).toContain('<failure');
  });

  test('shows what was observed', async () => {
    const [first] = conformant.observations;
    const xml = renderJunit(conformant);
    expect(caseNamed(xml, `${first?.requirement} ${first?.endpoint}`)).toContain(`Observed: ${first?.value}`);
  });

  test('has an error where a must is inconclusive, and none where a should is', async () => {
    const result = inconclusive;
    const xml = renderJunit(result);
    for (const level of ['must', 'should'] as const) {
      const one = testCases(result).find((open) => open.outcome === 'inconclusive' && open.requirement.level === level);
      const shown = caseNamed(xml, `${one?.requirement.id} ${one?.endpoint}`);
      expect(shown).toContain(level === 'must' ? '<error message=' : '<skipped message=');
    }
  });

  test('is not larger than a log can take, however large a request was', async () => {
    const result = nonConformant;
    const large = 'x'.repeat(500_000);
    const failures = result.failures.map((failure) => ({ ...failure, curl: large, actual: large, cause: large }));
    const xml = renderJunit({ ...result, failures });
    expect(xml).toContain('x… (500000 characters)');
    expect(xml.length).toBeLessThan(3_000_000);
  });
});

/** A result with everything of each kind, and few of each. */
async function small(): Promise<Result> {
  const result = nonConformant;
  return {
    ...result,
    requirements: result.requirements.filter((_, at) => at % 12 === 0),
    failures: result.failures.slice(0, 6).map((failure) => ({ ...failure, places: failure.places.slice(0, 2) })),
    observations: result.observations.slice(0, 5),
  };
}
