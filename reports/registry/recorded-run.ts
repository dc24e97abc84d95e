import type { Result } from '../../engine/result.ts';
import { type Incomplete, whyIncomplete } from '../certificate/why-none.ts';
import { folderName, stemOf } from './folder-name.ts';

export type CertificateCheck =
  | { readonly verified: true; readonly keyid: string; readonly notAfter: string }
  | { readonly verified: false; readonly why: string };

export type RecordedRun = Readonly<{
  implementation: string;
  home: string;
  folder: string;
  /** Present if the run did not assess its whole claim. */
  incomplete?: Incomplete;
  /** An incomplete run can show that an implementation is non-conformant, never the opposite. */
  verdict: Result['verdict'];
  /** The start in milliseconds since 1970; minus infinity if the result contains no valid date. */
  began: number;
  findings: { readonly fail: number; readonly warn: number };
  /** Present if there is a certificate beside the result and a key was given to verify it. */
  certificate?: CertificateCheck;
  /** The masked result without its failures and observations: a registry may contain many runs. */
  result: Result;
}>;

export function recordRun(masked: Result): RecordedRun {
  const implementation = implementationName(masked);
  const incomplete = whyIncomplete(masked);
  const began = Date.parse(masked.run.startedAt);
  const count = (outcome: 'fail' | 'warn') =>
    masked.failures.filter((failure) => failure.outcome === outcome).length;
  return {
    implementation,
    home: folderName(implementation, stemOf(implementation, 'implementation')),
    folder: folderName(masked.run.id, 'run'),
    ...(incomplete === undefined ? {} : { incomplete }),
    verdict:
      incomplete !== undefined && masked.verdict === 'conformant' ? 'inconclusive' : masked.verdict,
    began: Number.isNaN(began) ? Number.NEGATIVE_INFINITY : began,
    findings: { fail: count('fail'), warn: count('warn') },
    result: withoutExchanges(masked),
  };
}

function withoutExchanges(result: Result) {
  const { harnessErrors, notices, latencies, requests } = result.part;
  const none = { tallies: {}, findings: {}, folds: {}, pairs: {}, clashes: {} };
  const part = { ...none, harnessErrors, notices, latencies, requests };
  return { ...result, failures: [], observations: [], part };
}

/** Returns the configured name of the implementation, or else the host and path of its base URL. */
export function implementationName({ target: { implementation, baseUrl } }: Result): string {
  const given = implementation?.trim() ?? '';
  if (given !== '' || !URL.canParse(baseUrl)) return given || baseUrl;
  const { host, pathname } = new URL(baseUrl);
  return host === '' ? baseUrl : `${host}${pathname.replace(/\/+$/, '')}`;
}
