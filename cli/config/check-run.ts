import { randomInt } from 'node:crypto';
import { type Config, defined } from '../engine.ts';
import type { Draft } from './draft.ts';
import { quoted } from './found.ts';
import { type Env, shardTotalVariable } from './settings.ts';

export function checkRun(draft: Draft, asked: string | undefined, env: Env) {
  const { run = {} } = draft.values;
  const { depth = 'standard', strict = false, concurrency = 8, rate, timeoutMs } = run;
  const { deadlineS = depth === 'deep' ? 3600 : 900 } = run;
  if (timeoutMs !== undefined && timeoutMs > deadlineS * 1000) {
    const accepted = `at most the deadline of the run, ${deadlineS} s`;
    const cure = 'Lower the timeout or raise the deadline.';
    draft.refuse('run.timeoutMs', String(timeoutMs), accepted, cure);
  }
  const shard = asked === undefined ? undefined : shardOf(draft, asked, env);
  return {
    depth,
    // All shards of a run need the same seed, and they cannot exchange one.
    seed: run.seed ?? (shard ? 1 : randomInt(2 ** 31)),
    strict,
    concurrency,
    timeoutMs: timeoutMs ?? Math.min(10_000, deadlineS * 1000),
    deadlineS,
    // The limit applies to all shards together.
    ...defined({ shard, rate: rate && rate / (shard?.total ?? 1) }),
  };
}

/** How schedulers tell a job its index and the number of jobs. `first` is the lowest index. */
const schedulers = [
  { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
  { index: 'JOB_COMPLETION_INDEX', total: shardTotalVariable, first: 0 },
] as const;

function shardOf(draft: Draft, text: string, env: Env): Config['shard'] {
  const refuse = (found: string, accepted: string, cure: string) => {
    draft.problems.push({ key: 'shard', source: 'flag --shard', found, accepted, cure });
    return undefined;
  };
  if (text !== 'auto') {
    const [, index, total] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
    const cure = 'Write the index of this shard, a slash, and the number of shards.';
    const accepted = 'i/n with 1 <= i <= n, or auto';
    return shardIn(index, total, 1) ?? refuse(quoted(text.slice(0, 40)), accepted, cure);
  }
  const scheduler = schedulers.find(({ index }) => env[index] !== undefined);
  if (!scheduler) {
    const found = '"auto", but no variable that contains the index of this shard';
    const accepted = schedulers.map(({ index, total }) => `${index} and ${total}`).join(', or ');
    return refuse(found, accepted, 'Write i/n instead.');
  }
  const { index, total, first } = scheduler;
  const shown = (name: string) => `${name}=${quoted(env[name] ?? '')}`;
  const found = `${shown(index)} and ${shown(total)}`;
  const accepted = `two integers: ${index} from ${first} on, and ${total} as the number of shards`;
  const cure = `Set ${total}, or write i/n instead.`;
  return shardIn(env[index], env[total], first) ?? refuse(found, accepted, cure);
}

function shardIn(index = '', total = '', first: number) {
  if (![index, total].every((text) => /^\d{1,5}$/.test(text))) return undefined;
  const shard = { index: Number(index) - first + 1, total: Number(total) };
  return shard.index >= 1 && shard.index <= shard.total ? shard : undefined;
}
