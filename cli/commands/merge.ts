import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { signingOf } from '../certificate/issue.ts';
import { allReports } from '../config/resolve.ts';
import { configuredSigningKey } from '../config/signing-key.ts';
import { deliver } from '../deliver.ts';
import { assemble, catalogue, EvidenceError, type Key, type Result, rows } from '../engine.ts';
import { mergeEvidence, readHeadOf, requireOwnVersion } from '../evidence.ts';
import { InputError } from '../exit.ts';
import { readKnown, weighKnown } from '../known-failures.ts';
import { detailOf, type WritingFlags } from '../page.ts';
import {
  conversionOfFile,
  evidenceDigest,
  inFolder,
  isFolder,
  isSamePlace,
  readWholeResult,
} from '../result-folder.ts';
import { checkShards, mergeShards, type Shard } from '../shards.ts';
import { name, version } from '../version.ts';

export async function merge(folders: readonly string[], flags: WritingFlags): Promise<number> {
  const { out, allure = true, knownFailures, config, validDays } = flags;
  const known = await readKnown(knownFailures === undefined ? undefined : resolve(knownFailures));
  const signing = signingOf(await configuredSigningKey(config), validDays);
  const target = resolve(out);
  if (folders.some((folder) => isSamePlace(folder, target)))
    throw new InputError('--out is the folder of a shard. Name another folder.');
  const shards = checkShards(await readShards(folders));
  const [first] = shards;
  if (!first) throw new InputError('There are no shards to merge. Name their folders.');
  const detail = detailOf(flags);
  return inFolder(target, async () => {
    const { result, code } = weighKnown(
      await mergeInto(target, shards, first),
      known,
      plannedAsOne(first),
    );
    await deliver(result, target, { ...allReports, allure }, { detail, signing });
    return code;
  });
}

async function mergeInto(target: string, shards: readonly Shard[], first: Shard) {
  const { run } = first.result;
  const plan = plannedAsOne(first);
  const evidence = join(target, evidenceFile);
  const files = shards.map(({ folder }) => join(folder, evidenceFile));
  await mergeEvidence(files, evidence, version, { ...first.record, plan }, isOfEveryShard);
  const runs = shards.map(({ result }) => result.run);
  return assemble({
    catalogue,
    plan,
    part: mergeShards(catalogue, shards),
    harness: { name, version },
    run: {
      id: run.id,
      startedAt: runs.map(({ startedAt }) => startedAt).sort()[0] ?? run.startedAt,
      durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
    },
    ...interruptedBy(shards),
    evidence: await evidenceDigest(evidence),
  });
}

function plannedAsOne({ record }: Shard) {
  const { shard: _shard, ...plan } = record.plan;
  return plan;
}

const evidenceFile = 'exchanges.har';

async function readShards(folders: readonly string[]) {
  const shards: Shard[] = [];
  const reasons: string[] = [];
  for (const folder of folders) {
    try {
      if (existsSync(folder) && !isFolder(folder))
        throw new InputError(`${folder} is not a folder. Name the folder of each shard.`);
      const result = await readWholeResult(folder);
      requireOwnVersion(folder, result.harness.version, result.specification.catalogueSha256);
      shards.push({ folder, result, record: await readShardRecord(folder, result) });
    } catch (error) {
      if (!(error instanceof InputError || error instanceof EvidenceError)) throw error;
      reasons.push(error.message);
    }
  }
  if (reasons.length > 0) throw new InputError(reasons.join('\n'));
  return shards;
}

async function readShardRecord(folder: string, { evidence }: Result) {
  const file = join(folder, evidenceFile);
  if (!existsSync(file))
    throw new InputError(`${file} is missing. merge needs the evidence of each shard.`);
  if ((await evidenceDigest(file)).sha256 !== evidence?.sha256) {
    const converted = await conversionOfFile(file, evidence?.sha256);
    const why = converted ?? 'it was changed or is incomplete. Run the shard again';
    throw new InputError(`${file} is not the evidence of its result: ${why}.`);
  }
  return (await readHeadOf(file)).record;
}

/**
 * Each check and each scenario runs in one shard. Only requests for tokens and of monitors recur.
 */
const wholeInOne: ReadonlySet<string> = new Set(
  rows(catalogue).flatMap(({ requirement }) =>
    requirement.kind === 'monitor' ? [] : [requirement.id],
  ),
);
const isOfEveryShard = ({ requirement }: Key) => !wholeInOne.has(requirement);

function interruptedBy(shards: readonly Shard[]) {
  const { result } = shards.find((shard) => shard.result.interrupted !== undefined) ?? {};
  return result ? { interrupted: `shard ${result.run.shard?.index}: ${result.interrupted}` } : {};
}
