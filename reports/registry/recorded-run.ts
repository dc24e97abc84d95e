import type { Result } from '../../engine/result.ts';
import { maskResult } from '../masked.ts';
import type { CertificateCheck } from './certificate.tsx';
import { type Incomplete, whyIncomplete } from './completeness.ts';
import { folderName, stemOf } from './folder-name.ts';
import { implementationName } from './implementation-name.ts';

/** A run that the site has. */
export interface RecordedRun {
  readonly implementation: string;
  /** The folder of the implementation in the site. */
  readonly home: string;
  /** The folder of the run in that of its implementation. */
  readonly folder: string;
  /** Present where the run did not assess all that it claims. */
  readonly incomplete?: Incomplete;
  /** What the run says of its implementation: a part can show that it is not conformant, never that it is. */
  readonly verdict: Result['verdict'];
  /** When it began, in milliseconds; before all others where the date is none. */
  readonly began: number;
  readonly findings: { readonly fail: number; readonly warn: number };
  /** Present where a certificate lies beside the result and there were keys to verify it by. */
  readonly certificate?: CertificateCheck;
  /** Masked, without what only the run's own report shows: a registry may hold many runs. */
  readonly result: Result;
}

/** Masks a result for publishing, and records the run. Whatever the site says comes from these two. */
export function recordRun(unmasked: Result): { readonly run: RecordedRun; readonly masked: Result } {
  const masked = maskResult(unmasked);
  const implementation = implementationName(masked);
  // The words by which a selection is known could be masked.
  const incomplete = whyIncomplete(unmasked);
  const began = Date.parse(masked.run.startedAt);
  const count = (outcome: 'fail' | 'warn') => masked.failures.filter((failure) => failure.outcome === outcome).length;
  const run: RecordedRun = {
    implementation,
    home: folderName(implementation, stemOf(implementation, 'implementation')),
    folder: folderName(masked.run.id, 'run'),
    ...(incomplete === undefined ? {} : { incomplete }),
    verdict: incomplete !== undefined && masked.verdict === 'conformant' ? 'inconclusive' : masked.verdict,
    began: Number.isNaN(began) ? Number.NEGATIVE_INFINITY : began,
    findings: { fail: count('fail'), warn: count('warn') },
    result: withoutExchanges(masked),
  };
  return { run, masked };
}

function withoutExchanges(result: Result): Result {
  const { harnessErrors, notices, latencies, requests } = result.part;
  const part = { tallies: {}, findings: {}, folds: {}, harnessErrors, notices, latencies, requests };
  return { ...result, failures: [], observations: [], part };
}
