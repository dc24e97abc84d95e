import { type Config, defined, isLoopback } from '../engine.ts';
import type { Draft } from './draft.ts';
import { quoted, withoutCredentials } from './found.ts';

/** `urls` are those that the run sends requests to. */
export function checkTarget(draft: Draft): {
  readonly target: Config['target'];
  readonly urls: readonly URL[];
} {
  const { audience = '', sandbox = false, ...target } = draft.values.target ?? {};
  const base = address(draft, 'target.baseUrl', target.baseUrl, ['credentials']);
  const auth = address(draft, 'target.authUrl', target.authUrl, ['query', 'credentials']);
  const jwks = address(draft, 'target.jwksUrl', target.jwksUrl, ['query']);
  if (draft.values.allow?.orders && base && !sandbox && !isLoopback(base)) {
    draft.refuse(
      'allow.orders',
      'orders allowed on a target that is not declared a sandbox',
      'orders on a sandbox only',
      'If orders have no real effect there, set M2M_SANDBOX=1 or target.sandbox: true. ' +
        'Otherwise leave orders out.',
    );
  }
  return {
    target: {
      ...defined({ ...target, jwksUrl: jwks?.href }),
      baseUrl: base ? `${base.origin}${base.pathname.replace(/\/+$/, '')}` : '',
      authUrl: auth?.href ?? '',
      audience,
      sandbox,
    },
    urls: [base, auth, jwks].filter((url) => url !== undefined),
  };
}

/**
 * What is special about a URL: it may have a query, as that of a token endpoint (RFC 6749 section
 * 3.2); it gets credentials.
 */
type Trait = 'query' | 'credentials';

export function address(
  draft: Draft,
  key: string,
  text: string | undefined,
  traits: readonly Trait[],
): URL | undefined {
  if (text === undefined) return undefined;
  const isPlainAllowed = draft.values.network?.allowPlainHttp || !traits.includes('credentials');
  const cure = cureOf(text, traits.includes('query'), isPlainAllowed);
  if (cure === undefined) return new URL(text);
  const query = traits.includes('query') ? '' : 'query, ';
  const accepted = `an absolute https URL without ${query}fragment and credentials`;
  draft.refuse(key, quoted(withoutCredentials(text)), accepted, cure);
  return undefined;
}

/** Undefined if the URL is right. */
function cureOf(text: string, mayQuery: boolean, mayBePlain: boolean) {
  if (/\s/.test(text)) return 'Remove the white space.';
  if (/^https?:(?!\/\/)/i.test(text)) return 'Write two slashes after the scheme.';
  if (/^(localhost|127\.|\[::1\])/.test(text)) return 'Add http:// in front.';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return 'Add https:// in front.';
  if (!URL.canParse(text)) return 'Correct the URL.';
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return 'Use https.';
  if (url.username || url.password)
    return 'Remove the credentials. Set those of a gateway in network.headers.';
  if (text.includes('#')) return 'Remove the fragment.';
  if (!mayQuery && text.includes('?')) return 'Remove the query.';
  return url.protocol === 'https:' || isLoopback(url) || mayBePlain
    ? undefined
    : 'Use https. To send credentials in clear text nevertheless, set M2M_ALLOW_PLAIN_HTTP=1.';
}
