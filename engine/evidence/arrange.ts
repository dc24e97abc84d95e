import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { otherMark } from './har-entry.ts';

const othersLine = '],"_other":[';

const blockCharacters = 1 << 18;

/** Its count, of entries and others, shows whether exchanges are missing. */
export const endLine = (exchanges: number) => `],"_entries":${exchanges}}}`;

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
export async function replaceFile(file: string, text: AsyncIterable<string>) {
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

export function arrangeFile(file: string, head: string) {
  const stored = async function* () {
    for await (const { text, offset } of linesOf(file)) {
      if (offset > 0) yield text.endsWith(',') ? text.slice(0, -1) : text;
    }
  };
  return replaceFile(file, arranged(head, stored));
}

export type Line = Readonly<{
  text: string;
  offset: number;
  length: number;
}>;

const newline = 0x0a;

/** Does not read ahead as Node's readline does: a line may be megabytes long. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let begun: Buffer[] = [];
  let offset = 0;
  const line = () => {
    const bytes = begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun);
    return { text: bytes.toString('utf8'), offset, length: bytes.length };
  };
  for await (const chunk of createReadStream(file, {
    highWaterMark: 1 << 18,
  }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      begun.push(chunk.subarray(from, end));
      const ended = line();
      yield ended;
      begun = [];
      offset += ended.length + 1;
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield line();
}
