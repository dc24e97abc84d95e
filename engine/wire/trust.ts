import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import {
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  type SecureContext,
} from 'node:tls';
import type { Network } from '../config/config.ts';

const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Alpine
  '/etc/pki/tls/certs/ca-bundle.crt', // Red Hat, Fedora
  '/etc/ssl/cert.pem', // macOS, BSD
] as const;

/** From Node 22.15 on. */
const { getCACertificates } = tls as unknown as {
  getCACertificates?: (type: 'default' | 'extra' | 'system') => string[];
};

/**
 * Node before 22.15 cannot list the system's: they are read from SSL_CERT_FILE, or else from the
 * usual bundle. A file that cannot be read contains none, as in Node itself.
 */
export function trustedAuthorities({ ca }: { readonly ca?: string | undefined }) {
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  const ofExtra = () => getCACertificates?.('extra') ?? readCertificates(extra ?? '');
  return [
    { source: 'Node', certificates: getCACertificates?.('default') ?? rootCertificates },
    ...(extra ? [{ source: 'NODE_EXTRA_CA_CERTS', certificates: ofExtra() }] : []),
    { source: 'the system', certificates: getCACertificates?.('system') ?? systemCertificates() },
    ...(ca === undefined ? [] : [{ source: 'network.ca', certificates: [ca] }]),
  ];
}

function systemCertificates() {
  const file = process.env['SSL_CERT_FILE'];
  const bundles = file ? [file] : systemBundles;
  return bundles.map(readCertificates).find(({ length }) => length > 0) ?? [];
}

export const pemCertificates = (text: string): readonly string[] =>
  text.match(pemCertificate) ?? [];

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readCertificates(file: string) {
  try {
    return pemCertificates(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

export const untrustedCode = /^(CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID)_/;

export type TlsOptions = Pick<ConnectionOptions, 'secureContext' | 'rejectUnauthorized'>;

/**
 * Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says. Takes some milliseconds.
 */
export function tlsOptions({
  ca,
  clientCertificate,
}: Pick<Network, 'ca' | 'clientCertificate'>): TlsOptions {
  const known = new Map(
    trustedAuthorities({ ca }).flatMap(({ certificates }) =>
      certificates.map((pem) => [pem.replace(/\s/g, ''), pem] as const),
    ),
  );
  const trusting = (authorities: string[]) =>
    createSecureContext({ ca: authorities, ...clientCertificate });
  return { secureContext: lenient(trusting, [...known.values()]), rejectUnauthorized: true };
}

/**
 * Without what is no certificate in a bundle of the system. Looks only if there is one: that takes
 * long.
 */
function lenient(trusting: (authorities: string[]) => SecureContext, all: string[]) {
  try {
    return trusting(all);
  } catch {
    return trusting(all.filter(isCertificate));
  }
}

export function isCertificate(pem: string) {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
