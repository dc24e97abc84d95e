import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { Exchange, TokenFacts } from '../exchange/exchange.ts';
import type { WireDetails } from '../exchange/wire-details.ts';
import { explainRecord } from '../schema/run-record.ts';
import { type Origins, toEntry } from './har-entry.ts';
import { linesOf } from './lines.ts';
import { type Exchanges, readEntry, StoredExchanges } from './stored-exchanges.ts';

/** What the run was asked to do, without secrets: enough to plan it again and judge what was recorded. */
export interface RunRecord {
  readonly formatVersion: 1;
  readonly run: { readonly id: string; readonly startedAt: string };
  readonly catalogueSha256: string;
  readonly plan: PlannedConfig;
  readonly givenTokens: Readonly<Record<string, TokenFacts>>;
}

/** The parts of the configuration that decide what is sent and how it is judged; credentials only as being there. */
export interface PlannedConfig
  extends Pick<
    Config,
    'claim' | 'allow' | 'only' | 'depth' | 'seed' | 'strict' | 'concurrency' | 'shard' | 'profile' | 'target'
  > {
  readonly has: {
    readonly scopedClient: boolean;
    readonly unscopedClient: boolean;
    readonly tokens: readonly string[];
    readonly secondUser: boolean;
    readonly foreignUser: boolean;
    readonly deniedUser: boolean;
    readonly sameLanguage: boolean;
    readonly proxy: boolean;
  };
}

export class EvidenceError extends Error {
  override readonly name = 'EvidenceError';
}

export interface EvidenceWriter {
  readonly write: (exchange: Exchange, details?: WireDetails) => void;
  /** Whether it is as large as an evidence may be, or cannot be written: nothing more should be asked. */
  readonly isFull: () => boolean;
  /** Completes the file, and yields its SHA-256 in hex. Without it, the file is recognised as truncated. */
  readonly end: () => Promise<string>;
}

const creator = 'm2m-conformance';
/** Characters. A run of 150,000 requests with ordinary answers takes less. */
const mostCharacters = 512 * 1024 * 1024;

/** Streams exchanges into a HAR 1.2 file, an entry a line. */
export function writeEvidence(file: string, version: string, record: RunRecord): EvidenceWriter {
  const origins = originsOf(record.plan.target);
  const stream = createWriteStream(file, { highWaterMark: 1 << 20 });
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject));
  let isBroken = false;
  failed.catch(() => {
    isBroken = true;
  });
  const digest = createHash('sha256');
  const append = (text: string) => {
    digest.update(text);
    stream.write(text);
  };
  append(headLine(version, record));
  let count = 0;
  let size = 0;
  return {
    write: (exchange, details) => {
      const line = `${count++ === 0 ? '' : ','}\n${oneLine(toEntry(exchange, origins, details))}`;
      size += line.length;
      append(line);
    },
    isFull: () => isBroken || size > mostCharacters,
    end: async () => {
      append(`\n${endLine(count)}\n`);
      stream.end();
      await Promise.race([once(stream, 'close'), failed]);
      return digest.digest('hex');
    },
  };
}

/** What an evidence file begins with, up to its entries. */
export function headLine(version: string, record: RunRecord): string {
  const head = oneLine({ version: '1.2', creator: { name: creator, version }, _run: record }).slice(0, -1);
  return `{"log":${head},"entries":[`;
}

/** What it ends with, after so many entries. */
export function endLine(entries: number): string {
  return `],"_entries":${entries}}}`;
}

/** JSON without the line separators that JSON allows inside texts and line readers may break at. */
function oneLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (separator) =>
    separator === '\u2028' ? '\\u2028' : '\\u2029',
  );
}

function originsOf(target: Config['target']): Origins {
  return { api: target.baseUrl, token: target.authUrl, jwks: target.jwksUrl ?? '' };
}

const asWritten = 'Name a file as `run` wrote it.';

export interface Evidence {
  readonly record: RunRecord;
  readonly version: string;
  readonly exchanges: Exchanges;
  /** False where the writer did not come to its end. */
  readonly complete: boolean;
}

/** Reads an evidence file line by line, its exchanges left in it. Throws an `EvidenceError` where it is not one of ours. */
export async function readEvidence(file: string): Promise<Evidence> {
  const exchanges = new StoredExchanges(file);
  let head: { record: RunRecord; version: string } | undefined;
  let complete = false;
  let isCut = false;
  for await (const line of linesOf(file)) {
    const text = line.text.replace(/\r$/, '');
    if (!head) head = readHead(file, text);
    else if (isCut) throw new EvidenceError(`${file} was changed: an entry amid the others is no JSON. ${asWritten}`);
    // Whatever follows the end was put there by somebody else.
    else if (complete) complete = false;
    else if (text.startsWith(']')) complete = text === endLine(exchanges.size);
    else {
      const entry = readEntry(text);
      // The last line of a file whose writer was killed.
      isCut = entry === undefined;
      if (entry === undefined) continue;
      try {
        exchanges.add(entry, line);
      } catch (error) {
        throw new EvidenceError(
          `${file} holds an entry that \`run\` did not write (${(error as Error).message}). ${asWritten}`,
        );
      }
    }
  }
  if (!head) throw new EvidenceError(`${file} is empty: the run that wrote it may have been killed. Run it again.`);
  return { ...head, exchanges, complete };
}

interface Head {
  readonly log: {
    readonly creator: { readonly name: string; readonly version: string };
    readonly _run: RunRecord;
    readonly _masked?: boolean;
  };
}

/** What the first line of an evidence file says. Throws an `EvidenceError` where it is not one of ours. */
export function readHead(file: string, line: string): { record: RunRecord; version: string } {
  const { _run: record, _masked: isMasked, creator: by } = headIn(line)?.log ?? {};
  if (isMasked) {
    throw new EvidenceError(`${file} was written with --publish: without personal data it cannot be judged`);
  }
  const format = Number(record?.formatVersion);
  if (!record || by?.name !== creator || !(format >= 1)) {
    throw new EvidenceError(
      `${file} is no evidence of a run: its first line is not the head that \`run\` writes. Name the exchanges.har of a run.`,
    );
  }
  const version = String(by.version);
  if (format > 1) {
    throw new EvidenceError(
      `${file} is in a format of version ${version}, which this one does not read. Use that version.`,
    );
  }
  const [problem] = explainRecord(record);
  if (problem !== undefined) {
    throw new EvidenceError(`${file} does not say what was asked of its run: ${problem}. ${asWritten}`);
  }
  return { record, version };
}

function headIn(line: string): Head | undefined {
  try {
    return JSON.parse(`${line}]}}`) as Head;
  } catch {
    return undefined;
  }
}
