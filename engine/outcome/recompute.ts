import { isDeepStrictEqual } from 'node:util';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { PlannedConfig } from '../evidence/har-file.ts';
import { recordedConfig } from '../evidence/replay.ts';
import type { RequirementResult, Result } from '../result.ts';
import { makePlan } from '../run/plan.ts';
import { assemble } from './assemble.ts';

/**
 * What a result says otherwise than this catalogue and its own part: none where every unit of its claim is tallied, and
 * outcomes, totals and verdict are computed again to what it says.
 */
export function contradictions(catalogue: Catalogue, result: Result): readonly string[] {
  const plan = planOf(result);
  const { part, harness, run, interrupted } = result;
  const { id, startedAt, durationMs } = run;
  const computed = assemble({
    catalogue,
    plan,
    part,
    harness,
    run: { id, startedAt, durationMs },
    ...(interrupted === undefined ? {} : { interrupted }),
  });
  return [...differences(plainly(computed), result), ...untallied(catalogue, plan, result)];
}

/**
 * Where two results differ in verdict, outcomes, or failures and their places: what a result says of the same evidence
 * whoever judges it. Shards that set up anew ask more often, so that counts and durations are not compared.
 */
export function outcomeDifferences(computed: Result, stated: Result): readonly string[] {
  const outcomes = ({ requirements }: Result) =>
    new Map(
      requirements.flatMap(({ id, outcome, endpoints }) => [
        [id, outcome] as const,
        ...endpoints.map((one) => [`${id} on ${one.endpoint}`, one.outcome] as const),
      ]),
    );
  const failed = ({ failures }: Result) =>
    new Map(
      failures.flatMap(({ requirement, cause, places }) =>
        places.map(({ endpoint }) => [`${requirement} on ${endpoint}: ${cause}`, 'found'] as const),
      ),
    );
  return [
    ...unlike('the verdict', computed.verdict, stated.verdict),
    ...unlikeEach(outcomes(computed), outcomes(stated)),
    ...unlikeEach(failed(computed), failed(stated)),
  ];
}

function unlikeEach(wanted: ReadonlyMap<string, string>, said: ReadonlyMap<string, string>): readonly string[] {
  const names = [...new Set([...wanted.keys(), ...said.keys()])];
  return names.flatMap((name) => unlike(name, wanted.get(name), said.get(name)));
}

/** A plan of the same claim. What was allowed, and with which credentials, stands in the tallies. */
function planOf({ claim, profile, target, run }: Result): PlannedConfig {
  const { seed, depth, strict, concurrency, shard } = run;
  return {
    claim,
    allow: { writes: true, orders: true, desync: true },
    depth,
    seed,
    strict,
    concurrency,
    ...(shard ? { shard } : {}),
    profile,
    target: { ...target, audience: '', sandbox: false },
    has: {
      scopedClient: true,
      unscopedClient: true,
      tokens: [],
      secondUser: true,
      foreignUser: true,
      deniedUser: true,
      sameLanguage: false,
      proxy: false,
    },
  };
}

/** Units without a tally of their own: without it, what failed there would not be missed. */
function untallied(catalogue: Catalogue, plan: PlannedConfig, { part }: Result): readonly string[] {
  const { units } = makePlan(catalogue, recordedConfig(plan));
  return units.flatMap(({ id, row, endpoint }) => {
    const tally = part.tallies[id];
    if (tally?.requirement === row.requirement.id && tally.endpoint === endpoint.id) return [];
    return [`${row.requirement.id} has no tally on ${endpoint.id}`];
  });
}

const computedMembers = ['claim', 'totals', 'waived', 'harnessErrors', 'notices', 'latency', 'observations'] as const;

function differences(computed: Result, stated: Result): readonly string[] {
  return [
    ...unlike('the verdict', computed.verdict, stated.verdict),
    ...unlike('the catalogue', computed.specification.catalogueSha256, stated.specification.catalogueSha256),
    ...unlike('the number of requests', computed.run.requests, stated.run.requests),
    ...requirementDifferences(computed.requirements, stated.requirements),
    ...computedMembers.flatMap((name) =>
      isDeepStrictEqual(computed[name], stated[name]) ? [] : [`${name}: not what its part yields`],
    ),
    ...(isDeepStrictEqual(computed.failures.map(known), stated.failures.map(known))
      ? []
      : ['failures: not what its part yields']),
  ];
}

/** Without the exchange, whose URL only the evidence has, and without what older results do not say of a place. */
function known({ request: _request, response: _response, curl: _curl, ...failure }: Result['failures'][number]) {
  return { ...failure, places: failure.places.map(({ reproduced: _reproduced, ...place }) => place) };
}

function requirementDifferences(
  computed: readonly RequirementResult[],
  stated: readonly RequirementResult[],
): readonly string[] {
  const [ids, listed] = [computed.map(({ id }) => id), stated.map(({ id }) => id)];
  const missing = ids.filter((id) => !listed.includes(id)).map((id) => `${id} is missing`);
  const strange = listed.filter((id) => !ids.includes(id)).map((id) => `${id} is no requirement`);
  if (missing.length > 0 || strange.length > 0) return [...missing, ...strange];
  if (!isDeepStrictEqual(ids, listed)) return ['the requirements are not in the order of the catalogue'];
  return computed.flatMap((wanted, at) => {
    const said = stated[at] ?? wanted;
    if (isDeepStrictEqual(wanted, said)) return [];
    const { id } = wanted;
    const named = [
      ...unlike(`${id}: the level`, wanted.level, said.level),
      ...unlike(`${id}: the outcome`, wanted.outcome, said.outcome),
      ...unlike(`${id}: the number of cases`, wanted.cases, said.cases),
    ];
    return named.length > 0 ? named : [`${id}: not what its part yields`];
  });
}

function unlike(name: string, wanted: unknown, said: unknown): readonly string[] {
  return wanted === said ? [] : [`${name} is ${wanted ?? 'nothing'}, not ${said ?? 'nothing'}`];
}

/** As it is read again from a file. */
function plainly(result: Result): Result {
  return JSON.parse(JSON.stringify(result)) as Result;
}
