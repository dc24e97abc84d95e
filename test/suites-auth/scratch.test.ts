import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { runMini } from './mini.ts';
test('conformant', async () => {
  for (const depth of ['quick','standard'] as const) { const run = await runMini({}, { depth });
  console.log(run.requests, run.failed, run.inconclusive.filter(l=>!l.includes('foreign')), run.part.harnessErrors);}
}, 60_000);
const mine = faults.filter((f) => [f.breaks[0]].some((id) => /^(auth|scope|user|token)\//.test(id)));
console.log(faults.length, mine.length);
test.each(mine.map((f) => [f.id, f] as const))('%s', async (_id, fault) => {
  const run = await runMini({ compose: fault.compose }, {depth: (process.env.D ?? 'quick') as 'quick'});
  const found = [...new Set(run.failed.map((l) => l.split(' ')[0] ?? ''))];
  const allowed = [...fault.breaks, ...(fault.companions ?? [])];
  expect({ harness: run.part.harnessErrors, extra: found.filter((id) => !allowed.includes(id)), intended: found.includes(fault.breaks[0]) }).toEqual({ harness: [], extra: [], intended: true });
}, 60_000);
