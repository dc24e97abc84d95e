import { expect, test } from 'vitest';
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

test('verdict, counts, claim and seed come first', () => {
  const beginning = summary.split('\n').slice(0, 12).join('\n');
  expect(beginning).toMatch(/^## m2m conformance: Non-conformant\n/);
  const told = [`${totals.fail} requirements fail`, '`investment-orders`', `Seed ${run.seed}`, '| Area '];
  for (const text of told) expect(beginning).toContain(text);
});

test('every claimed requirement counts once', () => {
  const sum = /^\| all +(\|.*)$/m.exec(summary)?.[1] ?? '';
  const counts = sum.split('|').map((cell) => Number(cell.trim()));
  const claimed = requirements.filter((one) => one.claimed);
  expect(counts.reduce((total, count) => total + count, 0)).toBe(claimed.length);
});

test('every finding is named by its number, twenty in detail, failures before warnings', () => {
  for (const [at, { requirement }] of failures.entries()) {
    expect(summary).toMatch(new RegExp(`\\*\\*Finding ${at + 1}( \\(warning\\))?\\*\\* \`${requirement}\``));
  }
  expect(summary.match(/^ {2}- Expected /gm)).toHaveLength(20);
  const first = failures.findIndex(({ outcome }) => outcome === 'fail') + 1;
  expect(summary).toContain(`\`m2m-conformance replay result.json --failure ${first}\``);
  const heads = summary.match(/\*\*Finding \d+( \(warning\))?\*\*/g) ?? [];
  const firstWarning = heads.findIndex((head) => head.includes('warning'));
  expect(firstWarning).toBeGreaterThan(0);
  expect(heads.slice(firstWarning).every((head) => head.includes('warning'))).toBe(true);
});

test('requirements that were not assessed are listed with the reason', () => {
  expect(renderSummary(inconclusive)).toContain('### Not assessed: ');
  expect(renderSummary(inconclusive)).toContain('no access token was issued to the scoped client');
  expect(renderSummary({ ...nonConformant, requirements: [] })).not.toContain('### Not assessed');
});

test('the reason why a run ended early, and errors of the harness, are named', () => {
  expect(renderSummary(interrupted)).toContain('The run ended early: `SIGINT`');
  expect(renderSummary(empty)).toContain('Harness error in `worker`: `it ended before the run did`');
});

test('a summary is cut off before GitHub would drop it, and says so', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => failures[at % failures.length]) as typeof failures;
  const long = renderSummary({ ...nonConformant, failures: many });
  expect(Buffer.byteLength(long)).toBeGreaterThan(700_000);
  expect(Buffer.byteLength(long)).toBeLessThan(1_000_000);
  expect(long.endsWith('The summary is cut here. The other reports contain the rest.\n')).toBe(true);
  expect(summary).not.toContain('is cut here');
});
