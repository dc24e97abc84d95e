import { SignOf } from '../html/outcome.tsx';

/** The result of verifying the certificate of a run. */
export type CertificateCheck =
  | { readonly verified: true; readonly keyid: string; readonly notAfter: string }
  | { readonly verified: false; readonly why: string };

/**
 * Shows whether the certificate of a run was verified, and the key that signed it or the check that
 * failed.
 */
export function CertificateLine({ check }: { readonly check: CertificateCheck }) {
  if (!check.verified) {
    return (
      <span class="certificate">
        <SignOf of="fail" /> not verified: {check.why}
      </span>
    );
  }
  return (
    <span class="certificate">
      <SignOf of="pass" /> verified, valid until{' '}
      <time dateTime={check.notAfter}>{check.notAfter.slice(0, 10)}</time>, signed by{' '}
      <code>{check.keyid}</code>
    </span>
  );
}
