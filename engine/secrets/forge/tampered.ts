import { type Forgery, type Jws, withSignature, writePart } from './jws.ts';

const scope = 'service:nbg';

export const tamperedForgeries: Readonly<Record<string, Forgery>> = {
  'payload-altered': (jws, [which]) => {
    // White space alters no claim, but the signature covers the bytes (RFC 7515 section 5.2).
    if (which === 'space') {
      const spaced = Buffer.from(JSON.stringify(jws.claims, null, 1)).toString('base64url');
      return withPayload(jws, spaced);
    }
    const altered: Record<string, unknown> = { ...jws.claims };
    const all = which === undefined;
    if (all || which === 'sub') altered['sub'] = `${String(jws.claims['sub'] ?? '')}-of-the-tester`;
    if (all || which === 'claim') altered['m2m_tester'] = true;
    if (which === 'exp') altered['exp'] = Number(jws.claims['exp'] ?? 0) + 3_600;
    return withPayload(jws, writePart(altered));
  },
  'payload-emptied': (jws) => withPayload(jws, writePart({})),
  'scope-added': (jws) => withPayload(jws, writePart(withScope(jws.claims))),
  /** `header-added:name:JSON value`. The signature covers the header too. */
  'header-added': (jws, [name = '', value = 'true']) =>
    withHeader(jws, { ...jws.header, [name]: JSON.parse(value) }),
  'signature-altered': (jws, [where]) => {
    const altered = Buffer.from(jws.signature);
    const at = where === 'last' ? altered.length - 1 : where === 'middle' ? altered.length >> 1 : 0;
    altered[at] = (altered[at] ?? 0) ^ 0xff;
    return withSignature(jws, altered);
  },
  'signature-emptied': (jws) => withSignature(jws, Buffer.alloc(0)),
  'signature-removed': ({ parts }) => `${parts[0]}.${parts[1]}`,
  'signature-truncated': (jws) =>
    withSignature(jws, jws.signature.subarray(0, jws.signature.length >> 1)),
  /** A verifier that does not check the range of r and s accepts zeros (CVE-2022-21449). */
  'signature-zeros': (jws) => withSignature(jws, Buffer.alloc(jws.signature.length)),
  /** `alg-none:spelling:emptied|kept|absent` */
  'alg-none': ({ header, parts }, [spelling = 'none', left = 'emptied']) => {
    const ends: Readonly<Record<string, string>> = {
      emptied: '.',
      kept: `.${parts[2]}`,
      absent: '',
    };
    return `${writePart({ ...header, alg: spelling })}.${parts[1]}${ends[left]}`;
  },
  /** `header-removed:name` */
  'header-removed': (jws, [name = '']) => {
    const { [name]: _removed, ...header } = jws.header;
    return withHeader(jws, header);
  },
};

const withPayload = ({ parts }: Jws, payload: string) => `${parts[0]}.${payload}.${parts[2]}`;

const withHeader = ({ parts }: Jws, header: object) =>
  `${writePart(header)}.${parts[1]}.${parts[2]}`;

/** In every claim that issuers use for scopes, in the form of the claim or its usual form. */
function withScope(claims: Jws['claims']) {
  const granted: Record<string, unknown> = { ...claims };
  for (const name of ['scope', 'scp', 'scopes', 'permissions', 'roles']) {
    const held = claims[name];
    if (Array.isArray(held)) granted[name] = [...held, scope];
    else if (typeof held === 'string') granted[name] = `${held} ${scope}`.trim();
    else granted[name] = name === 'scope' ? scope : [scope];
  }
  return granted;
}
