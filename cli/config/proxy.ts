import type { Network } from '../../engine/config/config.ts';
import { isLoopback } from './check-target.ts';
import type { Draft } from './draft.ts';
import type { Env } from './variables.ts';

/**
 * Returns the environment's proxies if at least one of the URLs uses them. Undefined if none does: without a proxy the
 * run can also send bytes that are not valid HTTP. Loopback is never proxied, because a remote proxy cannot reach it.
 * Reads variables as the transport does: lower case first, and HTTPS falls back to the HTTP proxy.
 */
export function environmentProxy(draft: Draft, env: Env, urls: readonly string[]): Network['proxy'] {
  const http = env['http_proxy'] ?? env['HTTP_PROXY'];
  const https = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? http;
  if (http === undefined && https === undefined) return undefined;
  const addresses = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const exceptions = [
    env['no_proxy'] ?? env['NO_PROXY'] ?? '',
    ...addresses.filter(isLoopback).map(({ hostname }) => hostname),
  ]
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const no = exceptions[0] === '*' ? '*' : exceptions.join(',');
  const proxied = addresses.filter((url) => !isExcepted(url, no));
  const used = proxied.map(({ protocol }) => (protocol === 'https:' ? https : http));
  if (used.every((proxy) => proxy === undefined)) return undefined;
  for (const [name, proxy] of [['HTTP_PROXY', http] as const, ['HTTPS_PROXY', https] as const]) {
    if (proxy !== undefined && used.includes(proxy)) checkProxy(draft, name, proxy);
  }
  return {
    ...(http === undefined ? {} : { http }),
    ...(https === undefined ? {} : { https }),
    ...(no === '' ? {} : { no }),
  };
}

/** Reads NO_PROXY as the transport does: hosts and their subdomains, with or without a port. `*` alone exempts all. */
function isExcepted(url: URL, no: string): boolean {
  if (no === '*') return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return no.split(/[,\s]/).some((entry) => {
    const [, host = entry, only = ''] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const name = host.replace(/^\*?\./, '').toLowerCase();
    if (name === '' || (only !== '' && only !== port)) return false;
    return url.hostname === name || url.hostname.endsWith(`.${name}`);
  });
}

function checkProxy(draft: Draft, name: string, proxy: string): void {
  const url = /^https?:\/\//i.test(proxy) && URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url || draft.problems.some(({ key }) => key === name)) return;
  const found = `a string of ${proxy.length} characters that is not an http or https URL`;
  draft.problems.push({
    key: name,
    source: name,
    found,
    accepted: 'the URL of a proxy, such as http://proxy.example.com:3128',
    cure: 'Add http:// in front, or list the target in NO_PROXY.',
  });
}
