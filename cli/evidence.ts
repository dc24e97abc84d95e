import {
  type Assembly,
  arranged,
  assemble,
  catalogue,
  catalogueDigest,
  codeOf,
  type Evidence,
  type EvidenceEntry,
  headLine,
  judgeEvidence,
  type Key,
  linesOf,
  parsedJson,
  parseKey,
  type Result,
  type RunRecord,
  readEvidence,
  readHead,
  replaceFile,
} from './engine.ts';
import { InputError, orInputError } from './exit.ts';
import { name, version } from './version.ts';

/** Each version sends other requests. In a clone, the catalogue may change between versions. */
export function requireOwnVersion(file: string, writer: string, catalogueSha256: string): void {
  if (writer !== version) {
    throw new InputError(
      `${file} was written by version ${writer}, and this is version ${version}: ` +
        `use version ${writer}, or run again.`,
    );
  }
  if (catalogueSha256 !== catalogueDigest(catalogue)) {
    throw new InputError(
      `${file} was written with another catalogue (${catalogueSha256.slice(0, 12)}): run again.`,
    );
  }
}

export async function readOwnEvidence(file: string): Promise<Evidence> {
  const evidence = await readEvidence(file).catch((error: unknown) => {
    if (codeOf(error) === undefined) throw error;
    return orInputError(
      `${file} cannot be read`,
      "Name a run's folder or its exchanges.har.",
    )(error);
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

/** Throws an `EvidenceError` if `run` did not write the file. */
export async function readHeadOf(file: string): Promise<Pick<Evidence, 'record' | 'version'>> {
  for await (const { text } of linesOf(file)) return readHead(file, text);
  return readHead(file, '');
}

/**
 * One entry at a time is in memory. An exchange that `mayRecur`, such as a token request, is taken
 * from the first file.
 */
export async function mergeEvidence(
  files: readonly string[],
  out: string,
  version: string,
  record: RunRecord,
  mayRecur: (key: Key) => boolean,
): Promise<void> {
  await replaceFile(
    out,
    arranged(headLine(version, record), () => entriesOf(files, mayRecur)),
  );
}

async function* entriesOf(files: readonly string[], mayRecur: (key: Key) => boolean) {
  const recurring = new Set<string>();
  for (const [nth, file] of files.entries()) {
    for await (const { text } of linesOf(file)) {
      const entry = text.endsWith(',') ? text.slice(0, -1) : text;
      const key = keyOf(entry);
      if (key === undefined || recurring.has(key)) continue;
      if (mayRecur(parseKey(key))) recurring.add(key);
      yield ofShard(entry, nth + 1);
    }
  }
}

/** Only times of one shard can be compared. */
const ofShard = (entry: string, shard: number) => `${entry.slice(0, -1)},"_shard":${shard}}`;

/** Undefined for the head, the end and a truncated line. */
function keyOf(line: string) {
  return (parsedJson(line) as Partial<EvidenceEntry> | undefined)?._key;
}
