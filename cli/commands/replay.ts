import { randomUUID } from 'node:crypto';
import { endpointTable } from '../../engine/catalogue/endpoint-table.ts';
import type { Config } from '../../engine/config/config.ts';
import type { Result } from '../../engine/result.ts';
import { isColoured } from '../../reports/coloured.ts';
import { plain } from '../../reports/plain.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { exitCodes, InputError } from '../exit.ts';
import { lockUser } from '../lock-file.ts';
import { printJson } from '../page.ts';
import { lackedCondition, wholeRunCommand } from '../replay/conditions.ts';
import { forbidden } from '../replay/permission.ts';
import { failuresOf, type RecordedFailure, readRecorded } from '../replay/recorded-failures.ts';
import { type Replayed, replayFailure, takesWholeRun } from '../replay/replay-failure.ts';
import { failureHead, replayedJson, replayedLine, replayedSum } from '../replay/replay-text.ts';
import { embeddedName, type RunFlags, resolveTarget } from '../target.ts';
import { version } from '../version.ts';

export async function replay(
  file: string,
  { failure, ...flags }: RunFlags & { failure?: string },
): Promise<number> {
  const result = await readRecorded(file);
  const failures = failuresOf(result, failure);
  if (failures.length === 0) {
    if (flags.json) printJson({ failures: [] });
    else process.stdout.write('There are no failures to send again.\n');
    return exitCodes.conformant;
  }
  const target = await resolveTarget(flags);
  try {
    const config = asRecorded(target.config, result);
    const elsewhere = sameMake(result, config);
    if (!flags.json && !flags.quiet) process.stdout.write(elsewhere);
    const unlock = await lockUser(config);
    try {
      return await replayAll(failures, config, result, flags);
    } finally {
      await unlock();
    }
  } finally {
    await target.close();
  }
}

function asRecorded(config: Config, { run, claim }: Result): Config {
  const { only: _only, shard: _shard, ...rest } = config;
  return { ...rest, seed: run.seed, depth: run.depth, strict: run.strict, claim };
}

/**
 * Throws an `InputError` if the failures of a real target would be replayed on the embedded
 * reference, which passes.
 */
function sameMake({ target }: Result, config: Config): string {
  if (config.target.implementation !== embeddedName || target.implementation === embeddedName) {
    const isSame =
      config.target.baseUrl === target.baseUrl || config.target.implementation === embeddedName;
    return isSame
      ? ''
      : `Recorded from ${plain(target.baseUrl)}, sent to ${config.target.baseUrl}\n`;
  }
  throw new InputError(
    `The failures were recorded from ${target.baseUrl}, and no target is configured. Set M2M_BASE_URL and its credentials, or name a configuration with --config.`,
  );
}

async function replayAll(
  failures: readonly RecordedFailure[],
  config: Config,
  result: Result,
  { json, quiet }: RunFlags,
): Promise<number> {
  const coloured = isColoured(process.stdout);
  const print = (text: string) => json || process.stdout.write(text);
  const all: [RecordedFailure, readonly Replayed[]][] = [];
  for (const recorded of failures) {
    if (!quiet) print(failureHead(recorded, coloured));
    const replayed = await replayOne(recorded, config, result);
    const shown = quiet
      ? replayed.filter(({ outcome }) => outcome !== 'no-longer-fails')
      : replayed;
    if (quiet && shown.length > 0) print(failureHead(recorded, coloured));
    for (const one of shown) print(replayedLine(one, coloured));
    all.push([recorded, replayed]);
  }
  const outcomes = all.flatMap(([, replayed]) => replayed);
  print(`${quiet ? '' : '\n'}${replayedSum(outcomes)}`);
  if (json) printJson({ failures: all.map(replayedJson) });
  if (outcomes.some(({ outcome }) => outcome === 'still-fails')) return exitCodes.nonConformant;
  if (outcomes.some(({ harnessFailed }) => harnessFailed)) return exitCodes.harnessError;
  return outcomes.some(({ outcome }) => outcome === 'not-judged')
    ? exitCodes.inconclusive
    : exitCodes.conformant;
}

async function replayOne(
  { findings }: RecordedFailure,
  config: Config,
  { run }: Result,
): Promise<readonly Replayed[]> {
  const endpoints = endpointTable(catalogue, config.profile);
  const left: Replayed[] = [];
  const sendable = findings.filter((finding) => {
    const why = takesWholeRun(catalogue, finding)
      ? `only a whole run can show it: ${wholeRunCommand(run)}`
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
  return [...replayed.map((one) => believed(one, config, run)), ...left];
}

/** A failure that does not occur is judged only if the replay had the conditions that it needs. */
function believed(replayed: Replayed, config: Config, run: Result['run']): Replayed {
  if (replayed.outcome !== 'no-longer-fails') return replayed;
  const lacked = lackedCondition(replayed.finding, config, run);
  return lacked === undefined ? replayed : { ...replayed, outcome: 'not-judged', said: lacked };
}
