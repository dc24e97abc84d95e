import { createReadStream } from 'node:fs';

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
  const line = (): Line => {
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
