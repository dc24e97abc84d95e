import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainProblems } from '../../../cli/result-folder.ts';
import type { Result } from '../../../engine/result.ts';
import { violations } from '../../../engine/schema/validate.ts';
import { implementationName, recordRun } from '../../../reports/registry/recorded-run.ts';
import schema from '../../../schemas/registry.schema.json' with { type: 'json' };
import { certify } from '../../engine/session/in-process.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import {
  conformant,
  empty,
  inconclusive,
  interrupted,
  nonConformant,
  withFew,
} from '../results.ts';
import { dated, type Index, implementationsOf, siteOf } from './site.ts';

const results = [
  dated(nonConformant, 'alpha', '2026-01-01T00:00:00.000Z'),
  dated(conformant, 'alpha', '2026-01-02T00:00:00.000Z'),
  dated(interrupted, 'alpha', '2026-01-03T00:00:00.000Z'),
  dated(withFew(inconclusive), 'Beta & Co.', '2026-01-04T00:00:00.000Z'),
  dated(withFew(empty), 'Beta & Co.', '2026-01-05T00:00:00.000Z'),
  dated(withFew(conformant), 'gamma', '2026-01-06T00:00:00.000Z'),
];
const site = siteOf(results);

const textOf = (path: string, of = site) => of.get(path) ?? expect.fail(`${path} is missing`);
const indexOf = (of = site) => JSON.parse(textOf('index.json', of)) as Index;
const problemsOf = (index: object) => violations(schema, index, 'all');

describe('the index for machines', () => {
  test('is valid', () => {
    expect(problemsOf(indexOf())).toEqual([]);
    expect(
      indexOf().implementations.map(({ name, latest }) => [name, latest.verdict, latest.complete]),
    ).toEqual([
      ['alpha', 'conformant', true],
      ['Beta & Co.', 'inconclusive', true],
      ['gamma', 'conformant', true],
    ]);
  });

  test('is valid whatever a target says', () => {
    const few = withFew(empty);
    for (const payload of hostileStrings) {
      const problems = problemsOf(indexOf(siteOf([poison(few, payload)])));
      expect({ payload, problems }).toEqual({ payload, problems: [] });
    }
  });

  const withPage = (page: string) => ({
    implementations: [{ ...indexOf().implementations[0], page }],
  });
  test.each([
    ...[{ formatVersion: 2 }, { kind: 'another' }, { implementations: [] }],
    ...['../index.html', '/index.html', 'https://evil.example/index.html', 'a/b/c/index.html'].map(
      withPage,
    ),
  ])('is invalid with %j', (change) => {
    expect(problemsOf({ ...indexOf(), ...change })).toHaveLength(1);
  });

  test('names every other file', () => {
    const named = indexOf().implementations.flatMap(({ page, badge, runs }) => [
      ...[page, badge],
      ...runs.flatMap((run) => [run.report, run.result, run.badge]),
    ]);
    expect([...site.keys()].sort()).toEqual([...named, 'index.html', 'index.json'].sort());
  });
});

