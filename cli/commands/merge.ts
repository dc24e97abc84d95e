import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { allReports } from '../../engine/config/resolve.ts';
import { type Evidence, readEvidence, writeEvidence } from '../../engine/evidence/har-file.ts';
import { keyText } from '../../engine/exchange/key.ts';
import { checkShards, mergeShards } from '../../engine/merge.ts';
import { assemble, catalogueDigest } from '../../engine/outcome/assemble.ts';
import type { Result } from '../../engine/result.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { issueCertificate, signingOf } from '../certificate/issue.ts';
import { configuredSigningKey } from '../certificate/signing-key.ts';
import { deliver } from '../deliver.ts';
import { InputError } from '../exit.ts';
import { readKnown, weighKnown } from '../known-failures.ts';
import { evidenceDigest, prepareFolder, readWholeResult } from '../result-folder.ts';
import { name, version } from '../version.ts';

interface MergeFlags {
  readonly out: string;
  readonly allure: boolean;
  readonly knownFailures?: string;
  /** Looked into for the signing key alone. */
  readonly config?: string;
  readonly validDays?: string;
}

/** Merges the results of shards, and their evidence, into one. Resolves to the exit code of the whole. */
export async function merge(folders: readonly string[], flags: MergeFlags): Promise<number> {
  const { out, allure, knownFailures, config, validDays } = flags;
  const known = await readKnown(knownFailures === undefined ? undefined : resolve(knownFailures));
  const signing = signingOf(await configuredSigningKey(config), validDays);
  const target = resolve(out);
  if (folders.some((folder) => resolve(folder) === target))
    throw new InputError('--out is the folder of a shard. Name another.');
  const read = await Promise.all(folders.map(async (folder) => ({ folder, result: await readWholeResult(folder) })));
  const shards = checkShards(read.map(({ result }) => result));
  const [first] = shards;
  if (!first) throw new InputError('There is nothing to merge.');
  if (first.specification.catalogueSha256 !== catalogueDigest(catalogue)) {
    throw new InputError(
      `The shards were run under another catalogue. Merge them with version ${first.harness.version}.`,
    );
  }
  const evidences = await Promise.all(
    shards.map((shard) => readShardEvidence(shard, read.find(({ result }) => result === shard)?.folder ?? '')),
  );
  await prepareFolder(target);
  const { shard: _shard, ...plan } = evidences[0]?.record.plan ?? fail();
  await mergeEvidence(evidences, join(target, 'exchanges.har'), { ...(evidences[0]?.record ?? fail()), plan });
  const assembled = assemble({
    catalogue,
    plan,
    part: mergeShards(catalogue, shards),
    harness: { name, version },
    run: {
      id: first.run.id,
      startedAt: shards.map(({ run }) => run.startedAt).sort()[0] ?? first.run.startedAt,
      durationMs: Math.max(...shards.map(({ run }) => run.durationMs)),
    },
    ...interruptedBy(shards),
    evidence: await evidenceDigest(join(target, 'exchanges.har')),
  });
  const { result, code } = weighKnown(assembled, known, plan);
  await deliver(result, target, { ...allReports, allure });
  await issueCertificate(target, signing);
  return code;
}

function interruptedBy(shards: readonly Result[]): { readonly interrupted?: string } {
  const cut = shards.find(({ interrupted }) => interrupted !== undefined);
  return cut?.interrupted === undefined ? {} : { interrupted: `shard ${cut.run.shard?.index}: ${cut.interrupted}` };
}

async function readShardEvidence(shard: Result, folder: string): Promise<Evidence> {
  const file = join(folder, 'exchanges.har');
  if (!existsSync(file)) throw new InputError(`${file} is missing: a shard is merged with its evidence.`);
  const digest = await evidenceDigest(file);
  if (shard.evidence && digest.sha256 !== shard.evidence.sha256) {
    throw new InputError(`${file} is not the evidence that its result names: it was changed or cut off.`);
  }
  return readEvidence(file);
}

async function mergeEvidence(evidences: readonly Evidence[], file: string, record: Evidence['record']): Promise<void> {
  const writer = writeEvidence(file, version, record);
  const written = new Set<string>();
  for (const { exchanges } of evidences) {
    for (const exchange of exchanges.values()) {
      // Every shard has asked for a token of its own, under the same key.
      const key = keyText(exchange.key);
      if (written.has(key)) continue;
      written.add(key);
      writer.write(exchange);
    }
  }
  await writer.end();
}

function fail(): never {
  throw new InputError('There is nothing to merge.');
}
