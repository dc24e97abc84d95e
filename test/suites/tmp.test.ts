import { test } from 'vitest';
import { rows } from '../../engine/index.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
test('x', () => {
  const ids = new Map(faults.map((f) => [f.id, f]));
  for (const { requirement: r } of rows(catalogue)) {
    const missing = (r.brokenBy ?? []).filter((id) => !ids.has(id));
    const mine = faults.filter((f) => f.breaks.includes(r.id)).map((f) => f.id);
    const lacking = mine.filter((id) => !(r.brokenBy ?? []).includes(id));
    const wrong = (r.brokenBy ?? []).filter((id) => ids.has(id) && !mine.includes(id));
    if (missing.length || lacking.length || wrong.length) console.log(r.id, r.kind, 'NOFAULT', missing, 'LACKING', lacking, 'WRONG', wrong);
  }
  const g: Record<string, number> = {};
  for (const { group } of rows(catalogue)) g[group] = (g[group] ?? 0) + 1;
  console.log(JSON.stringify(g), rows(catalogue).length);
});
