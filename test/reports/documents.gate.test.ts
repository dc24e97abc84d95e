import { describe, expect, test } from 'vitest';
import { verificationText } from '../../cli/certificate/text.ts';
import { explainProblems } from '../../cli/result-folder.ts';
import type { Result } from '../../engine/result.ts';
import { areas } from '../../engine/schema/vocabulary.ts';
import { renderAnnotations } from '../../reports/annotations.ts';
import { renderBadge } from '../../reports/badge.ts';
import { consoleReport } from '../../reports/console.ts';
import { renderCtrf } from '../../reports/ctrf.ts';
import { renderConformanceReport } from '../../reports/html/conformance-report.tsx';
import { inWords } from '../../reports/in-words.ts';
import { renderJunit } from '../../reports/junit.ts';
import { limitsOf } from '../../reports/limits.ts';
import { renderSummary } from '../../reports/summary.ts';
import { sample } from '../scope.ts';
import { hostileStrings, logCommands, poison } from './hostile-strings.ts';
import * as problems from './problems.ts';
import { siteOf } from './registry/site.ts';
import { conformant, empty, inconclusive, nonConformant, results, withFew } from './results.ts';

const inConsole = (result: Result) => {
  const { findings, verdict } = consoleReport(result, 'reports/latest', false, 'normal');
  return findings + verdict;
};
/** Strings that only some formats must escape. Every scope tests them. */
const special = ['\uD800\u0000]]>]]>]]><x/>', 'x::error::y', ...logCommands];
const inPage = (markup: string) =>
  `<!DOCTYPE html><html><head><title>t</title></head><body>${markup}</body></html>`;
const xml = renderJunit(conformant);
const ctrf = renderCtrf(conformant);

const guidanceItems = /\n- Look at.*\n(?: {2}- .*\n)*(?:- Statement .*\n)?/g;

interface Kind {
  readonly render: (result: Result) => string;
  readonly problems: problems.Problems;
  /** Documents with a problem, which the validator must report. */
  readonly wrong: readonly string[];
  /** Returns the structure, which must not depend on what a target says. */
  readonly form?: (document: string) => unknown;
}

const kinds: Readonly<Record<string, Kind>> = {
  annotations: {
    render: renderAnnotations,
    problems: problems.inAnnotations,
    wrong: ['x\n ::stop-commands::y', '2 ##[add-mask]z', '::error title=a:b::c'],
    form: (log) => problems.commandsIn(log).map(({ name }) => name),
  },
  badge: {
    render: renderBadge,
    problems: problems.inBadge,
    wrong: ['<svg><a/></svg>', '<svg>', '<svg onload="x"/>'],
    form: (svg) => svg,
  },
  console: {
    render: inConsole,
    problems: problems.inConsole,
    wrong: [
      '::error::pwned',
      '\n::set-output name=x::y',
      'a ##[add-mask]b',
      '##vso[task.complete]',
      '\u001b[2J',
    ],
  },
  CTRF: {
    render: renderCtrf,
    problems: problems.inCtrf,
    wrong: [
      ctrf
        .replace('"status":"passed"', '"status":"observed"')
        .replace('"status": "passed"', '"status": "observed"'),
    ],
  },
  'HTML report': {
    render: renderConformanceReport,
    problems: problems.inHtml,
    wrong: ['<p a=1 a=2>', '<p x"y=1>', 'a \u0001', '&#0;', '<!-- -- --!>'].map(inPage),
  },
  JUnit: {
    render: renderJunit,
    problems: problems.inJunit,
    wrong: [
      xml.replace('<system-out>', '<stdout/><system-out>'),
      xml.replace('<system-out><![CDATA[', '<system-out><![CDATA[\u0001'),
    ],
  },
  summary: {
    render: renderSummary,
    problems: problems.inMarkdown,
    wrong: [
      ...[
        '[x](https://example.com)',
        '![x](x.png)',
        'a <b>bold</b> claim',
        '<details>',
        '> quoted',
        '---',
      ],
      ...[
        'thanks to @someone',
        'fixes #12',
        'see https://example.com',
        '~~no~~',
        'so :tada: it is',
        '$x^2$',
      ],
      ...['commit 0123456789abcdef0123456789abcdef01234567', 'a\u202Eb', '::error::x'],
    ],
    // Causes depend on what the target says. Their texts do not.
    form: (markdown) =>
      problems.nodesIn(markdown.replace(guidanceItems, '\n')).map(({ type }) => type),
  },
};

