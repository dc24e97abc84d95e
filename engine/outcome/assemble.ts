import { createHash } from 'node:crypto';
import { type Catalogue, type Row, rows } from '../catalogue/catalogue.ts';
import type { Requirement } from '../catalogue/check.ts';
import { makePlan } from '../catalogue/plan.ts';
import { type PlannedConfig, recordedConfig } from '../config/planned-config.ts';
import { grouped } from '../exchange/grouped.ts';
import { inList, type Sentence, say, sentenceKind, sentenceText } from '../exchange/sentence.ts';
import { type Outcome, outcomes, worst } from '../schema/vocabulary.ts';
import { conclude } from './conclude.ts';
import { failures } from './failures.ts';
import { percentile, total } from './latency.ts';
import { type Part, withoutIdleTraits } from './part.ts';
import type { RequirementResult, Result } from './result.ts';
import { cases, durationOf, outcomeOf, type Tally } from './tally.ts';
import { verdictOf } from './verdict.ts';

/** Name and version of the specification (section Versioning). */
export const specification = {
  name: 'Investing Platform Machine-to-Machine API',
  version: '1.0.0',
};

export interface Assembly extends Pick<Result, 'harness' | 'interrupted' | 'evidence'> {
  readonly catalogue: Catalogue;
  readonly plan: PlannedConfig;
  readonly part: Part;
  readonly run: Pick<Result['run'], 'id' | 'startedAt' | 'durationMs'>;
}

/**
 * Makes the result of a run, of judged evidence or of merged shards. Always computes it from the
 * part.
 */
export function assemble(assembly: Assembly): Result {
  const { catalogue, plan, harness, run, interrupted, evidence } = assembly;
  const planned = makePlan(catalogue, recordedConfig(plan));
  const { part } = assembly;
  const found = findingsOf(catalogue, part, planned.claimed, plan.target, plan);
  const { requirements } = found;
  const waived = plan.profile.waivers.filter(({ id }) =>
    requirements.some((requirement) => requirement.id === id && requirement.outcome === 'not-run'),
  );
  const verdict = verdictOf(
    requirements,
    planned.claimed,
    new Set(waived.map(({ id }) => id)),
    found.harnessErrors.length +
      [interrupted, part.obstacle].filter((one) => one !== undefined).length,
  );
  const countOf = (outcome: Outcome) =>
    requirements.filter((requirement) => requirement.outcome === outcome).length;
  const { target, seed, depth, concurrency, strict, shard } = plan;
  return {
    formatVersion: 2,
    verdict,
    specification: { ...specification, catalogueSha256: catalogueDigest(catalogue) },
    harness,
    target: {
      baseUrl: target.baseUrl,
      authUrl: target.authUrl,
      ...(target.implementation === undefined ? {} : { implementation: target.implementation }),
      ...(target.build === undefined ? {} : { build: target.build }),
    },
    claim: planned.claim,
    profile: plan.profile,
    run: {
      ...run,
      seed,
      depth,
      concurrency,
      requests: part.requests,
      strict,
      ...(shard ? { shard } : {}),
    },
    totals: {
      pass: countOf('pass'),
      fail: countOf('fail'),
      warn: countOf('warn'),
      observed: countOf('observed'),
      inconclusive: countOf('inconclusive'),
      notRun: countOf('not-run'),
    },
    waived,
    ...found,
    ...(interrupted === undefined ? {} : { interrupted }),
    latency: Object.entries(part.latencies)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([endpoint, histogram]) => ({
        endpoint,
        count: total(histogram),
        p50Ms: rounded(percentile(histogram, 0.5)),
        p95Ms: rounded(percentile(histogram, 0.95)),
        maxMs: rounded(histogram.maxMs),
      })),
    ...(evidence ? { evidence } : {}),
    part: shard ? part : withoutIdleTraits(part),
  };
}

type Found = Pick<
  Result,
  'requirements' | 'failures' | 'harnessErrors' | 'notices' | 'obstacle' | 'observations'
>;

/** What a part shows, in the order of the catalogue. */
export function findingsOf(
  catalogue: Catalogue,
  stored: Part,
  claimed: ReadonlySet<string>,
  target: Result['target'],
  run: Pick<Result['run'], 'seed' | 'strict'>,
): Found {
  const part = conclude(catalogue, stored);
  const byRequirement = talliesByRequirement(part);
  const requirements = requirementResults(catalogue, part, claimed, run.strict);
  return {
    requirements,
    failures: failures(catalogue, part, target, run),
    harnessErrors: part.harnessErrors,
    notices: part.notices,
    ...(part.obstacle === undefined ? {} : { obstacle: part.obstacle }),
    observations: requirements.flatMap(({ id }) =>
      (byRequirement.get(id) ?? []).flatMap(({ endpoint, values }) =>
        values.map((value) => ({ requirement: id, endpoint, value: sentenceText(value) })),
      ),
    ),
  };
}

