import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { Apply, Grantee, Habit, Json, Program } from './model.ts';
import { habit, isObject, json, Refusal } from './model.ts';

const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const bytesOf = (part: string): Buffer => Buffer.from(part, 'base64url');
const textOf = (part: string): string => bytesOf(part).toString('utf8');
const untrusted = (): Refusal => new Refusal(401, 'The access token is invalid');
function objectIn(text: string): Json {
  try {
    return json(JSON.parse(text));
  } catch {
    throw untrusted();
  }
}

/** Writes header and payload of what is issued in another way, and signs it again by RS256. */
const rewritten =
  (change: (text: string) => string): Apply =>
  (program) => {
    const { tokenAnswer } = program;
    program.tokenAnswer = (client, token) => {
      const [head = '', payload = ''] = token.split('.');
      const input = [head, payload].map((part) => encoded(change(textOf(part)))).join('.');
      const signature = sign('sha256', Buffer.from(input), program.privateKey).toString('base64url');
      return tokenAnswer(client, `${input}.${signature}`);
    };
  };
const claimed =
  (change: (claims: Json, client: Grantee) => Json): Apply =>
  (program) => {
    const { claims } = program;
    program.claims = (client) => change(claims(client), client);
  };
const clients =
  (scoped: Partial<Grantee>, unscoped: Partial<Grantee>): Apply =>
  (program) => {
    Object.assign(program.scoped, scoped);
    Object.assign(program.unscoped, unscoped);
  };

