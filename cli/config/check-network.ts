import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  defined,
  type HttpProxy,
  isCertificate,
  isLoopback,
  type Network,
  pemCertificates,
  proxyFor,
} from '../engine.ts';
import { address } from './check-target.ts';
import type { Draft } from './draft.ts';
import { pathText, sizeOf, unreadable } from './found.ts';
import type { Env } from './settings.ts';

/** The harness sets these itself, or they frame a request. */
const reserved: ReadonlySet<string> = new Set([
  ...['authorization', 'x-user-id', 'accept', 'accept-encoding', 'content-type'],
  ...['content-encoding', 'user-agent', 'host', 'connection', 'content-length'],
  ...['transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'],
]);

export async function checkNetwork(draft: Draft, env: Env, urls: readonly URL[]): Promise<Network> {
  const { ca, headers = {}, secretHeaders, allowPlainHttp = false } = draft.values.network ?? {};
  const listenUrl = listenUrlOf(draft, urls);
  checkHeaders(draft, headers);
  checkSecretHeaders(draft, Object.keys(headers));
  const authorities = ca === undefined ? undefined : await certificates(draft, 'network.ca', ca);
  const clientCertificate = await clientIdentity(draft);
  const proxy = environmentProxy(draft, env, urls);
  return {
    ...defined({ proxy, ca: authorities, clientCertificate, secretHeaders, listenUrl }),
    headers,
    allowPlainHttp,
  };
}

/** A target on loopback reaches any free port. */
function listenUrlOf(draft: Draft, urls: readonly URL[]) {
  const { listenUrl } = draft.values.network ?? {};
  if (listenUrl === undefined) return urls.every(isLoopback) ? 'http://127.0.0.1:0' : undefined;
  return address(draft, 'network.listenUrl', listenUrl, [])?.href;
}

function checkHeaders(draft: Draft, headers: Readonly<Record<string, string>>) {
  const seen = new Set<string>();
  for (const [at, [name, value]] of Object.entries(headers).entries()) {
    // An invalid name may be a secret in the wrong place, so the message shows its position.
    const isName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60}$/.test(name);
    const lower = name.toLowerCase();
    const refuse = (found: string, accepted: string, cure: string) =>
      draft.refuse(['network', 'headers', isName ? name : String(at)], found, accepted, cure);
    if (!isName) {
      const accepted = 'a header name (RFC 9110 section 5.1) of at most 60 characters';
      refuse('an invalid header name', accepted, 'Correct the name.');
    } else if (reserved.has(lower) || (lower === 'traceparent' && draft.values.traceContext)) {
      refuse('a header that the harness sets itself', 'headers for a gateway', 'Remove it.');
    } else if (seen.has(lower)) {
      const found = 'a name that occurs twice, in different case';
      refuse(found, 'each name once', 'Remove one of the two.');
    } else if (!/^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
      const found = `a value of ${value.length} characters that cannot be sent`;
      const cure = 'Remove line breaks, white space at both ends, and non-ASCII characters.';
      refuse(found, 'visible ASCII characters', cure);
    }
    seen.add(lower);
  }
}

function checkSecretHeaders(draft: Draft, headers: readonly string[]) {
  const { secretHeaders = [] } = draft.values.network ?? {};
  const known = new Set(headers.map((name) => name.toLowerCase()));
  const at = secretHeaders.findIndex((name) => !known.has(name.toLowerCase()));
  if (at < 0) return;
  // The name may be a secret in the wrong place.
  const found = `no such header for name ${at + 1}`;
  const cure = 'Add the header to network.headers, or remove the name.';
  draft.refuse('network.secretHeaders', found, 'names of headers in network.headers', cure);
}

async function clientIdentity(draft: Draft) {
  const branch = 'network.clientCertificate';
  const [certKey, keyKey] = [`${branch}.cert`, `${branch}.key`] as const;
  const { cert, key, passphrase } = draft.values.network?.clientCertificate ?? {};
  if (!draft.given(certKey) && !draft.given(keyKey)) return undefined;
  draft.need(certKey, 'or leave the key out');
  draft.need(keyKey, 'or leave the certificate out');
  if (cert === undefined || key === undefined) return undefined;
  const certPem = await certificates(draft, certKey, cert);
  const accepted = 'a PEM file of the private key of the certificate';
  const keyPem = await textOf(draft, keyKey, key, accepted);
  if (certPem === undefined || keyPem === undefined) return undefined;
  const privateKey = readKey(keyPem, passphrase);
  if (!privateKey) {
    const cure = 'Set the PEM file of the key, and its passphrase if it is encrypted.';
    draft.refuse(keyKey, 'a file without a readable private key', accepted, cure);
  } else if (!new X509Certificate(certPem).checkPrivateKey(privateKey)) {
    const cure = 'Set the key of the first certificate in the certificate file.';
    draft.refuse(keyKey, 'the key of another certificate', accepted, cure);
  }
  return defined({ cert: certPem, key: keyPem, passphrase });
}

function readKey(pem: string, passphrase: string | undefined) {
  try {
    return createPrivateKey(defined({ key: pem, passphrase }));
  } catch {
    return undefined;
  }
}

async function certificates(draft: Draft, key: string, file: string) {
  const accepted = 'a PEM file of certificates';
  const text = await textOf(draft, key, file, accepted);
  if (text === undefined) return undefined;
  const blocks = pemCertificates(text);
  if (blocks.length > 0 && blocks.every(isCertificate)) return text;
  const cure = 'Convert it to PEM: each block starts with -----BEGIN CERTIFICATE-----.';
  draft.refuse(key, `${pathText(file)}, a file without readable certificates`, accepted, cure);
  return undefined;
}

async function textOf(draft: Draft, key: string, file: string, accepted: string) {
  try {
    return await readFile(draft.pathOf(key, file), 'utf8');
  } catch (error) {
    draft.refuse(key, unreadable(file, error), accepted, 'Correct the path.');
    return undefined;
  }
}

/**
 * Undefined if no URL uses a proxy: then the run can also send bytes that are not valid HTTP. Reads
 * lower case first, as curl does. HTTPS falls back to the HTTP proxy.
 */
function environmentProxy(draft: Draft, env: Env, urls: readonly URL[]) {
  const http = proxyIn(env, 'http_proxy');
  const https = proxyIn(env, 'https_proxy') ?? http;
  const no = env['no_proxy'] ?? env['NO_PROXY'];
  const proxies = defined({ http, https, no });
  const used = urls.flatMap((url) => proxyFor(url, proxies) ?? []);
  if (used.length === 0) return undefined;
  for (const proxy of new Set(used)) checkProxy(draft, proxy);
  return proxies;
}

function proxyIn(env: Env, lower: string): HttpProxy | undefined {
  const variable = env[lower] === undefined ? lower.toUpperCase() : lower;
  const url = env[variable];
  return url === undefined ? undefined : { url, variable };
}

function checkProxy(draft: Draft, { url, variable }: HttpProxy) {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
  draft.problems.push({
    key: variable,
    source: variable,
    found: `${sizeOf(url)} that is not an http or https URL`,
    accepted: 'the URL of a proxy, such as http://proxy.example.com:3128',
    cure: 'Add http:// in front, or list the target in NO_PROXY.',
  });
}
