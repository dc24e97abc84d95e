import { randomUUID } from 'node:crypto';
import { endpointTable } from '../../engine/catalogue/endpoint-table.ts';
import type { Config } from '../../engine/config/config.ts';
import { type Replayed, replayFailure, takesWholeRun } from '../../engine/replay-failure.ts';
import type { Result } from '../../engine/result.ts';
import { isColoured } from '../../reports/coloured.ts';
import { plain } from '../../reports/plain.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { exitCodes, InputError } from '../exit.ts';
import { forbidden } from '../replay/permission.ts';
import { failuresOf, type RecordedFailure, readRecorded } from '../replay/recorded-failures.ts';
import { failureHead, replayedLine, replayedSum } from '../replay/replay-text.ts';
import { type RunFlags, resolveTarget } from '../target.ts';
import { lockUser } from '../user-lock.ts';
import { version } from '../version.ts';

const embedded = 'embedded reference implementation';

/** Sends the requests of recorded failures again and judges the answers anew. Resolves to 1 where one still fails. */
export async function replay(file: string, { failure, ...flags }: RunFlags & { failure?: string }): Promise<number> {
  const result = await readRecorded(file);
  const failures = failuresOf(result, failure);
  if (failures.length === 0) {
    process.stdout.write('There are no failures to send again.\n');
    return exitCodes.conformant;
  }
  const target = await resolveTarget(flags);
  try {
    const config = asRecorded(target.config, result);
    sameMake(result, config);
    const unlock = await lockUser(config);
    try {
      return await replayAll(failures, config, result);
    } finally {
      await unlock();
    }
  } finally {
    await target.close();
  }
}

/** The configured target, asked as the recorded run asked. */
function asRecorded(config: Config, { run, claim }: Result): Config {
  const { only: _only, shard: _shard, ...rest } = config;
  return { ...rest, seed: run.seed, depth: run.depth, strict: run.strict, claim };
}

/** What another target failed in, the embedded reference implementation would pass: that says nothing. */
function sameMake({ target }: Result, config: Config): void {
  if (config.target.implementation !== embedded || target.implementation === embedded) {
    if (config.target.baseUrl !== target.baseUrl && config.target.implementation !== embedded) {
      process.stdout.write(`Recorded at ${plain(target.baseUrl)}, sent to ${config.target.baseUrl}\n`);
    }
    return;
  }
  throw new InputError(
    `The failures were recorded at ${target.baseUrl}, and no target is configured. Set M2M_BASE_URL and its credentials, or name a configuration with --config.`,
  );
}

async function replayAll(failures: readonly RecordedFailure[], config: Config, result: Result): Promise<number> {
  const coloured = isColoured(process.stdout);
  const all: Replayed[] = [];
  for (const recorded of failures) {
    process.stdout.write(failureHead(recorded, coloured));
    const replayed = await replayOne(recorded, config, result);
    for (const one of replayed) process.stdout.write(replayedLine(one, coloured));
    all.push(...replayed);
  }
  process.stdout.write(`\n${replayedSum(all)}`);
  if (all.some(({ outcome }) => outcome === 'still-fails')) return exitCodes.nonConformant;
  return all.some(({ outcome }) => outcome === 'not-judged') ? exitCodes.inconclusive : exitCodes.conformant;
}

async function replayOne({ findings }: RecordedFailure, config: Config, { run }: Result): Promise<readonly Replayed[]> {
  const endpoints = endpointTable(catalogue, config.profile);
  const left: Replayed[] = [];
  const sendable = findings.filter((finding) => {
    const why = takesWholeRun(catalogue, finding)
      ? `it takes a whole run: m2m-conformance run --seed ${run.seed} --depth ${run.depth}`
      : forbidden(finding, endpoints, config.allow);
    if (why !== undefined) left.push({ finding, outcome: 'not-judged', said: why });
    return why === undefined;
  });
  const replayed = await replayFailure({
    catalogue,
    config,
    version,
    runId: randomUUID(),
    startedAt: new Date().toISOString(),
    findings: sendable,
  });
  return [...replayed, ...left];
}
