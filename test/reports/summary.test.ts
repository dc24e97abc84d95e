import { expect, test } from 'vitest';
import { replayLine, tokenLines } from '../../reports/shell-lines.ts';
import { renderSummary } from '../../reports/summary.ts';
import { empty, inconclusive, interrupted, nonConformant, withFew } from './results.ts';

const { failures, requirements, run, totals } = nonConformant;
const summary = renderSummary(nonConformant);

test('text in a cell does not break the table', () => {
  const forged = requirements.map((one) => ({ ...one, area: 'a | b `|` c' as 'cash' }));
  const table = renderSummary({ ...withFew(nonConformant), requirements: forged })
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(table.length).toBeGreaterThan(2);
  for (const row of table) expect(row.match(/(?<!\\)\|/g)).toHaveLength(8);
});

test('the verdict and its limits come first, then the findings, then counts, claim and seed', () => {
  const parts = [
    '## m2m conformance: Non-conformant\n',
    `${totals.fail} requirements fail`,
    'Claimed: 3 of 12 areas; ',
  ];
  const last = [
    '### Findings: ',
    '**Finding ',
    '| Area ',
    '`investment-orders`',
    `Seed ${run.seed}`,
  ];
  const places = [...parts, ...last].map((part) => summary.indexOf(part));
  expect(places[0]).toBe(0);
  expect(places.toSorted((left, right) => left - right)).toEqual(places);
});

test('every claimed requirement counts once', () => {
  const sum = /^\| all +(\|.*)$/m.exec(summary)?.[1] ?? '';
  const counts = sum.split('|').map((cell) => Number(cell.trim()));
  const claimed = requirements.filter((one) => one.claimed);
  expect(counts.reduce((total, count) => total + count, 0)).toBe(claimed.length);
});

test('what to look at is bold, after what is suspected', () => {
  const [{ look = '' } = {}] = failures.flatMap(({ advice = [] }) => advice);
  expect(summary).toContain(` **${look}**`);
});

test('every finding is named by its number, failures before warnings', () => {
  for (const [at, { requirement }] of failures.entries()) {
    expect(summary).toMatch(
      new RegExp(`\\*\\*Finding ${at + 1}( \\(warning\\))?\\*\\* \`${requirement}\``),
    );
  }
  const heads = summary.match(/^\*\*Finding \d+( \(warning\))?\*\*/gm) ?? [];
  const firstWarning = heads.findIndex((head) => head.includes('warning'));
  expect(firstWarning).toBeGreaterThan(0);
  expect(heads.slice(firstWarning).every((head) => head.includes('warning'))).toBe(true);
});

test('a finding has the sentence of the requirement, all that it says, and folded commands', () => {
  const nth = failures.findIndex(
    ({ outcome, curl, changed }) => outcome === 'fail' && curl && changed,
  );
  const shown = failures[nth] ?? expect.fail('none');
  const request = shown.request ?? expect.fail('none');
  const pausing = {
    steps: [{ request, afterMs: 2_500 }, { request }],
    judged: 1,
    share: { times: 3, of: 3 },
  };
  const failure = {
    ...shown,
    id: '0a',
    actual: 'the actual',
    recipe: pausing,
  };
  const second = { ...failure, id: '0b', sameCauseAs: '0a' };
  const both = renderSummary({ ...nonConformant, failures: [failure, second] });
  const title = requirements.find(({ id }) => id === failure.requirement)?.title;
  for (const text of [title, failure.expected, 'the actual', 'after the pause: 3 of 3 responses'])
    expect(both).toContain(`\`${text}\``);
  expect(both).toContain(
    `- Also, for the same reason\n  - **Finding 2** \`${failure.requirement}\``,
  );
  const commands = `\`\`\`sh\n${[...tokenLines([failure]), failure.curl].join('\n')}\n${replayLine('.', 1)}\n\`\`\``;
  expect(both).toContain(`<details><summary>Reproduce it</summary>\n\n${commands}\n\n</details>\n`);
});

test('requirements that were not assessed are listed with the reason', () => {
  expect(renderSummary(inconclusive)).toContain('### Not assessed');
  expect(renderSummary(inconclusive)).toContain(inconclusive.obstacle);
  expect(renderSummary({ ...nonConformant, requirements: [] })).not.toContain('### Not assessed');
});

test('reasons that differ only in what they quote are one', () => {
  const because = (id: string, quoted: string) =>
    ({
      ...requirements[0],
      id,
      reason: `no listing: ${quoted}`,
      reasonKind: 'no listing: …',
      claimed: true,
      level: 'must',
      outcome: 'inconclusive',
      endpoints: [],
    }) as never;
  const open = [because('a/a', '404 {"responseId":"a1"}'), because('a/b', '421 no host')];
  const all = [...requirements, ...open];
  expect(renderSummary({ ...nonConformant, requirements: all })).toContain(
    '- `a/a`, `a/b`: `no listing: 404 {"responseId":"a1"}`\n',
  );
});

test('the reason why a run ended early, and errors of the harness, are named', () => {
  expect(renderSummary(interrupted)).toContain('The run ended early: `SIGINT`');
  expect(renderSummary(empty)).toContain(
    'Harness error in `worker`: `it ended before the run did`',
  );
});

test('a summary fits into a comment on GitHub, and says if it is cut', () => {
  const long = failures.map((one) => ({
    ...one,
    actual: 'x'.repeat(4_000),
    curl: `curl ${'y'.repeat(1_900)}`,
  }));
  const full = renderSummary({ ...nonConformant, failures: long });
  expect(full.length).toBeLessThan(65_536);
  expect(full).toContain('| Area ');
  const many = Array.from(
    { length: 20_000 },
    (_, at) => failures[at % failures.length],
  ) as typeof failures;
  const cut = renderSummary({ ...nonConformant, failures: many });
  expect(cut.length).toBeLessThan(65_536);
  expect(cut.endsWith('The summary is cut here. The other reports contain the rest.\n')).toBe(true);
  expect(summary).not.toContain('is cut here');
});
