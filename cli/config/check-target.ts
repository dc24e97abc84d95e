import { type Config, isLoopback } from '../engine.ts';
import type { Draft } from './draft.ts';
import { quoted, withoutCredentials } from './found.ts';
import { given } from './layer.ts';

export function checkTarget(draft: Draft): Config['target'] {
  const { target = {} } = draft.values;
  const base = address(draft, 'target.baseUrl', target.baseUrl, {
    query: false,
    credentials: true,
  });
  const auth = address(draft, 'target.authUrl', target.authUrl, { query: true, credentials: true });
  const jwks = address(draft, 'target.jwksUrl', target.jwksUrl, {
    query: true,
    credentials: false,
  });
  const sandbox = target.sandbox ?? false;
  const orders = draft.values.allow?.orders === true;
  if (orders && base && !sandbox && !isLoopback(base)) {
    draft.report(
      'allow.orders',
      'orders on a sandbox only',
      'If orders have no real effect there, set M2M_SANDBOX=1 or target.sandbox: true. ' +
        'Otherwise leave orders out.',
      'orders allowed on a target that is not declared a sandbox',
    );
  }
  return {
    baseUrl: base ? `${base.origin}${base.pathname.replace(/\/+$/, '')}` : '',
    authUrl: auth?.href ?? '',
    audience: target.audience ?? '',
    ...given({
      jwksUrl: jwks?.href,
      implementation: target.implementation,
      build: target.build,
    }),
    sandbox,
  };
}

interface Expectation {
  /** As that of a token endpoint may (RFC 6749 section 3.2). */
  readonly query: boolean;
  readonly credentials: boolean;
}

export function address(
  draft: Draft,
  key: string,
  text: string | undefined,
  expected: Expectation,
): URL | undefined {
  if (text === undefined) return undefined;
  const query = expected.query ? '' : 'query, ';
  const accepted = `an absolute https URL without ${query}fragment and credentials`;
  const refuse = (cure: string) => {
    draft.report(key, accepted, cure, quoted(withoutCredentials(text)));
    return undefined;
  };
  if (/\s/.test(text)) return refuse('Remove the white space.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return refuse(withScheme(text));
  if (!URL.canParse(text)) return refuse('Correct the URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('Use https.');
  if (url.username || url.password)
    return refuse('Remove the credentials. Set those of a gateway in network.headers.');
  if (url.hash || text.includes('#')) return refuse('Remove the fragment.');
  if (!expected.query && text.includes('?')) return refuse('Remove the query.');
  const clear =
    url.protocol === 'http:' && !isLoopback(url) && draft.values.network?.allowPlainHttp !== true;
  if (clear && expected.credentials) {
    return refuse(
      'Use https. To send credentials in clear text nevertheless, set M2M_ALLOW_PLAIN_HTTP=1.',
    );
  }
  return url;
}

function withScheme(text: string) {
  if (/^https?:/i.test(text)) return 'Write two slashes after the scheme.';
  const scheme = /^(localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https';
  return `Add ${scheme}:// in front.`;
}
