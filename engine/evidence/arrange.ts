import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { otherMark } from './har-entry.ts';
import { linesOf } from './lines.ts';

const othersLine = '],"_other":[';

const blockCharacters = 1 << 18;

/** Its count, of entries and others, shows whether exchanges are missing. */
export const endLine = (exchanges: number): string => `],"_entries":${exchanges}}}`;

/**
 * The head, the entries, then the other exchanges, which HAR readers ignore. `stored` yields each
 * exchange as a line, in any order. It is called twice, so that only one is in memory.
 */
export async function* arranged(
  head: string,
  stored: () => AsyncIterable<string>,
  write: (line: string) => string = (line) => line,
): AsyncGenerator<string> {
  yield head;
  let count = 0;
  for (const isOther of [false, true]) {
    let before = isOther ? `\n${othersLine}` : '';
    for await (const line of stored()) {
      if (line.startsWith(otherMark) !== isOther) continue;
      yield `${before}\n${write(line)}`;
      before = ',';
      count++;
    }
  }
  yield `\n${endLine(count)}\n`;
}

/** Resolves to the SHA-256 in hex. The file stays as it is if that fails. */
export async function replaceFile(file: string, text: AsyncIterable<string>): Promise<string> {
  const digest = createHash('sha256');
  const counted = async function* () {
    for await (const piece of inBlocks(text)) {
      digest.update(piece);
      yield piece;
    }
  };
  try {
    await pipeline(counted(), createWriteStream(`${file}.tmp`));
    await rename(`${file}.tmp`, file);
  } catch (error) {
    await rm(`${file}.tmp`, { force: true });
    throw error;
  }
  return digest.digest('hex');
}

/** Each write costs a call of the operating system. */
async function* inBlocks(text: AsyncIterable<string>) {
  let block = '';
  for await (const piece of text) {
    block += piece;
    if (block.length < blockCharacters) continue;
    yield block;
    block = '';
  }
  yield block;
}

export function arrangeFile(file: string, head: string): Promise<string> {
  const stored = async function* () {
    for await (const { text, offset } of linesOf(file)) {
      if (offset > 0) yield text.endsWith(',') ? text.slice(0, -1) : text;
    }
  };
  return replaceFile(file, arranged(head, stored));
}
