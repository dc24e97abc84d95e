import { expect, test } from 'vitest';
import { type Session, say } from '../../engine/index.ts';
import { plain } from '../../reports/plain.ts';
import {
  type Hosted,
  type Registering,
  type RunningTest,
  registerConformance,
} from '../../suites/adapter.ts';
import { logCommands } from '../reports/hostile-strings.ts';
import { inConsole } from '../reports/problems.ts';

const unit = {
  id: 'a/a on GET /cash',
  endpoint: { id: 'GET /cash' },
  row: { group: 'a', requirement: { id: 'a/a', rule: 'It is so.', level: 'must', kind: 'check' } },
};

/** Returns the note of the skipped test of a unit that could not be assessed for these reasons. */
async function noteOf(reasons: readonly string[]): Promise<string> {
  const notes: string[] = [];
  const bodies: ((context: RunningTest) => Promise<void>)[] = [];
  const tally = {
    requirement: 'a/a',
    endpoint: 'GET /cash',
    held: 0,
    violated: 0,
    observed: 0,
    unanswered: 1,
  };
  const session = {
    plan: { units: [unit] },
    part: Promise.resolve({
      tallies: { [unit.id]: { ...tally, reasons: reasons.map((one) => say`${one}`), values: [] } },
    }),
    stopped: () => undefined,
    stop: () => {},
  } as unknown as Session;
  const hosted: Hosted = {
    open: () => session,
    strict: false,
    finish: async () => {},
    printable: plain,
  };
  const vitest: Registering = {
    describe: (_name, body) => body(),
    test: (_name, _options, body) => bodies.push(body),
    afterAll: () => {},
  };
  registerConformance(hosted, vitest);
  for (const body of bodies)
    await body({ task: { meta: {} }, skip: (reason) => notes.push(reason) });
  return notes.join('\n');
}

test.each(logCommands)(
  'no CI system obeys the note of a skipped test that quotes %j',
  async (command) => {
    const note = await noteOf([command, `404 ${command}\n${command}`]);
    expect(note).toContain('404');
    expect(await inConsole(note)).toEqual([]);
  },
);
