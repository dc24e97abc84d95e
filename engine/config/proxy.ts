import { isIPv6 } from 'node:net';
import type { HttpProxy, Network } from './config.ts';

/** On this machine, plain HTTP is safe and orders have no real effect. */
export function isLoopback({ hostname }: URL) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Undefined for loopback, which a remote proxy cannot reach, and for the hosts of NO_PROXY. */
export function proxyFor(
  url: URL,
  { http, https, no = '' }: NonNullable<Network['proxy']> = {},
): HttpProxy | undefined {
  if (isLoopback(url) || isExcepted(url, no)) return undefined;
  return url.protocol === 'https:' ? https : http;
}

/** Percent-decoded, and as Basic sends them (RFC 7617 section 2). */
export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
  readonly basic: string;
}

export function proxyCredentials(url: string): ProxyCredentials | undefined {
  if (!URL.canParse(url)) return undefined;
  const [user, password] = [new URL(url).username, new URL(url).password].map(decoded) as [
    string,
    string,
  ];
  if (user === '' && password === '') return undefined;
  return { user, password, basic: Buffer.from(`${user}:${password}`).toString('base64') };
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Hosts and their subdomains, with or without a port, separated by commas or spaces. */
function isExcepted(url: URL, no: string) {
  const port = String(portOf(url));
  return no.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, host = entry, only = port] = isIPv6(entry)
      ? [entry, `[${entry}]`]
      : (/^(.+):(\d+)$/.exec(entry) ?? []);
    const name = host.replace(/^\*?\./, '').toLowerCase();
    return (
      name !== '' && only === port && (url.hostname === name || url.hostname.endsWith(`.${name}`))
    );
  });
}

/** The host as sockets take it: an IPv6 address has no brackets. */
export function hostOf({ hostname }: URL) {
  return hostname.replace(/^\[|\]$/g, '');
}

export function portOf({ port, protocol }: URL) {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}