test('findings in reports contain no symbols in their requests', () => {
  const requestsOf = ({ failures }: Result) =>
    JSON.stringify(
      failures.map(({ request, recipe }) => [request, recipe?.steps.map((step) => step.request)]),
    );
  expect(requestsOf(nonConformant)).toContain('{{token:scoped}}');
  expect(requestsOf(inWords(nonConformant))).not.toMatch(
    /\{\{(token|client|user|guide|audience|unique|base64)/,
  );
  expect(JSON.stringify(nonConformant.failures)).toContain('{auth_url}');
  expect(renderJunit(nonConformant)).not.toContain('{auth_url}');
});

test.each(results)('the %s result is valid', (_name, result) => {
  expect(explainProblems(result)).toEqual([]);
});

describe.each(Object.entries(kinds))(
  '%s',
  (name, { render, problems: problemsOf, wrong, form = () => '' }) => {
    test.each(results)('of the %s result is valid and harmless', async (_name, result) => {
      expect(await problemsOf(render(result))).toEqual([]);
    });

    test('is valid and harmless, and keeps its form, whatever a target says', {
      timeout: 240_000,
    }, async () => {
      const few = withFew(nonConformant);
      const harmless = form(render(poison(few, 'text')));
      const payloads = [...special, ...sample(`hostile strings in ${name}`, hostileStrings, 4)];
      const all = payloads.map((payload) => [payload, render(poison(few, payload))] as const);
      for (const [payload, document] of all) expect(form(document), payload).toEqual(harmless);
      expect(await problemsOf(...new Set(all.map(([, document]) => document)))).toEqual([]);
    });

    const numbered = wrong.map((document, nth) => [nth, document] as const);
    test.each(numbered)('wrong document %i is noticed', async (_nth, document) => {
      expect(await problemsOf(document)).not.toEqual([]);
    });
  },
);

test('every page of a registry is valid', async () => {
  const pages = [...siteOf([nonConformant])].filter(([path]) => path.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(2);
  for (const [path, html] of pages) expect(await problems.inHtml(html), path).toEqual([]);
});

test('the console report lists failures before warnings, and in one line what another finding causes', () => {
  const [one, other] = ['fail', 'warn'].map(
    (kind) => nonConformant.failures.find(({ outcome }) => outcome === kind) ?? expect.fail(kind),
  ) as [Result['failures'][number], Result['failures'][number]];
  const named = [
    { ...other, id: '0a' },
    { ...one, id: '0b' },
    // Forged: the named one comes later, or is itself.
    { ...other, id: '0c', sameCauseAs: '0d' },
    { ...one, id: '0d', sameCauseAs: '0d' },
    { ...one, id: '0e', sameCauseAs: '0b' },
    { ...one, id: '0f', sameCauseAs: '0e' },
  ];
  const text = inConsole({ ...nonConformant, failures: named });
  expect([...text.matchAll(/^(\d)\. (\S)/gm)].map(([, nth, sign]) => `${nth}${sign}`)).toEqual([
    '2✗',
    '4✗',
    '1!',
    '3!',
  ]);
  expect(text).toMatch(/^2\. .*\n {3}Same cause {2}5\. .*\(0e.*\n {15}6\. .*\(0f.*\n\n4\. /ms);
});

test('each command of a finding is on a line of its own', () => {
  const [found = expect.fail('none')] = nonConformant.failures.filter(
    ({ curl, outcome }) => curl && outcome === 'fail',
  );
  const result = { ...nonConformant, failures: [{ ...found, curl: 'curl a\ncurl b' }] };
  expect(renderSummary(result)).toContain('\ncurl a\ncurl b\n');
  expect(renderJunit(result)).toContain('curl: curl a\ncurl: curl b\n');
  expect(renderCtrf(result)).toContain(JSON.stringify('curl a\ncurl b'));
  expect(renderConformanceReport(result)).toContain('curl a\ncurl b</code>');
});

test('the console explains the signs that it shows', () => {
  expect(inConsole(nonConformant)).toMatch(
    /\n(?:! warning {2})?· observed(?: {2}\? not assessed)?(?: {2}– not run)?\n/,
  );
  const { requirements } = nonConformant;
  const [only = expect.fail()] = requirements.filter(({ outcome }) => outcome === 'pass');
  expect(inConsole({ ...nonConformant, requirements: [only] })).not.toContain('· observed');
});

test('a finding says what is wrong, then where, then how to see it again, aligned', () => {
  const [found = expect.fail('none')] = nonConformant.failures.filter(
    ({ curl, changed, accepted }) => curl && changed && accepted,
  );
  const { request } = found;
  const shown = {
    ...found,
    reproduced: { times: 2, of: 2 },
    ...(request ? { recipe: { steps: [{ request }], judged: 0, share: { times: 3, of: 4 } } } : {}),
  };
  const failures = [
    { ...shown, id: '0a' },
    { ...shown, id: '0b', sameCauseAs: '0a' },
    {
      ...shown,
      id: '0c',
      statement: { text: 'It is case-insensitive.', source: 'RFC 9110, section 11.1' },
      advice: [{ suspect: 'A.', look: 'B.' }],
    },
  ];
  const result = { ...nonConformant, failures };
  const [first, text = ''] = inConsole(result).split(/\n3\. /);
  expect(first).toMatch(/\n {3}Replay {6}.*\n {15}sends .*\n {3}Same cause {2}2\. /);
  expect(text).toContain('" (RFC 9110, section 11.1)\n');
  for (const told of [renderJunit(result), renderCtrf(result)])
    expect(told).toMatch(
      /Same cause: same cause as finding 1.*Shows: if the request is repeated: 3 of 4 responses/s,
    );
  const labels = [...text.matchAll(/^ {3}([A-Z]\w+(?: at)?|curl)( +)(?=\S)/gm)].map(
    ([all, label]) => [label, all.length],
  );
  const said = [
    'Changed',
    'Expected',
    'Actual',
    'Accepted',
    'Request',
    'Places',
    'Reproduced',
    'Shows',
    'Look at',
    'Statement',
  ];
  expect(labels).toEqual([...said, 'curl', 'Replay'].map((name) => [name, 15]));
});

const reason =
  'needs a second user of another language; set M2M_SECOND_USER_ID to one, and leave M2M_SAME_LANGUAGE unset';
const [first] = conformant.requirements;
const claimed = { ...conformant, claim: areas, waived: [], requirements: [] };
const open = {
  ...first,
  id: 'a/a',
  claimed: true,
  level: 'must',
  outcome: 'not-run',
  reason,
  lacks: ['M2M_SECOND_USER_ID'],
  endpoints: [],
} as never;

test.each([
  [claimed, 'Conformant for 12 of 12 areas'],
  [
    {
      ...claimed,
      profile: { ...claimed.profile, endpoints: [] },
      claim: areas.filter((area) => !/^users|^test|vault/.test(area)),
    },
    'Conformant for 9 of 12 areas; not claimed: users (needs --allow writes), savings-vault, test (need profile.endpoints)',
  ],
  [
    { ...claimed, verdict: 'inconclusive' as const, requirements: [open] },
    'Claimed: 12 of 12 areas; not assessed: 1 requirement (1 needed for a verdict), set M2M_SECOND_USER_ID',
  ],
  [
    { ...claimed, requirements: [open], waived: [{ id: 'a/a', reason }] },
    'Conformant for 12 of 12 areas; waived: 1 requirement',
  ],
])('limits %#', (result, limits) => {
  expect(limitsOf(result)).toBe(limits);
});

test('settings are not advised if one obstacle hides what they would enable', () => {
  expect(limitsOf(inconclusive)).not.toContain('set M2M_');
  expect(limitsOf(empty)).toMatch(/not assessed: \d+ requirements/);
});

test.each(results)('every report of the %s result says them in the same words', (_name, result) => {
  const reports = {
    console: consoleReport(result, 'out', false, 'quiet').verdict,
    verify: verificationText({ verified: true, checks: [], limits: limitsOf(result) }, false, true),
    badge: renderBadge(result),
    HTML: renderConformanceReport(result),
    summary: renderSummary(result),
    JUnit: renderJunit(result),
    CTRF: renderCtrf(result),
  };
  for (const [name, text] of Object.entries(reports)) {
    // Only the first letter differs.
    const isSaid = text
      .replaceAll('\n', ' ')
      .replaceAll('\\_', '_')
      .includes(limitsOf(result).slice(1));
    expect({ name, isSaid }).toEqual({ name, isSaid: true });
  }
});

test('the console breaks a text between words, and places only after a comma', () => {
  const [failure = expect.fail()] = nonConformant.failures;
  const words = Array.from({ length: 60 }, (_, nth) => `word${nth}`);
  const places = words.slice(0, 12).map((word) => ({
    ...{ key: '', count: 1, reproduced: { of: 0, times: 0 } },
    endpoint: `GET /${word}`,
  }));
  const shown = { ...nonConformant, failures: [{ ...failure, actual: words.join(' '), places }] };
  const { findings } = consoleReport(shown, 'out', false, 'normal');
  expect(findings.replace(/\n +/g, ' ')).toContain(words.join(' '));
  expect(findings).not.toMatch(/GET\n/);
});
