import { type Catalogue, rows } from '../catalogue/catalogue.ts';
import { wholeRun } from '../catalogue/endpoint.ts';
import { judged } from '../judging/inconclusive.ts';
import { clashesInWords } from './clash-facts.ts';
import { finding, findingId, joinFindings } from './finding.ts';
import type { Part } from './part.ts';
import { addTallies, count, emptyTally } from './tally.ts';

/**
 * Adds the judgements of the folds, which need the whole run. Shards must be merged first. Therefore stored parts do
 * not contain these judgements.
 */
export function conclude(catalogue: Catalogue, part: Part): Part {
  const tallies = { ...part.tallies };
  const findings = { ...part.findings };
  const harnessErrors = [...part.harnessErrors];
  for (const { requirement } of rows(catalogue)) {
    const state = part.folds[requirement.id];
    if (requirement.kind !== 'monitor' || !requirement.fold || state === undefined) continue;
    const { id, fold } = requirement;
    try {
      const judgement = judged(() => fold.conclude(state));
      const tally = emptyTally(id, wholeRun);
      count(tally, judgement);
      const unit = `${id}|${wholeRun}`;
      const present = tallies[unit];
      tallies[unit] = present ? addTallies(present, tally) : tally;
      if (judgement.kind === 'fail') {
        const [exchange, second] = part.pairs?.[id] ?? [];
        const facts = part.clashes?.[id];
        // Two commands take longer than the next request on the same connection.
        const fast = facts && facts.mostMs < 1_000 ? { condition: { kind: 'same-connection' } as const } : {};
        const pair = exchange && second ? { exchange, second, needs: clashesInWords(facts), ...fast } : {};
        const at = facts?.endpoints ?? [];
        const found = { ...finding(id, wholeRun, judgement), ...pair, ...(at.length > 0 ? { at } : {}) };
        const known = findings[findingId(found)];
        findings[findingId(found)] = known ? joinFindings(known, found) : found;
      }
    } catch (error) {
      harnessErrors.push({ where: id, message: String(error) });
    }
  }
  return { ...part, tallies, findings, harnessErrors };
}
