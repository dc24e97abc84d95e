import { isDeepStrictEqual } from 'node:util';
import {
  addClashes,
  addLatencies,
  addTallies,
  byText,
  type Catalogue,
  defined,
  firstPair,
  inOrder,
  joinFindings,
  mergeRecords,
  type Part,
  type Result,
  type RunRecord,
  rows,
} from './engine.ts';
import { InputError } from './exit.ts';

export type Shard = Readonly<{
  folder: string;
  result: Result;
  record: RunRecord;
}>;

const agreed: readonly (readonly [name: string, of: (shard: Shard) => unknown])[] = [
  ['the target', ({ result }) => result.target],
  ['the audience', ({ record }) => record.plan.target.audience],
  ['the claim', ({ result }) => result.claim],
  ['--allow', ({ record }) => record.plan.allow],
  ['--only', ({ record }) => record.plan.only],
  ['--skip', ({ record }) => record.plan.skip],
  ['the profile', ({ result }) => result.profile],
  ['the set of credentials and users', ({ record }) => record.plan.has],
  ['the seed', ({ result }) => result.run.seed],
  ['the depth', ({ result }) => result.run.depth],
  ['--strict', ({ result }) => result.run.strict],
  ['the number of shards', ({ result }) => result.run.shard?.total],
];

export function checkShards(shards: readonly Shard[]): readonly Shard[] {
  const reasons = [
    ...strangers(shards),
    ...missingOrDoubled(shards.filter(({ result }) => result.run.shard)),
  ];
  if (reasons.length > 0) throw new InputError(reasons.join('\n'));
  return [...shards].sort((left, right) => indexOf(left) - indexOf(right));
}

function strangers([first, ...others]: readonly Shard[]) {
  if (!first) return [];
  const whole = [first, ...others].filter(({ result }) => !result.run.shard);
  const foreign = others.flatMap((shard) => {
    const found = agreed.find(([, of]) => !isDeepStrictEqual(of(first), of(shard)));
    if (!found || whole.includes(shard) || whole.includes(first)) return [];
    const [name, of] = found;
    const [here, there] = [shown(of(shard)), shown(of(first))];
    return [
      `${shard.folder} belongs to another run: ` +
        `${name} is ${here}, and ${there} in ${first.folder}.`,
    ];
  });
  return [
    ...whole.map(({ folder }) => `${folder} is not a shard: its run was not started with --shard.`),
    ...foreign,
  ];
}

function missingOrDoubled(shards: readonly Shard[]) {
  const total = shards[0]?.result.run.shard?.total ?? 0;
  const folders = new Map<number, string[]>();
  for (const shard of shards) {
    const index = indexOf(shard);
    folders.set(index, [...(folders.get(index) ?? []), shard.folder]);
  }
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
    (index) => !folders.has(index),
  );
  const named = missing.join(', ').replace(/, (\d+)$/, ' and $1');
  const doubled = [...folders].filter(([, named]) => named.length > 1);
  return [
    ...doubled.map(
      ([index, all]) => `Shard ${index} of ${total} is given twice: ${all.join(' and ')}.`,
    ),
    ...(missing.length > 0
      ? [`Missing: ${named} of ${total}. Add the folders of these shards.`]
      : []),
  ];
}

function indexOf({ result }: Shard) {
  return result.run.shard?.index ?? 0;
}

function shown(value: unknown) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const longestShown = 120;

export function mergeShards(catalogue: Catalogue, shards: readonly Pick<Shard, 'result'>[]): Part {
  const merge = foldMerger(catalogue);
  return shards
    .map(({ result }) => result.part)
    .reduce((left, right) => mergeParts(left, right, merge));
}

export function foldMerger(catalogue: Catalogue): MergeFold {
  const folds = new Map(
    rows(catalogue).flatMap(({ requirement }) =>
      requirement.kind === 'monitor' && requirement.fold
        ? [[requirement.id, requirement.fold] as const]
        : [],
    ),
  );
  return (requirement, left, right) => folds.get(requirement)?.merge(left, right) ?? left;
}

const lower = (left: string, right: string) => (inOrder(left, right) <= 0 ? left : right);

type MergeFold = (requirement: string, left: unknown, right: unknown) => unknown;

export function mergeParts(left: Part, right: Part, mergeFold: MergeFold): Part {
  const obstacle = [left.obstacle, right.obstacle].sort()[0];
  return {
    tallies: mergeRecords(left.tallies, right.tallies, addTallies),
    findings: mergeRecords(left.findings, right.findings, joinFindings),
    folds: mergeRecords(left.folds, right.folds, (a, b, requirement) =>
      mergeFold(requirement, a, b),
    ),
    pairs: mergeRecords(left.pairs, right.pairs, firstPair),
    clashes: mergeRecords(left.clashes, right.clashes, addClashes),
    harnessErrors: [...left.harnessErrors, ...right.harnessErrors].sort(byText),
    notices: [...new Set([...left.notices, ...right.notices])].sort(),
    latencies: mergeRecords(left.latencies, right.latencies, addLatencies),
    requests: left.requests + right.requests,
    ...defined({ obstacle }),
    values: mergeRecords(left.values ?? {}, right.values ?? {}, lower),
  };
}
