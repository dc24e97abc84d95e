import { arranged, replaceFile } from '../engine/evidence/arrange.ts';
import type { EvidenceEntry } from '../engine/evidence/har-entry.ts';
import { type Evidence, headLine, type RunRecord, readHead } from '../engine/evidence/har-file.ts';
import { linesOf } from '../engine/evidence/lines.ts';
import { type Key, parseKey } from '../engine/exchange/key.ts';

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

async function* entriesOf(
  files: readonly string[],
  mayRecur: (key: Key) => boolean,
): AsyncGenerator<string> {
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
const ofShard = (entry: string, shard: number): string =>
  `${entry.slice(0, -1)},"_shard":${shard}}`;

/** Undefined for the head, the end and a truncated line. */
function keyOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as Partial<EvidenceEntry>)._key;
  } catch {
    return undefined;
  }
}
