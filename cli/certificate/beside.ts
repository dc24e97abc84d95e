import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plain } from '../../reports/plain.ts';
import type { CertificateCheck } from '../../reports/registry/certificate.tsx';
import type { TrustedKey } from './trusted-keys.ts';
import { verifyCertificate } from './verify.ts';

export async function certificateBeside(
  resultFile: string,
  keys: readonly TrustedKey[],
): Promise<CertificateCheck | undefined> {
  if (keys.length === 0) return undefined;
  const certificate = await readFile(join(dirname(resultFile), 'certificate.json')).catch(
    () => undefined,
  );
  if (!certificate) return undefined;
  const result = await readFile(resultFile);
  const { verified, checks, signed } = await verifyCertificate({
    certificate,
    keys,
    result,
    at: new Date(),
  });
  if (verified && signed) {
    const { notAfter } = signed.statement.predicate.m2mConformance;
    return { verified, keyid: signed.keyid, notAfter };
  }
  const failed = checks.find(({ holds }) => holds === false);
  return { verified: false, why: plain(`${failed?.name}: ${failed?.detail}`).slice(0, 300) };
}
