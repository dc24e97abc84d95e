import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { counted } from '../../reports/counted.ts';
import { plain } from '../../reports/plain.ts';
import { findResults } from '../../reports/registry/find-results.ts';
import { groupRuns } from '../../reports/registry/implementation.ts';
import {
  type CertificateCheck,
  type RecordedRun,
  recordRun,
} from '../../reports/registry/recorded-run.ts';
import { runFiles, type SiteFile, siteFiles } from '../../reports/registry/site-files.ts';
import { occupantOf, type StagedSite, stageSite } from '../../reports/registry/site-folder.ts';
import { readTrustedKeys, type TrustedKey } from '../certificate/trusted-keys.ts';
import { verifyCertificate } from '../certificate/verify.ts';
import { exitCodes, InputError, orInputError } from '../exit.ts';
import { shown, type WritingFlags } from '../page.ts';
import { published } from '../publish.ts';
import { readResult, unwritable } from '../result-folder.ts';

export async function registry(folder: string, { out, ...trusted }: WritingFlags): Promise<number> {
  const keys = await readTrustedKeys(trusted);
  await refuseOtherThanFolder(folder);
  const { implementations, runs } = await writing(out, () => writeSite(folder, out, keys));
  const counts = [counted(implementations, 'implementation'), counted(runs, 'run')].join(', ');
  const page = join(shown(out), 'index.html');
  process.stdout.write(`${counts}, personal data masked: ${page}\n`);
  return exitCodes.conformant;
}

async function writeSite(folder: string, out: string, keys: readonly TrustedKey[]) {
  const site = resolve(out);
  const occupant = await occupantOf(site);
  if (occupant.is === 'other') {
    throw new InputError(
      `${out} contains files that are not a registry and would be lost. ` +
        'Name another folder with --out.',
    );
  }
  const staged = await stageSite(site, occupant);
  try {
    const runs = await stageRuns(folder, out, staged, keys);
    const implementations = groupRuns(runs);
    for (const file of siteFiles(implementations)) await staged.write(file);
    const obstacle = await staged.obstacle();
    if (obstacle !== undefined) {
      throw new InputError(
        `${join(out, obstacle)} would be overwritten and is not part of a registry. ` +
          'Move it, or name another folder with --out.',
      );
    }
    await staged.publish();
    return { implementations: implementations.length, runs: runs.length };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

async function refuseOtherThanFolder(folder: string) {
  const found = await stat(folder).catch(
    orInputError(`${folder} cannot be read`, 'Name the folder that contains the results.'),
  );
  if (!found.isDirectory())
    throw new InputError(`${folder} is not a folder. Name the folder that contains the results.`);
}

async function stageRuns(
  folder: string,
  out: string,
  staged: StagedSite,
  keys: readonly TrustedKey[],
) {
  const known = new Map<string, { readonly run: RecordedRun; readonly digest: string }>();
  const names = new Map<string, string>();
  const files = findResults(folder, resolve(out), (place, code) =>
    leaveOut(place, `it cannot be read (${code})`),
  );
  for await (const file of files) {
    const { run, documents } = (await readRun(file, keys)) ?? {};
    if (!run || !documents) continue;
    const place = `${run.home}/${run.folder}`;
    const digest = digestOf(documents);
    const before = known.get(place);
    if (before) {
      if (before.digest !== digest)
        leaveOut(file, `the registry already contains another result of run ${run.result.run.id}`);
    } else if ((names.get(run.home) ?? run.implementation) !== run.implementation) {
      leaveOut(file, `its implementation would have the same URL as ${names.get(run.home)}`);
    } else {
      known.set(place, { run, digest });
      names.set(run.home, run.implementation);
      for (const document of documents) await staged.write(document);
    }
  }
  if (known.size > 0) return [...known.values()].map(({ run }) => run);
  throw new InputError(
    `${folder} contains no result for a registry. Name the --out folder of a run, or a folder ` +
      `above it. Files in ${out} are not read.`,
  );
}

async function readRun(file: string, keys: readonly TrustedKey[]) {
  try {
    const result = await readResult(file);
    const { shard } = result.run;
    if (shard) {
      leaveOut(file, `it is shard ${shard.index} of ${shard.total}: merge the shards first`);
      return undefined;
    }
    const masked = published(result);
    const run = recordRun(masked);
    const certificate = await certificateBeside(file, keys);
    return { run: certificate ? { ...run, certificate } : run, documents: runFiles(run, masked) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A result that is valid but cannot be shown must not prevent the others from being shown.
    const what =
      error instanceof InputError
        ? error.message
        : `${file} was written by another build of the harness. Repeat the run with this one.`;
    process.stderr.write(`${plain(what)} Left out.\n`);
    return undefined;
  }
}

function digestOf(documents: readonly SiteFile[]) {
  const hash = createHash('sha256');
  for (const { text } of documents) hash.update(text);
  return hash.digest('hex');
}

function leaveOut(path: string, why: string) {
  process.stderr.write(`${plain(`${path}: ${why}`)}. Left out.\n`);
}

async function writing<T>(out: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    throw unwritable(out, error);
  }
}

export async function certificateBeside(
  resultFile: string,
  keys: readonly TrustedKey[],
): Promise<CertificateCheck | undefined> {
  if (keys.length === 0) return undefined;
  const certificate = await readFile(join(dirname(resultFile), 'certificate.json')).catch(
    () => undefined,
  );
  if (!certificate) return undefined;
  const result = await readFile(resultFile);
  const { verified, checks, signed } = await verifyCertificate({
    certificate,
    keys,
    result,
    at: new Date(),
  });
  if (verified && signed) {
    const { notAfter } = signed.statement.predicate.m2mConformance;
    return { verified, keyid: signed.keyid, notAfter };
  }
  const failed = checks.find(({ holds }) => holds === false);
  return { verified: false, why: plain(`${failed?.name}: ${failed?.detail}`).slice(0, 300) };
}
