import {
  type Catalogue,
  type Clash,
  following,
  inFlight,
  onSameConnection,
  type Recipe,
  rows,
  wholeRun,
} from '../catalogue/index.ts';
import { judged } from '../judging/inconclusive.ts';
import { type Exhibit, finding, findingId, joinFindings } from './finding.ts';
import type { ClashFacts, Part } from './part.ts';
import { addTallies, count, emptyTally } from './tally.ts';

/** Adds the judgements of the folds, which need the whole run: stored parts have none. */
export function conclude(catalogue: Catalogue, part: Part): Part {
  const tallies = { ...part.tallies };
  const findings = { ...part.findings };
  const harnessErrors = [...part.harnessErrors];
  for (const { requirement } of rows(catalogue)) {
    const state = part.folds[requirement.id];
    if (requirement.kind !== 'monitor' || !requirement.fold || state === undefined) continue;
    const { id, fold } = requirement;
    try {
      const [exchange, second] = part.pairs[id] ?? [];
      const facts = part.clashes[id];
      const judgement = judged(() => fold.conclude(state, clashOf(exchange, facts)));
      const tally = emptyTally(id, wholeRun);
      count(tally, judgement);
      const unit = `${id}|${wholeRun}`;
      const present = tallies[unit];
      tallies[unit] = present ? addTallies(present, tally) : tally;
      if (judgement.kind === 'fail') {
        const at = facts?.endpoints ?? [];
        const found = {
          ...finding(id, wholeRun, judgement),
          ...(exchange && second && { exchange: second, recipe: fastest(exchange, facts) }),
          ...(at.length > 0 && { at }),
        };
        const known = findings[findingId(found)];
        findings[findingId(found)] = known ? joinFindings(known, found) : found;
      }
    } catch (error) {
      harnessErrors.push({ where: id, message: String(error) });
    }
  }
  return { ...part, tallies, findings, harnessErrors };
}

const pairsAtOnce = 16;

function clashOf(exchange: Exhibit | undefined, facts: ClashFacts | undefined): Clash | undefined {
  const answer = exchange?.answer;
  return answer && facts && 'status' in answer ? { ...facts, answer } : undefined;
}

/** As close together as those that contradicted each other. */
function fastest(first: Exhibit, facts: ClashFacts | undefined): Recipe<Exhibit> {
  if (!facts || facts.mostMs >= 1_000) return following(first);
  return facts.together * 2 >= facts.clashing
    ? inFlight(pairsAtOnce, first)
    : onSameConnection(first);
}
