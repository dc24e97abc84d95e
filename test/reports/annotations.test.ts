import { expect, test } from 'vitest';
import { renderAnnotations } from '../../reports/annotations.ts';
import { poison } from './hostile-strings.ts';
import { commandsIn } from './problems.ts';
import { conformant, empty, interrupted, nonConformant, withFew } from './results.ts';

const failures = [...nonConformant.failures, ...nonConformant.failures];
const commands = commandsIn(renderAnnotations({ ...nonConformant, failures }));

test('annotations are the first ten failures and the first ten warnings, and one notice for the rest', () => {
  for (const [outcome, name] of [['fail', 'error'] as const, ['warn', 'warning'] as const]) {
    expect(failures.filter((one) => one.outcome === outcome).length).toBeGreaterThan(10);
    expect(commands.filter((one) => one.name === name)).toHaveLength(10);
  }
  expect(commands).toHaveLength(21);
  expect(commands.at(-1)).toMatchObject({
    name: 'notice',
    data: expect.stringContaining(`${failures.length - 20} further findings in the report`),
  });
});

test('a conformant result has no annotations', () => {
  expect(renderAnnotations(conformant)).toBe('');
});

test('errors of the harness and the end of a run are annotations', () => {
  expect(renderAnnotations(empty)).toMatch(
    /^::error title=harness error in worker::it ended before/m,
  );
  expect(renderAnnotations(interrupted)).toMatch(/^::error title=the run ended early::SIGINT$/m);
});

test('an annotation names requirement, cause, endpoint, and what was expected', () => {
  const failure = failures.find(({ outcome }) => outcome === 'fail');
  expect(commands[0]?.title).toBe(`${failure?.requirement}%3A ${failure?.title}`);
  expect(commands[0]?.data).toContain(`On ${failure?.places[0]?.endpoint}`);
  expect(commands[0]?.data).toContain(failure?.expected);
});

test('a percent sign stays a percent sign', () => {
  const all = commandsIn(renderAnnotations(poison(withFew(nonConformant), '50%0A, a: b')));
  const first = all.find(({ title }) => title.startsWith('harness error'));
  expect(first?.title).toContain('50%250A%2C a%3A b');
  expect(first?.data).toContain('50%250A, a: b');
});
