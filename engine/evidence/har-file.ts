import { once } from 'node:events';
import { closeSync, createWriteStream, openSync, readSync } from 'node:fs';
import type { PlannedConfig } from '../config/planned-config.ts';
import type { Exchange, TokenFacts, WireDetails } from '../exchange/index.ts';
import { parsedJson } from '../schema/json-value.ts';
import { explainRecord } from '../schema/run-record.ts';
import { arrangeFile, endLine, type Line, linesOf } from './arrange.ts';
import { type EvidenceEntry, fromEntry, pageOf, toEntry } from './har-entry.ts';

/** `judge` plans the run again from this record, which contains no secrets. */
export type RunRecord = Readonly<{
  formatVersion: 1;
  run: Readonly<{ id: string; startedAt: string }>;
  catalogueSha256: string;
  plan: PlannedConfig;
  givenTokens: Readonly<Record<string, TokenFacts>>;
}>;

export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

/** `write` never throws because of the disk: `isFull` reports that, and `end` rejects. */
export type EvidenceWriter = Readonly<{
  write: (exchange: Exchange, details?: WireDetails) => void;
  isFull: () => boolean;
  /** Without it, the file counts as truncated. Resolves to the SHA-256 in hex. */
  end: () => Promise<string>;
}>;

const creator = 'm2m-conformance';
/** A run of 120,000 requests with ordinary responses needs less. */
const mostCharacters = 512 * 1024 * 1024;

/** Whichever comes first. A write per line would take longer. */
const flushedCharacters = 64 * 1024;
const flushedMs = 20;

/** One exchange per line, in the order in which they end. `end` makes HAR 1.2 of it. */
export function writeEvidence(file: string, version: string, record: RunRecord): EvidenceWriter {
  const { baseUrl, authUrl, jwksUrl = '' } = record.plan.target;
  const origins = { api: baseUrl, token: authUrl, jwks: jwksUrl };
  const stream = createWriteStream(file, { highWaterMark: 1 << 20 });
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject));
  let isBroken = false;
  failed.catch(() => {
    isBroken = true;
  });
  const head = headLine(version, record);
  let unwritten = head;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stream.write(unwritten);
    unwritten = '';
  };
  flush();
  let count = 0;
  let size = 0;
  return {
    write: (exchange, details) => {
      const line = `${count++ === 0 ? '' : ','}\n${oneLine(toEntry(exchange, origins, details))}`;
      size += line.length;
      unwritten += line;
      if (unwritten.length > flushedCharacters) flush();
      else timer ??= setTimeout(flush, flushedMs);
    },
    isFull: () => isBroken || size > mostCharacters,
    end: async () => {
      flush();
      stream.end();
      await Promise.race([once(stream, 'close'), failed]);
      return arrangeFile(file, head);
    },
  };
}

export function headLine(version: string, record: RunRecord) {
  const pages = [pageOf(record.run.startedAt)];
  const head = oneLine({
    version: '1.2',
    creator: { name: creator, version },
    pages,
    _run: record,
  }).slice(0, -1);
  return `{"log":${head},"entries":[`;
}

/** Escapes U+2028 and U+2029, at which some readers break lines. */
const oneLine = (value: unknown) =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) =>
    separator === '\u2028' ? '\\u2028' : '\\u2029',
  );

const asWritten = 'Use an unchanged file that `run` wrote.';

export type Evidence = Readonly<{
  record: RunRecord;
  version: string;
  exchanges: Exchanges;
  complete: boolean;
}>;

