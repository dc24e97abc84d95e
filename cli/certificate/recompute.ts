import { isDeepStrictEqual } from 'node:util';
import {
  assemble,
  type Catalogue,
  defined,
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
    ...defined({ interrupted }),
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
    ...defined({ shard }),
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
  const digest = ({ specification }: Result) => specification.catalogueSha256;
  return [
    ...unlike('the verdict', computed.verdict, stated.verdict),
    ...unlike('the catalogue', digest(computed), digest(stated)),
    ...unlike('the number of requests', computed.run.requests, stated.run.requests),
    ...requirementDifferences(computed.requirements, stated.requirements),
    ...computedMembers.flatMap((name) => unlike(name, computed[name], stated[name])),
    ...unlike('failures', known(computed), known(stated)),
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
  const ids = (all: readonly RequirementResult[]) => all.map(({ id }) => id).join();
  if (ids(computed) !== ids(stated))
    return ['the requirements are not those of the catalogue in its order'];
  return computed.flatMap((wanted, at) => {
    const said = stated[at] ?? wanted;
    const { id } = wanted;
    const named = (['level', 'outcome'] as const).flatMap((name) =>
      unlike(`${id}: the ${name}`, wanted[name], said[name]),
    );
    return named.length > 0 ? named : unlike(id, wanted, said);
  });
}

function unlike(name: string, wanted: unknown, said: unknown) {
  if (isDeepStrictEqual(wanted, said)) return [];
  return [wanted, said].some((one) => typeof one === 'object')
    ? [`${name}: differs from the value recomputed from the member "part"`]
    : [`${name} is ${wanted ?? 'nothing'}, not ${said ?? 'nothing'}`];
}

function plainly(result: Result) {
  return JSON.parse(JSON.stringify(result)) as Result;
}
