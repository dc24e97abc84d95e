import { isDeepStrictEqual } from 'node:util';
import { given } from '../config/layer.ts';
import {
  assemble,
  type Catalogue,
  makePlan,
  type PlannedConfig,
  type RequirementResult,
  type Result,
  recordedConfig,
} from '../engine.ts';

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
    ...given({ interrupted }),
  });
  return [...differences(plainly(computed), result), ...untallied(catalogue, plan, result)];
}

/** Does not compare counts and durations: each shard repeats the set-up requests. */
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

function unlikeEach(wanted: ReadonlyMap<string, string>, said: ReadonlyMap<string, string>) {
  const names = [...new Set([...wanted.keys(), ...said.keys()])];
  return names.flatMap((name) => unlike(name, wanted.get(name), said.get(name)));
}

/** A plan of the same claim with all permissions. The tallies state what was missing. */
function planOf({ claim, profile, target, run }: Result) {
  const { seed, depth, strict, concurrency, shard } = run;
  return {
    claim,
    allow: { writes: true, orders: true, desync: true },
    depth,
    seed,
    strict,
    concurrency,
    ...given({ shard }),
    profile,
    target: { ...target, audience: '', sandbox: false },
    values: {},
    has: {
      scopedClient: true,
      unscopedClient: true,
      tokens: [],
      secondUser: true,
      foreignUser: true,
      deniedUser: true,
      sameLanguage: false,
      proxy: false,
      listener: true,
    },
  };
}

function untallied(catalogue: Catalogue, plan: PlannedConfig, { part }: Result) {
  const { units } = makePlan(catalogue, recordedConfig(plan));
  return units.flatMap(({ id, row, endpoint }) => {
    const tally = part.tallies[id];
    if (tally?.requirement === row.requirement.id && tally.endpoint === endpoint.id) return [];
    return [`${row.requirement.id} has no tally on ${endpoint.id}`];
  });
}

const computedMembers = [
  ...(['claim', 'totals', 'waived', 'harnessErrors'] as const),
  ...(['notices', 'obstacle', 'latency', 'observations'] as const),
];

function differences(computed: Result, stated: Result) {
  return [
    ...unlike('the verdict', computed.verdict, stated.verdict),
    ...unlike(
      'the catalogue',
      computed.specification.catalogueSha256,
      stated.specification.catalogueSha256,
    ),
    ...unlike('the number of requests', computed.run.requests, stated.run.requests),
    ...requirementDifferences(computed.requirements, stated.requirements),
    ...computedMembers.flatMap((name) =>
      isDeepStrictEqual(computed[name], stated[name])
        ? []
        : [`${name}: differs from the value recomputed from the member "part"`],
    ),
    ...(isDeepStrictEqual(known(computed), known(stated))
      ? []
      : ['failures: differ from those recomputed from the member "part"']),
  ];
}

/** Without order and exchanges: only the evidence has their URLs. */
function known({ failures }: Result) {
  return new Map(
    failures.map(({ id, outcome, title, facts, advice, message, places, ...more }) => {
      const { changed, expected, actual, reproduced, traceId } = more;
      return [
        id ?? '',
        {
          ...{ title, facts, advice, outcome, message },
          ...{ changed, expected, actual, reproduced, traceId },
          places: places.map(({ reproduced: _reproduced, ...place }) => place),
        },
      ];
    }),
  );
}

function requirementDifferences(
  computed: readonly RequirementResult[],
  stated: readonly RequirementResult[],
) {
  const [ids, listed] = [computed.map(({ id }) => id), stated.map(({ id }) => id)];
  const missing = ids.filter((id) => !listed.includes(id)).map((id) => `${id} is missing`);
  const strange = listed
    .filter((id) => !ids.includes(id))
    .map((id) => `${id} is not a requirement of the catalogue`);
  if (missing.length > 0 || strange.length > 0) return [...missing, ...strange];
  if (!isDeepStrictEqual(ids, listed))
    return ['the requirements are not in the order of the catalogue'];
  return computed.flatMap((wanted, at) => {
    const said = stated[at] ?? wanted;
    if (isDeepStrictEqual(wanted, said)) return [];
    const { id } = wanted;
    const named = [
      ...unlike(`${id}: the level`, wanted.level, said.level),
      ...unlike(`${id}: the outcome`, wanted.outcome, said.outcome),
      ...unlike(`${id}: the number of cases`, wanted.cases, said.cases),
    ];
    return named.length > 0
      ? named
      : [`${id}: differs from the value recomputed from the member "part"`];
  });
}

function unlike(name: string, wanted: unknown, said: unknown) {
  return wanted === said ? [] : [`${name} is ${wanted ?? 'nothing'}, not ${said ?? 'nothing'}`];
}

function plainly(result: Result) {
  return JSON.parse(JSON.stringify(result)) as Result;
}