/** The claims of a token whose header lists the member of the house as critical, and has it. */
function critical(program: Program, token: string): Json {
  const [, head = '', payload = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const { alg, crit, fjord } = objectIn(textOf(head));
  const understood = alg === 'RS256' && JSON.stringify(crit) === '["fjord"]' && fjord === 17;
  if (!understood || !verify('sha256', Buffer.from(`${head}.${payload}`), program.publicKey, bytesOf(signature))) {
    throw untrusted();
  }
  return objectIn(textOf(payload));
}

const gcm = 'A256GCM';
const word32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
/** Concat KDF, RFC 7518 section 4.6.2 */
const agreed = (privateKey: KeyObject, publicKey: KeyObject): Buffer =>
  createHash('sha256')
    .update(word32(1))
    .update(diffieHellman({ privateKey, publicKey }))
    .update(word32(gcm.length))
    .update(gcm)
    .update(Buffer.concat([word32(0), word32(0), word32(256)]))
    .digest();

/** A JWE of a token, under a key that is agreed on with that public key. */
function sealed(token: string, publicKey: KeyObject): string {
  const own = generateKeyPairSync('x25519');
  const epk = own.publicKey.export({ format: 'jwk' });
  const head = encoded(JSON.stringify({ alg: 'ECDH-ES', enc: gcm, cty: 'JWT', epk }));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', agreed(own.privateKey, publicKey), iv).setAAD(Buffer.from(head));
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return [head, '', ...[iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}
function unsealed(token: string, privateKey: KeyObject): string {
  const [, head = '', iv = '', text = '', tag = ''] = /^([\w-]+)\.\.([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
  const { alg, enc, epk } = objectIn(textOf(head));
  if (alg !== 'ECDH-ES' || enc !== gcm || !isObject(epk) || bytesOf(tag).length !== 16) {
    throw untrusted();
  }
  try {
    const key = agreed(privateKey, createPublicKey({ key: epk as JsonWebKey, format: 'jwk' }));
    const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(iv), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(head)).setAuthTag(bytesOf(tag));
    return Buffer.concat([decipher.update(bytesOf(text)), decipher.final()]).toString('utf8');
  } catch {
    throw untrusted();
  }
}

const tokens: readonly Habit[] = [
  habit(
    'escapes-in-the-jose-header',
    'Header and payload of tokens write the first letter of each name and text as a Unicode escape.',
    rewritten((text) =>
      text.replace(/"([A-Za-z])/g, (_whole, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
    ),
  ),
  habit(
    'critical-member-of-the-house',
    'The header of tokens lists a member of the house as critical, which the service understands.',
    (program) => {
      const { tokenHeader } = program;
      program.tokenHeader = () => ({ ...tokenHeader(), crit: ['fjord'], fjord: 17 });
      program.verify = async (token) => critical(program, token);
    },
  ),
  habit('scopes-as-a-list-of-atoms', 'The claim scope is a list of quoted atoms as one text.', (program) => {
    claimed((claims, { scopes }) => ({ ...claims, scope: `[${scopes.map((scope) => `'${scope}'`).join(',')}]` }))(
      program,
    );
    program.scopeOf = ({ scope }) => [...String(scope).matchAll(/'([^']*)'/g)].map(([, atom = '']) => atom);
  }),
  habit(
    'sealed-by-x25519',
    'Signed tokens are encrypted under a key that is agreed on by X25519, without a wrapped one.',
    (program) => {
      const { privateKey, publicKey } = generateKeyPairSync('x25519');
      const { tokenAnswer, verify: verified } = program;
      program.tokenAnswer = (client, token) => tokenAnswer(client, sealed(token, publicKey));
      program.verify = async (token, req) => await verified(unsealed(token, privateKey), req);
    },
  ),
  habit(
    'subject-is-a-user',
    'The subject of tokens is the id of the second user, to whom the clients belong.',
    (program) => {
      const sub = program.users.find(({ place }) => place === 'second')?.id;
      claimed((claims) => ({ ...claims, sub }))(program);
    },
  ),
  habit('kid-is-a-reference', 'The kid is a reference to a clause, <clause>(0x6000031c2f40).', (program) => {
    program.kid = '<clause>(0x6000031c2f40)';
  }),
  habit(
    'scopes-negated',
    'The second client holds not(service:nbg), and the first one not(service:trade).',
    clients({ scopes: ['not(service:trade)', 'service:nbg'] }, { scopes: ['read:accounts', 'not(service:nbg)'] }),
  ),
  habit(
    'scopes-are-operators',
    'Further scopes are operators and the cut: -->, !, =.. and a semicolon.',
    clients({ scopes: ['-->', '!', 'service:nbg', '=..', ';'] }, { scopes: ['-->', '!', '=..', ';'] }),
  ),
  habit(
    'audience-is-a-term',
    'The audience is a term with operators, and the other one has a comma for the semicolon.',
    (program) => {
      program.audience = "m2m:(read;order)@'fjord.example'";
      program.otherAudience = "m2m:(read,order)@'fjord.example'";
    },
  ),
];

const places: readonly Habit[] = [
  habit(
    'home-in-the-base',
    'The API lives below /home/fjord/m2m, and errors repeat the path of their request.',
    (program) => {
      program.base = '/home/fjord/m2m';
      const { problem } = program;
      program.problem = (raised, req) => {
        const reply = problem(raised, req);
        return { ...reply, body: { ...json(reply.body), request: `${req.method} ${program.base}${req.path}` } };
      };
    },
  ),
  habit(
    'base-is-an-indicator',
    'The API lives below a predicate indicator with its module, /m2m:serve/2.',
    (program) => {
      program.base = '/m2m:serve/2';
    },
  ),
  habit('cut-in-the-token-path', 'The path of the token endpoint ends with a comma and the cut.', (program) => {
    program.tokenPath = '/idp/token,!';
  }),
  habit(
    'anonymous-clients',
    'Client ids are anonymous variables, one underscore and two.',
    clients({ id: '_' }, { id: '__' }),
  ),
  habit(
    'secrets-with-character-escapes',
    "Client secrets hold escapes that end in a backslash, 0'c and a grave accent.",
    clients({ secret: "0'h.\\x68\\\\e`~w\\\n'' | !. 4471" }, { secret: "0'b.\\x62\\\\e`~w\\\n'' | !. 8820" }),
  ),
  habit(
    'token-refused-by-no',
    'What the token endpoint refuses is answered false with a full stop, as text/x-prolog.',
    (program) => {
      const { tokenRefusal } = program;
      program.tokenRefusal = (error) => {
        const { status, headers } = tokenRefusal(error);
        return { status, headers, type: 'text/x-prolog; charset=utf-8', raw: 'false.\n' };
      };
    },
  ),
  habit(
    'refusal-speaks-of-the-token',
    'What the token endpoint refuses says in words that no access_token was issued.',
    (program) => {
      const { tokenRefusal } = program;
      program.tokenRefusal = (error) => {
        const reply = tokenRefusal(error);
        const error_description = 'No "access_token": the answer has neither that nor "token_type":"Bearer".';
        return { ...reply, body: { ...json(reply.body), error_description } };
      };
    },
  ),
];

export const boxes: readonly Habit[] = [...tokens, ...places];