describe('a registry', () => {
  test('has only relative links, to files that exist', () => {
    const links = [...site]
      .filter(([path]) => /^([^/]+\/)?index\.html$/.test(path))
      .flatMap(([path, text]) =>
        [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = '']) => ({ path, href })),
      )
      .filter(({ href }) => !/^(#|data:)/.test(href));
    expect(links.length).toBeGreaterThan(30);
    const isAbsolute = /^(?:\/|[a-z][a-z+.-]*:)/i;
    const target = (path: string, href: string) =>
      posix.join(posix.dirname(path), href.split('#')[0] ?? '');
    expect(
      links.filter(({ path, href }) => isAbsolute.test(href) || !site.has(target(path, href))),
    ).toEqual([]);
  });

  test('links each change to its requirement in the report of the run', () => {
    const [alpha] = indexOf().implementations;
    const hrefs = [...textOf(alpha?.page ?? '').matchAll(/ href="([^"/]+)\/index\.html#([^"]+)"/g)];
    expect(hrefs.length).toBeGreaterThan(10);
    for (const [, run, id] of hrefs)
      expect(
        textOf(`${alpha?.folder}/${run}/index.html`).includes(` id="${decodeURI(id ?? '')}"`),
      ).toBe(true);
  });

  test('has valid results, and a badge of each', () => {
    for (const [path, text] of site) {
      if (path.endsWith('/result.json')) expect(explainProblems(JSON.parse(text))).toEqual([]);
      if (path.endsWith('.svg')) expect(text).toMatch(/^<svg .*m2m conformance.*<\/svg>\n$/s);
    }
    expect(textOf('alpha/badge.svg')).toContain('>conformant (2 of 12 areas)<');
    const cut = indexOf().implementations[0]?.runs.find(
      ({ incomplete }) => incomplete === 'ended-early',
    );
    expect(textOf(cut?.badge ?? '')).toContain('>inconclusive (3 of 12 areas)<');
  });

  test('contains no personal data from requests and responses', () => {
    const canary = 'Sophie Marchand';
    const body = JSON.stringify({ name: canary });
    const told = (one: Result): Result => ({
      ...one,
      target: {
        ...one.target,
        baseUrl: `https://${encodeURIComponent(canary)}@api.example.com/?user=${canary}`,
      },
      failures: one.failures.map(({ response, ...failure }) => ({
        ...failure,
        actual: `${failure.actual} "${canary}"`,
        ...(response ? { response: { ...response, body } } : {}),
      })),
      observations: one.observations.map((observation) => ({
        ...observation,
        value: `"${canary}"`,
      })),
      notices: [...one.notices, `the user "${canary}"`],
    });
    expect(JSON.stringify(told(nonConformant)).split(canary).length).toBeGreaterThan(50);
    const telling = [...siteOf(results.slice(0, 2).map(told))].filter(([, text]) =>
      /Sophie|Marchand/.test(text),
    );
    expect(telling.map(([path]) => path)).toEqual([]);
  });
});

test('implementations are sorted by name, their runs newest first, whatever the order of results and the time zone', () => {
  const unsorted = [
    dated(nonConformant, 'beta', '2026-03-01T00:00:00.000Z'),
    dated(conformant, 'Alpha', '2026-02-01T12:00:00+02:00'),
    dated(nonConformant, 'Alpha', '2026-02-01T11:00:00Z'),
    dated(conformant, 'Alpha', '2026-01-01T00:00:00.000Z'),
  ];
  for (const order of [unsorted, unsorted.toReversed()]) {
    const made = implementationsOf(order);
    expect(
      made.map(({ name, runs }) => [name, runs.map(({ result }) => result.run.startedAt)]),
    ).toEqual([
      ['Alpha', ['2026-02-01T11:00:00Z', '2026-02-01T12:00:00+02:00', '2026-01-01T00:00:00.000Z']],
      ['beta', ['2026-03-01T00:00:00.000Z']],
    ]);
  }
});

test('the newest complete run decides the verdict of an implementation', () => {
  const runs = results.slice(0, 3);
  const [whole] = implementationsOf(runs);
  expect(whole?.latest.result.run.startedAt).toBe('2026-01-02T00:00:00.000Z');
  expect(whole?.latest.verdict).toBe('conformant');
  expect(whole?.runs.map(({ incomplete }) => incomplete)).toEqual([
    'ended-early',
    undefined,
    undefined,
  ]);
  const [part] = implementationsOf(runs.slice(2));
  expect(part?.latest).toMatchObject({ verdict: 'inconclusive', incomplete: 'ended-early' });
});

test('a part of a run cannot be conformant, but can be non-conformant', async () => {
  const { result } = await certify({ only: ['guides/ok'] });
  for (const [verdict, stands] of [
    ['conformant', 'inconclusive'],
    ['non-conformant', 'non-conformant'],
  ] as const)
    expect(recordRun({ ...result, verdict })).toMatchObject({
      verdict: stands,
      incomplete: 'selection',
    });
  expect(recordRun({ ...conformant, interrupted: 'SIGINT' })).toMatchObject({
    verdict: 'inconclusive',
    incomplete: 'ended-early',
  });
  expect(recordRun(conformant)).not.toHaveProperty('incomplete');
});

test.each([
  ['https://api.example.com/v1/', undefined, 'api.example.com/v1'],
  ['https://someone:secret@api.example.com:8443/?key=1#x', undefined, 'api.example.com:8443'],
  ['https://api.example.com', '  ', 'api.example.com'],
  ['https://api.example.com', ' Acme ', 'Acme'],
  ['javascript:xss(1)', undefined, 'javascript:xss(1)'],
  ['no address', undefined, 'no address'],
])('the name of %s called %s is %s', (baseUrl, implementation, expected) => {
  const target = {
    baseUrl,
    authUrl: '',
    ...(implementation === undefined ? {} : { implementation }),
  };
  expect(implementationName({ ...conformant, target })).toBe(expected);
});
