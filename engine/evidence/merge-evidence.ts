import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Key, parseKey } from '../exchange/key.ts';
import type { EvidenceEntry } from './har-entry.ts';
import { endLine, headLine, type RunRecord, readHead } from './har-file.ts';

/** What the head of an evidence file says, without reading the rest. Throws an `EvidenceError` where it is not one of ours. */
export async function readRecord(file: string): Promise<RunRecord> {
  for await (const line of linesOf(file)) return readHead(file, line).record;
  return readHead(file, '').record;
}

/**
 * Writes the entries of several evidence files into one, line by line: however many there are, one at a time is in memory.
 * Exchanges that `mayRecur` in every file, such as asking for a token, are taken from the first.
 */
export async function mergeEvidence(
  files: readonly string[],
  out: string,
  version: string,
  record: RunRecord,
  mayRecur: (key: Key) => boolean,
): Promise<void> {
  await pipeline(mergedLines(files, version, record, mayRecur), createWriteStream(out));
}

async function* mergedLines(
  files: readonly string[],
  version: string,
  record: RunRecord,
  mayRecur: (key: Key) => boolean,
): AsyncGenerator<string> {
  yield headLine(version, record);
  const recurring = new Set<string>();
  let count = 0;
  for (const file of files) {
    for await (const line of linesOf(file)) {
      const entry = line.endsWith(',') ? line.slice(0, -1) : line;
      const key = keyOf(entry);
      if (key === undefined || recurring.has(key)) continue;
      if (mayRecur(parseKey(key))) recurring.add(key);
      yield `${count++ === 0 ? '' : ','}\n${entry}`;
    }
  }
  yield `\n${endLine(count)}\n`;
}

/** The key of the entry on a line; undefined for the head, the end, and a line that was cut off. */
function keyOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as Partial<EvidenceEntry>)._key;
  } catch {
    return undefined;
  }
}

/** As node's readline, but that it reads no lines ahead of those that are taken: each may have megabytes. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const [first = '', ...others] = (chunk as string).split('\n');
    begun.push(first);
    for (const line of others) {
      yield begun.join('');
      begun = [line];
    }
  }
  yield begun.join('');
}