/** The exchanges stay on disk. Throws an `EvidenceError` if `run` did not write the file. */
export async function readEvidence(file: string): Promise<Evidence> {
  const exchanges = storedExchanges(file);
  let head: { record: RunRecord; version: string } | undefined;
  let complete = false;
  let isCut = false;
  for await (const line of linesOf(file)) {
    const text = line.text.replace(/\r$/, '');
    if (!head) head = readHead(file, text);
    else if (isCut)
      throw new EvidenceError(
        `${file} was changed: an entry before the last one is not valid JSON. ${asWritten}`,
      );
    // `run` writes nothing after the end, so something else added these lines.
    else if (complete) complete = false;
    else if (text.startsWith(']')) complete = text === endLine(exchanges.size);
    else {
      const entry = readEntry(text);
      // If the writer was killed, the last line is cut off.
      isCut = entry === undefined;
      if (entry === undefined) continue;
      try {
        exchanges.add(entry, line);
      } catch (error) {
        throw new EvidenceError(
          `${file} contains an entry that \`run\` did not write ` +
            `(${(error as Error).message}). ${asWritten}`,
        );
      }
    }
  }
  if (!head)
    throw new EvidenceError(
      `${file} is empty: the run that wrote it may have been killed. Run it again.`,
    );
  return { ...head, exchanges, complete };
}

interface Head {
  readonly log: Readonly<{
    creator: Readonly<{ name: string; version: string }>;
    _run: RunRecord;
    _masked?: boolean;
  }>;
}

/** Throws an `EvidenceError` if `run` did not write this first line. */
export function readHead(file: string, line: string): { record: RunRecord; version: string } {
  // Some editors add a byte order mark.
  const head = parsedJson(`${line.replace(/^\uFEFF/, '')}]}}`) as Head | undefined;
  const { _run: record, _masked: isMasked, creator: by } = head?.log ?? {};
  if (isMasked) {
    throw new EvidenceError(
      `${file} was written with --publish, so it cannot be judged. Use the original file.`,
    );
  }
  const format = Number(record?.formatVersion);
  if (!record || by?.name !== creator || !(format >= 1)) {
    throw new EvidenceError(
      `${file} is not the evidence of a run: \`run\` did not write its first line. ` +
        'Use the exchanges.har of a run.',
    );
  }
  const version = String(by.version);
  if (format > 1) {
    throw new EvidenceError(
      `${file} has the format of version ${version}, which this version does not read. ` +
        `Use version ${version}.`,
    );
  }
  const [problem] = explainRecord(record);
  if (problem !== undefined) {
    throw new EvidenceError(
      `${file} does not contain a valid plan of its run: ${problem}. ${asWritten}`,
    );
  }
  return { record, version };
}

export type Exchanges = Readonly<{
  size: number;
  get: (key: string) => Exchange | undefined;
  keys: () => Iterable<string>;
  values: () => Iterable<Exchange>;
}>;

/** Keeps only positions in memory: the file may be half a gigabyte large. */
function storedExchanges(file: string) {
  const places = new Map<string, Omit<Line, 'text'>>();
  /** Throws an `Error` if the file has changed since. */
  const get = (key: string) => {
    const place = places.get(key);
    if (!place) return undefined;
    const entry = readEntry(textAt(file, place));
    if (entry?._key !== key) throw new Error(`${file} was changed while it was read`);
    return fromEntry(entry);
  };
  return {
    add: (entry: EvidenceEntry, { offset, length }: Line) => {
      fromEntry(entry);
      places.set(entry._key, { offset, length });
    },
    get size() {
      return places.size;
    },
    get,
    keys: () => places.keys(),
    *values() {
      for (const key of places.keys()) {
        const exchange = get(key);
        if (exchange) yield exchange;
      }
    },
  };
}

function textAt(name: string, { offset, length }: Omit<Line, 'text'>) {
  const bytes = Buffer.alloc(length);
  const file = openSync(name, 'r');
  try {
    readSync(file, bytes, 0, length, offset);
  } finally {
    closeSync(file);
  }
  return bytes.toString('utf8');
}

/** Undefined if the line is not JSON, such as one that was cut off. */
const readEntry = (line: string) =>
  parsedJson(line.replace(/,\r?$/, '')) as EvidenceEntry | undefined;
