import { createHash } from 'node:crypto';
import { type Catalogue, makePlan, type Requirement, type Row, rows } from '../catalogue/index.ts';
import { type PlannedConfig, recordedConfig } from '../config/planned-config.ts';
import {
  defined,
  grouped,
  inList,
  inOrder,
  type Sentence,
  say,
  sentenceKind,
  sentenceText,
} from '../exchange/index.ts';
import { type Outcome, outcomes, worst } from '../schema/vocabulary.ts';
import { conclude } from './conclude.ts';
import { failures } from './failures.ts';
import { percentile, total } from './latency.ts';
import { type Part, withoutIdleTraits } from './part.ts';
import type { RequirementResult, Result } from './result.ts';
import { cases, durationOf, outcomeOf, type Tally } from './tally.ts';
import { verdictOf } from './verdict.ts';

/** Section Versioning. */
export const specification = {
  name: 'Investing Platform Machine-to-Machine API',
  version: '1.0.0',
};

export type Assembly = Pick<Result, 'harness' | 'interrupted' | 'evidence'> &
  Readonly<{
    catalogue: Catalogue;
    plan: PlannedConfig;
    part: Part;
    run: Pick<Result['run'], 'id' | 'startedAt' | 'durationMs'>;
  }>;

/** Of a run, of judged evidence or of merged shards. */
export function assemble(assembly: Assembly): Result {
  const { catalogue, plan, harness, run, interrupted, evidence, part } = assembly;
  const planned = makePlan(catalogue, recordedConfig(plan));
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
  const { seed, depth, concurrency, strict, shard } = plan;
  const { baseUrl, authUrl, implementation, build } = plan.target;
  return {
    formatVersion: 2,
    verdict,
    specification: { ...specification, catalogueSha256: catalogueDigest(catalogue) },
    harness,
    target: { baseUrl, authUrl, ...defined({ implementation, build }) },
    claim: planned.claim,
    profile: plan.profile,
    run: {
      ...run,
      seed,
      depth,
      concurrency,
      requests: part.requests,
      strict,
      ...defined({ shard }),
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
    ...defined({ interrupted }),
    latency: Object.entries(part.latencies)
      .sort(([left], [right]) => inOrder(left, right))
      .map(([endpoint, histogram]) => ({
        endpoint,
        count: total(histogram),
        p50Ms: rounded(percentile(histogram, 0.5)),
        p95Ms: rounded(percentile(histogram, 0.95)),
        maxMs: rounded(histogram.maxMs),
      })),
    ...defined({ evidence }),
    part: shard ? part : withoutIdleTraits(part),
  };
}

type Found = Pick<
  Result,
  'requirements' | 'failures' | 'harnessErrors' | 'notices' | 'obstacle' | 'observations'
>;

export function findingsOf(
  catalogue: Catalogue,
  stored: Part,
  claimed: ReadonlySet<string>,
  target: Result['target'],
  run: Pick<Result['run'], 'seed' | 'strict'>,
): Found {
  const part = conclude(catalogue, stored);
  const { harnessErrors, notices, obstacle } = part;
  const byRequirement = talliesByRequirement(part);
  const requirements = requirementResults(catalogue, part, claimed, run.strict);
  return {
    requirements,
    failures: failures(catalogue, part, target, run),
    harnessErrors,
    notices,
    ...defined({ obstacle }),
    observations: requirements.flatMap(({ id }) =>
      (byRequirement.get(id) ?? []).flatMap(({ endpoint, values }) =>
        values.map((value) => ({ requirement: id, endpoint, value: sentenceText(value) })),
      ),
    ),
  };
}

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

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** SHA-256 in hex. */
export function catalogueDigest(catalogue: Catalogue) {
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
) {
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
    ...defined({ when }),
    title: rule,
    section,
    claimed: claimed.has(id),
    outcome,
    ...(outcome === 'not-run' &&
      counted.length > 0 &&
      counted.every((tally) => tally.blocksNothing) && { blocksNothing: true }),
    ...defined({ reason: shown, reasonKind, lacks, notSelected }),
    cases: endpoints.reduce((sum, endpoint) => sum + endpoint.cases, 0),
    ...durationOf(...tallies),
    endpoints: [...endpoints].sort(
      (left, right) => outcomes.indexOf(left.outcome) - outcomes.indexOf(right.outcome),
    ),
  };
}

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
  ...(sentence.values.length > 0 &&
    sentence.words.some((words) => words.trim() !== '') && {
      reasonKind: sentenceKind(sentence),
    }),
});
