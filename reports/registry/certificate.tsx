import { SignOf } from '../html/outcome.tsx';

/** What verifying the certificate of a run came to. */
export type CertificateCheck =
  | { readonly verified: true; readonly keyid: string; readonly notAfter: string }
  | { readonly verified: false; readonly why: string };

/** Whether the certificate of a run was verified, and by which key; else what does not hold. */
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
      <SignOf of="pass" /> verified, valid until <time dateTime={check.notAfter}>{check.notAfter.slice(0, 10)}</time>,
      signed by <code>{check.keyid}</code>
    </span>
  );
}
