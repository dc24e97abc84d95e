import { type Evidence, readEvidence } from '../engine/evidence/har-file.ts';
import { judgeEvidence } from '../engine/judge.ts';
import { type Assembly, assemble, catalogueDigest } from '../engine/outcome/assemble.ts';
import type { Result } from '../engine/result.ts';
import { catalogue } from '../suites/catalogue.ts';
import { InputError } from './exit.ts';
import { name, version } from './version.ts';

/** Each version sends other requests. In a clone, the catalogue may change between versions. */
export function requireOwnVersion(file: string, writer: string, catalogueSha256: string): void {
  if (writer !== version) {
    throw new InputError(
      `${file} was written by version ${writer}, and this is version ${version}: use version ${writer}, or run again.`,
    );
  }
  if (catalogueSha256 !== catalogueDigest(catalogue)) {
    throw new InputError(
      `${file} was written with another catalogue (${catalogueSha256.slice(0, 12)}): run again.`,
    );
  }
}

export async function readOwnEvidence(file: string): Promise<Evidence> {
  const evidence = await readEvidence(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new InputError(
          `${file} cannot be read (${error.code}). Name a run's folder or its exchanges.har.`,
        );
  });
  requireOwnVersion(file, evidence.version, evidence.record.catalogueSha256);
  return evidence;
}

/** Sends nothing. `more` replaces members of the result. */
export async function resultOf(evidence: Evidence, more: Partial<Assembly> = {}): Promise<Result> {
  const { plan, run } = evidence.record;
  return assemble({
    catalogue,
    plan,
    part: await judgeEvidence(catalogue, evidence),
    harness: { name, version },
    run: { ...run, durationMs: 0 },
    ...more,
  });
}
