import type { HttpProxy, Network } from '../../engine/config/config.ts';
import { proxyFor } from '../../engine/config/proxy.ts';
import type { Draft } from './draft.ts';
import type { Env } from './variables.ts';

/**
 * Undefined if no URL uses a proxy: then the run can also send bytes that are not valid HTTP. Reads
 * lower case first, as curl does. HTTPS falls back to the HTTP proxy.
 */
export function environmentProxy(
  draft: Draft,
  env: Env,
  urls: readonly string[],
): Network['proxy'] {
  const http = proxyIn(env, 'http_proxy');
  const https = proxyIn(env, 'https_proxy') ?? http;
  const no = env['no_proxy'] ?? env['NO_PROXY'];
  const proxies = {
    ...(http ? { http } : {}),
    ...(https ? { https } : {}),
    ...(no === undefined ? {} : { no }),
  };
  const addresses = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const used = addresses.flatMap((url) => proxyFor(url, proxies) ?? []);
  if (used.length === 0) return undefined;
  for (const proxy of new Set(used)) checkProxy(draft, proxy);
  return proxies;
}

function proxyIn(env: Env, lower: string): HttpProxy | undefined {
  const variable = [lower, lower.toUpperCase()].find((name) => env[name] !== undefined);
  const url = variable === undefined ? undefined : env[variable];
  return variable === undefined || url === undefined ? undefined : { url, variable };
}

function checkProxy(draft: Draft, { url, variable }: HttpProxy): void {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
  draft.problems.push({
    key: variable,
    source: variable,
    found: `a string of ${url.length} characters that is not an http or https URL`,
    accepted: 'the URL of a proxy, such as http://proxy.example.com:3128',
    cure: 'Add http:// in front, or list the target in NO_PROXY.',
  });
}
