import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvidenceEntry, fromEntry, toEntry } from '../../engine/evidence/har-entry.ts';
import type { Evidence, RunRecord } from '../../engine/evidence/har-file.ts';
import { keyText } from '../../engine/exchange/key.ts';
import type { Judged } from './judged.ts';

/**
 * Set by `bundle.mjs`: mutants run in a copy of the project that does not contain the recordings.
 */
declare const RECORDINGS: string | undefined;
declare const ONE_IN: number | undefined;

const folder =
  typeof RECORDINGS === 'undefined'
    ? join(import.meta.dirname, '..', '..', 'coverage', 'mutation', 'recordings')
    : RECORDINGS;

interface Recording {
  readonly record: RunRecord;
  readonly entries: readonly EvidenceEntry[];
  readonly judged: Judged;
}

const origins = { api: '', token: '', jwks: '' };

/** Deletes all recordings, because those of an older corpus would be judged as well. */
export function forget(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function keep(name: string, { record, exchanges }: Evidence, judged: Judged): void {
  mkdirSync(folder, { recursive: true });
  const entries = [...exchanges.values()].map((exchange) => toEntry(exchange, origins));
  const recording: Recording = { record, entries, judged };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(recording));
}

/**
 * Returns the names of all recordings, or of one in `ONE_IN`. Any sample covers the code that every
 * request uses.
 */
export function kept(): readonly string[] {
  const oneIn = typeof ONE_IN === 'undefined' ? 1 : ONE_IN;
  const names = readdirSync(folder).map((file) => file.replace('.json', ''));
  return names.sort().filter((_, at) => at % oneIn === 0);
}

export function recall(name: string): { readonly evidence: Evidence; readonly judged: Judged } {
  const { record, entries, judged } = JSON.parse(
    readFileSync(join(folder, `${name}.json`), 'utf8'),
  ) as Recording;
  const exchanges = new Map(
    entries.map((entry) => fromEntry(entry)).map((one) => [keyText(one.key), one] as const),
  );
  return { judged, evidence: { record, version: 'test', exchanges, complete: true } };
}
