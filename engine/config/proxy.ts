import { isIPv6 } from 'node:net';
import type { Network } from './config.ts';

/** On this machine, plain HTTP is safe and orders have no real effect. */
export const isLoopback = ({ hostname }: URL) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Undefined for loopback, which a remote proxy cannot reach, and for the hosts of NO_PROXY. */
export function proxyFor(url: URL, { http, https, no = '' }: NonNullable<Network['proxy']> = {}) {
  if (isLoopback(url) || isExcepted(url, no)) return undefined;
  return url.protocol === 'https:' ? https : http;
}

/** Percent-decoded, and as Basic sends them (RFC 7617 section 2). */
export function proxyCredentials(url: string) {
  if (!URL.canParse(url)) return undefined;
  const its = new URL(url);
  const [user, password] = [decoded(its.username), decoded(its.password)];
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
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({ port, protocol }: URL) =>
  Number(port || (protocol === 'https:' ? 443 : 80));
