import { randomInt } from 'node:crypto';
import type { Config } from '../engine.ts';
import type { Draft } from './draft.ts';
import { given } from './layer.ts';
import { type Env, shardTotalVariable } from './settings.ts';

type Run = Pick<
  Config,
  'depth' | 'seed' | 'strict' | 'concurrency' | 'rate' | 'timeoutMs' | 'deadlineS' | 'shard'
>;

export function checkRun(draft: Draft, shard: string | undefined, env: Env): Run {
  const {
    depth = 'standard',
    seed,
    strict = false,
    concurrency = 8,
    rate,
    timeoutMs,
    deadlineS,
  } = draft.values.run ?? {};
  const deadline = deadlineS ?? (depth === 'deep' ? 3600 : 900);
  if (timeoutMs !== undefined && timeoutMs > deadline * 1000) {
    const accepted = `at most the deadline of the run, ${deadline} s`;
    draft.report('run.timeoutMs', accepted, 'Lower the timeout or raise the deadline.');
  }
  const part = shard === undefined ? undefined : shardOf(draft, shard, env);
  return {
    depth,
    // All shards of a run need the same seed, and they cannot exchange one.
    seed: seed ?? (part ? 1 : randomInt(2 ** 31)),
    strict,
    concurrency,
    // The limit applies to all shards together.
    ...given({ rate: rate === undefined ? undefined : rate / (part?.total ?? 1) }),
    timeoutMs: timeoutMs ?? Math.min(10_000, deadline * 1000),
    deadlineS: deadline,
    ...given({ shard: part }),
  };
}

/** How schedulers tell a job its index and the number of jobs. `first` is the lowest index. */
const schedulers = [
  { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { index: 'JOB_COMPLETION_INDEX', total: shardTotalVariable, first: 0 },
] as const;

function shardOf(draft: Draft, text: string, env: Env) {
  const refuse = (found: string, accepted: string, cure: string) => {
    draft.problems.push({ key: 'shard', source: 'flag --shard', found, accepted, cure });
    return undefined;
  };
  const bounds = (
    index: string | undefined,
    total: string | undefined,
    first: number,
  ): Config['shard'] => {
    if (!/^\d{1,5}$/.test(index ?? '') || !/^\d{1,5}$/.test(total ?? '')) return undefined;
    const shard = { index: Number(index) - first + 1, total: Number(total) };
    return shard.index >= 1 && shard.index <= shard.total ? shard : undefined;
  };
  if (text !== 'auto') {
    const [, index, total] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
    const cure = 'Write the index of this shard, a slash, and the number of shards.';
    return (
      bounds(index, total, 1) ??
      refuse(JSON.stringify(text.slice(0, 40)), 'i/n with 1 <= i <= n, or auto', cure)
    );
  }
  const scheduler = schedulers.find(({ index }) => env[index] !== undefined);
  const names = schedulers.map(({ index, total }) => `${index} and ${total}`).join(', or ');
  if (!scheduler)
    return refuse(
      '"auto", but no variable that contains the index of this shard',
      names,
      'Write i/n instead.',
    );
  const { index, total, first } = scheduler;
  const shown = (name: string) => `${name}=${JSON.stringify(env[name] ?? '')}`;
  const found = `${shown(index)} and ${shown(total)}`;
  const accepted = `two integers: ${index} from ${first} on, and ${total} as the number of shards`;
  return (
    bounds(env[index], env[total], first) ??
    refuse(found, accepted, `Set ${total}, or write i/n instead.`)
  );
}
