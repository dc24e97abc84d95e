import { posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { explainProblems } from '../../../engine/schema/result.ts';
import { violations } from '../../../engine/schema/validate.ts';
import schema from '../../../schemas/registry.schema.json' with { type: 'json' };
import { hostileStrings, poison } from '../hostile-strings.ts';
import { conformant, empty, inconclusive, interrupted, nonConformant } from '../results.ts';
import { dated, siteOf } from './site.ts';

let results: readonly Result[];
let site: ReadonlyMap<string, string>;

beforeAll(async () => {
  results = [
    dated(nonConformant, 'alpha', '2026-01-01T00:00:00.000Z'),
    dated(conformant, 'alpha', '2026-01-02T00:00:00.000Z'),
    dated(interrupted, 'alpha', '2026-01-03T00:00:00.000Z'),
    dated(inconclusive, 'Beta & Co.', '2026-01-04T00:00:00.000Z'),
    dated(empty, 'Beta & Co.', '2026-01-05T00:00:00.000Z'),
    dated(conformant, 'gamma', '2026-01-06T00:00:00.000Z'),
  ];
  site = siteOf(results);
});

interface Index {
  readonly implementations: readonly {
    readonly name: string;
    readonly folder: string;
    readonly page: string;
    readonly badge: string;
    readonly latest: { readonly run: string; readonly verdict: string; readonly complete: boolean };
    readonly runs: readonly {
      readonly folder: string;
      readonly incomplete?: string;
      readonly report: string;
      readonly result: string;
      readonly badge: string;
    }[];
  }[];
}

function textOf(path: string, of = site): string {
  return of.get(path) ?? expect.fail(`${path} is missing`);
}

function indexOf(of = site): Index {
  return JSON.parse(textOf('index.json', of)) as Index;
}

describe('a registry', () => {
  it('has an index for machines that is valid', () => {
    expect(violations(schema, indexOf(), 'all')).toEqual([]);
    expect(indexOf().implementations.map(({ name, latest }) => [name, latest.verdict, latest.complete])).toEqual([
      ['alpha', 'conformant', true],
      ['Beta & Co.', 'inconclusive', true],
      ['gamma', 'conformant', true],
    ]);
  });

  it('has an index for machines that stays valid whatever a target says', async () => {
    const one = empty;
    for (const payload of hostileStrings) {
      const hostile = siteOf([poison(one, payload)]);
      expect({ payload, problems: violations(schema, indexOf(hostile), 'all') }).toEqual({ payload, problems: [] });
    }
  });

  it.each([
    ['formatVersion', { formatVersion: 2 }],
    ['kind', { kind: 'another' }],
    ['implementations', { implementations: [] }],
  ])('would be told of another %s', (_what, change) => {
    expect(violations(schema, { ...indexOf(), ...change }, 'all').length).toBeGreaterThan(0);
  });

  it('would be told of a path that leads out of it', () => {
    for (const page of ['../index.html', '/index.html', 'https://evil.example/index.html', 'a/b/c/index.html']) {
      const [first, ...rest] = indexOf().implementations;
      const changed = { ...indexOf(), implementations: [{ ...first, page }, ...rest] };
      expect(violations(schema, changed, 'all').map(({ path }) => path.join('/'))).toEqual(['implementations/0/page']);
    }
  });

  it('has every file that its index names, and no other', () => {
    const named = indexOf().implementations.flatMap(({ page, badge, runs }) => [
      page,
      badge,
      ...runs.flatMap((run) => [run.report, run.result, run.badge]),
    ]);
    expect([...site.keys()].sort()).toEqual([...named, 'index.html', 'index.json'].sort());
  });

  it('has only links that are relative, and lead to what is there', () => {
    let links = 0;
    for (const [path, text] of site) {
      if (!/^([^/]+\/)?index\.html$/.test(path)) continue;
      for (const [, href = ''] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^(#|data:)/.test(href)) continue;
        links++;
        expect({ path, href, isRelative: !/^(?:\/|[a-z][a-z+.-]*:)/i.test(href) }).toEqual({
          path,
          href,
          isRelative: true,
        });
        const [file = ''] = href.split('#');
        const target = posix.normalize(posix.join(posix.dirname(path), file));
        expect({ path, href, isThere: site.has(target) }).toEqual({ path, href, isThere: true });
      }
    }
    expect(links).toBeGreaterThan(30);
  });

  it('leads from what changed to the requirement in the report of the run', () => {
    const [alpha] = indexOf().implementations;
    const page = textOf(alpha?.page ?? '');
    const hrefs = [...page.matchAll(/ href="([^"/]+)\/index\.html#([^"]+)"/g)];
    expect(hrefs.length).toBeGreaterThan(10);
    for (const [, run, id] of hrefs) {
      expect(textOf(`${alpha?.folder}/${run}/index.html`)).toContain(` id="${decodeURI(id ?? '')}"`);
    }
  });

  it('is the same for the same results, in whatever order they come', () => {
    expect([...siteOf(results.toReversed())].sort()).toEqual([...site].sort());
  });

  it('has the results as results, and a badge of each', () => {
    for (const [path, text] of site) {
      if (path.endsWith('/result.json')) expect(explainProblems(JSON.parse(text))).toEqual([]);
      if (path.endsWith('.svg')) expect(text).toMatch(/^<svg .*m2m conformance.*<\/svg>\n$/s);
    }
    expect(textOf('alpha/badge.svg')).toContain('>conformant<');
    const [alpha] = indexOf().implementations;
    const cut = alpha?.runs.find(({ incomplete }) => incomplete === 'ended-early');
    expect(textOf(cut?.badge ?? '')).toContain('>inconclusive<');
  });

  it('takes the part of a conformant run for inconclusive, on its badge too', async () => {
    const half = siteOf([dated(conformant, 'half', '2026-01-01T00:00:00.000Z', { interrupted: 'SIGINT' })]);
    expect(indexOf(half).implementations[0]?.latest).toMatchObject({ verdict: 'inconclusive', complete: false });
    for (const [path, text] of half) if (path.endsWith('.svg')) expect(text).toContain('>inconclusive<');
  });

  it('says nothing of what requests and answers hold of people', () => {
    const canary = 'Sophie Marchand';
    const told = (one: Result): Result => ({
      ...one,
      target: { ...one.target, baseUrl: `https://${encodeURIComponent(canary)}@api.example.com/?user=${canary}` },
      failures: one.failures.map((failure) => ({
        ...failure,
        actual: `${failure.actual} "${canary}"`,
        ...(failure.response ? { response: { ...failure.response, body: JSON.stringify({ name: canary }) } } : {}),
      })),
      observations: one.observations.map((observation) => ({ ...observation, value: `"${canary}"` })),
      notices: [...one.notices, `the user "${canary}"`],
    });
    const [first] = results.map(told);
    expect(JSON.stringify(first).split(canary).length).toBeGreaterThan(50);
    for (const [path, text] of siteOf(results.map(told))) {
      expect({ path, isTold: /Sophie|Marchand/.test(text) }).toEqual({ path, isTold: false });
    }
  });
});