/** Derives the result of every requirement from the tallies of a part, in catalogue order. */
export function requirementResults(
  catalogue: Catalogue,
  part: Pick<Part, 'tallies'>,
  claimed: ReadonlySet<string>,
  strict: boolean,
): readonly RequirementResult[] {
  const byRequirement = talliesByRequirement(part);
  return rows(catalogue).map((row) =>
    requirementResult(row, byRequirement.get(row.requirement.id) ?? [], claimed, strict),
  );
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** SHA-256 in hex over the ids, levels, rules and sections of the catalogue. */
export function catalogueDigest(catalogue: Catalogue): string {
  const rules = rows(catalogue).map(({ requirement: { id, level, when, rule, section } }) => [
    id,
    level,
    when ?? '',
    rule,
    section,
  ]);
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex');
}

const talliesByRequirement = (part: Pick<Part, 'tallies'>) =>
  grouped(Object.values(part.tallies), ({ requirement }) => requirement);

function requirementResult(
  { requirement, area }: Row,
  tallies: readonly Tally[],
  claimed: ReadonlySet<string>,
  strict: boolean,
): RequirementResult {
  const { id, level, rule, section, when } = requirement;
  // Endpoints without a response to judge do not count for a monitor, unless no endpoint has one.
  const exercised = tallies.filter((tally) => cases(tally) > 0);
  const counted = requirement.kind === 'monitor' && exercised.length > 0 ? exercised : tallies;
  const endpoints = counted.map((tally) => ({
    endpoint: tally.endpoint,
    outcome: outcomeOf(tally, level, strict),
    ...reasonOf(tally, requirement.kind),
    cases: cases(tally),
    ...durationOf(tally),
  }));
  const own = counted.flatMap((tally, at) =>
    tally.sharedReason ? [] : [endpoints[at]?.outcome ?? 'not-run'],
  );
  const outcome: Outcome = own.length === 0 ? 'not-run' : worst(own);
  const at = endpoints.findIndex((one) => one.outcome === outcome);
  const { reason, reasonKind } = endpoints[at] ?? {};
  const { lacks, notSelected } = (outcome === 'not-run' && counted[at]) || {};
  const shown = reason ?? (tallies.length === 0 ? 'outside the claim of this run' : undefined);
  return {
    id,
    area,
    level,
    ...(when ? { when } : {}),
    title: rule,
    section,
    claimed: claimed.has(id),
    outcome,
    ...(outcome === 'not-run' && counted.length > 0 && counted.every((tally) => tally.blocksNothing)
      ? { blocksNothing: true }
      : {}),
    ...(shown === undefined ? {} : { reason: shown }),
    ...(reasonKind === undefined ? {} : { reasonKind }),
    ...(lacks ? { lacks } : {}),
    ...(notSelected ? { notSelected } : {}),
    cases: endpoints.reduce((sum, endpoint) => sum + endpoint.cases, 0),
    ...durationOf(...tallies),
    endpoints: [...endpoints].sort(
      (left, right) => outcomes.indexOf(left.outcome) - outcomes.indexOf(right.outcome),
    ),
  };
}

/** The reason, and what it has in common with others that differ only in what they quote. */
function reasonOf(
  tally: Tally,
  kind: Requirement['kind'],
): Pick<RequirementResult, 'reason' | 'reasonKind'> {
  if (tally.notRun !== undefined) return worded(tally.notRun);
  if (tally.reasons.length > 0) return worded(inList(tally.reasons, '; '));
  if (cases(tally) > 0) return {};
  // A monitor judges only responses with a certain content.
  return worded(
    kind === 'monitor'
      ? say`no response had what this judges`
      : say`there was no response to judge`,
  );
}

/** Reasons that are nothing but a quotation have nothing in common. */
const worded = (sentence: Sentence) => ({
  reason: sentenceText(sentence),
  ...(sentence.values.length > 0 && sentence.words.some((words) => words.trim() !== '')
    ? { reasonKind: sentenceKind(sentence) }
    : {}),
});
