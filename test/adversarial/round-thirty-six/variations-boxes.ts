import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { jws, objectOf, untrusted, utf8 } from './jwt.ts';
import type { Apply, Habit, Json, WebModule } from './model.ts';
import { habit } from './model.ts';

const textOf = (part: string): string | undefined => utf8(Buffer.from(part, 'base64url'));
const partOf = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/** Writes header and payload of what is issued in another way, and signs it again by RS256. */
const rewritten =
  (header: (text: string) => string, payload: (text: string) => string): Apply =>
  (module) => {
    const { tokenAnswer } = module;
    module.tokenAnswer = (client, token) => {
      const [head = '', body = ''] = token.split('.');
      const input = `${partOf(header(textOf(head) ?? ''))}.${partOf(payload(textOf(body) ?? ''))}`;
      const signature = sign('sha256', Buffer.from(input), module.privateKey).toString('base64url');
      return tokenAnswer(client, `${input}.${signature}`);
    };
  };
const same = (text: string): string => text;
const claimed =
  (change: (claims: Json, scopes: readonly string[]) => Json): Apply =>
  (module) => {
    const { claims } = module;
    module.claims = (client) => change(claims(client), client.scopes);
  };

/** The claims of a token that the key on the curve of Koblitz signed. */
function koblitz(module: WebModule, token: string): Json {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  const [, head = '', payload = '', last = ''] = parts ?? [];
  const header = objectOf(textOf(head));
  const signature = Buffer.from(last, 'base64url');
  const key = { key: module.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (header?.['alg'] !== 'ES256K' || Object.hasOwn(header, 'crit') || signature.length !== 64) {
    throw untrusted();
  }
  const claims = verify('sha256', Buffer.from(`${head}.${payload}`), key, signature)
    ? objectOf(textOf(payload))
    : undefined;
  if (claims === undefined) {
    throw untrusted();
  }
  return claims;
}

const days = (seconds: unknown): number => Number(seconds) / 86_400 + 25_569;

export const boxes: readonly Habit[] = [
  habit('es256k-of-the-jose-library', 'Tokens are signed with ES256K, on the curve secp256k1.', (module) => {
    const { tokenHeader } = module;
    Object.assign(module, generateKeyPairSync('ec', { namedCurve: 'secp256k1' }));
    module.tokenHeader = () => ({ ...tokenHeader(), alg: 'ES256K' });
    module.verify = async (token) => koblitz(module, token);
  }),
  habit('eddsa-on-the-larger-curve', 'Tokens are signed with EdDSA on the curve Ed448.', (module) => {
    Object.assign(module, generateKeyPairSync('ed448'));
  }),
  habit(
    'numeric-dates-as-doubles',
    'Tokens write their times as doubles, 1.764077563E9.',
    rewritten(same, (text) =>
      text.replace(/("(?:iat|nbf|exp)":)(\d)(\d{9})(?=[,}])/g, (_whole, name: string, first: string, rest: string) => {
        return `${name}${first}.${rest}E9`;
      }),
    ),
  ),
  habit(
    'jose-header-on-lines',
    'The header of tokens is indented by tabs, with CRLF and a space before each colon.',
    rewritten((text) => JSON.stringify(objectOf(text), null, '\t').replace(/":/g, '" :').replace(/\n/g, '\r\n'), same),
  ),
  habit('scopes-in-comma-text', 'Tokens carry their scopes as CommaText, each in quotation marks.', (module) => {
    claimed(({ scope: _scope, ...claims }, scopes) => ({
      ...claims,
      rights: scopes.map((scope) => `"${scope}"`).join(','),
    }))(module);
    module.scopeOf = ({ rights }) => [...String(rights).matchAll(/"([^"]*)"/g)].map(([, scope = '']) => scope);
  }),
  habit(
    'times-in-days-besides',
    'Tokens have Exp, Nbf and Iat besides, which are days since 1899.',
    claimed(({ iat, nbf, exp, ...claims }) => ({
      Exp: days(exp),
      Nbf: days(nbf),
      Iat: days(iat),
      ...claims,
      iat,
      nbf,
      exp,
    })),
  ),
  habit(
    'live-validity-window',
    'Successes carry in their own field Authorization a fresh token, while the earlier one stays good.',
    (module) => {
      const { headerFilter } = module;
      module.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        const [, payload = ''] = (req.headers['authorization'] ?? '').split('.');
        const sub = objectOf(textOf(payload))?.['sub'];
        const client = [module.scoped, module.unscoped].find(({ id }) => id === sub);
        if (reply.status < 300 && req.user !== undefined && client !== undefined) {
          reply.headers.push(['Authorization', `bearer ${jws(module, module.claims(client))}`]);
        }
      };
    },
  ),
  habit(
    'quoted-name-of-a-server-method',
    'The path of the token endpoint ends in a name in escaped quotation marks.',
    (module) => {
      module.tokenPath = '/datasnap/rest/TTokens/%22Issue%22';
    },
  ),
  habit('isapi-library-in-the-path', 'The API lives below the file name of a library, estuary.dll.', (module) => {
    module.base = '/scripts/estuary.dll/rest';
  }),
  habit(
    'token-refusals-as-a-form',
    'What the token endpoint refuses is answered as a form, error=invalid_client.',
    (module) => {
      const { tokenRefusal } = module;
      module.tokenRefusal = (error) => {
        const { status, headers } = tokenRefusal(error);
        const raw = new URLSearchParams({ error, error_description: 'The grant was refused.' }).toString();
        return { status, headers, type: 'application/x-www-form-urlencoded', raw };
      };
    },
  ),
];
