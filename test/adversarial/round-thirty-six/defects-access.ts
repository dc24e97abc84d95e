import { createHmac, sign } from 'node:crypto';
import { now, objectOf, untrusted, utf8 } from './jwt.ts';
import type { Apply, Fault, Grantee, Json, Req, WebModule } from './model.ts';
import { fault, pause, Refusal } from './model.ts';

const part = (token: string, at: number): Json | undefined =>
  objectOf(utf8(Buffer.from(token.split('.')[at] ?? '', 'base64url')));
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const answered =
  (change: (answer: Json, client: Grantee, module: WebModule) => Json): Apply =>
  (module) => {
    const { tokenAnswer } = module;
    module.tokenAnswer = (client, token) => change(tokenAnswer(client, token), client, module);
  };

const token: readonly Fault[] = [
  fault(
    'record-is-marshalled-as-an-array',
    'token/issued',
    'expires_in is a TTimeSpan, and TJson writes a record as an array of its fields: [36000000000].',
    answered((answer, _client, { lifetime }) => ({ ...answer, expires_in: [lifetime * 1e7] })),
    ['token/expires-in', 'token/expiry-claim'],
  ),
  fault(
    'set-to-string-with-brackets',
    'token/scope-granted',
    'The scopes of the token answer are a set written by SetToString: [scRead,scNbg].',
    answered((answer, { scopes }) => {
      const names = scopes.map((scope) => scope.replace(/^.*:/, ''));
      return { ...answer, scope: `[${names.map((name) => `sc${name.charAt(0).toUpperCase()}${name.slice(1)}`)}]` };
    }),
  ),
  fault(
    'result-of-a-string-function-is-not-empty',
    'token/scope-withheld',
    'A string Result is not empty at first but holds that of the call before: scopes are appended to those of another client.',
    (module) => {
      let before: Grantee | undefined;
      answered((answer, client) => {
        const result = before === undefined || before.id === client.id ? '' : before.scopes.join(' ');
        before = client;
        return { ...answer, scope: `${result} ${String(answer['scope'])}`.trim() };
      })(module);
    },
  ),
  fault(
    'stream-is-not-rewound-for-the-signature',
    'token/renewal',
    'The stream of a client is signed from its Position, which is its end from the second token on: the signature covers nothing.',
    (module) => {
      const streams = new Set<string>();
      const { tokenAnswer } = module;
      module.tokenAnswer = (client, text) => {
        if (!streams.has(client.id)) {
          streams.add(client.id);
          return tokenAnswer(client, text);
        }
        const hash = module.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
        const nothing = sign(hash, Buffer.alloc(0), { key: module.privateKey, dsaEncoding: 'ieee-p1363' });
        return tokenAnswer(client, text.replace(/[^.]+$/, nothing.toString('base64url')));
      };
    },
  ),
  fault(
    'locate-is-not-asked-for-its-result',
    'token/bad-credentials',
    'Locate of an unknown client is False and leaves the cursor at the client before, with whose secret the one given is compared.',
    (module) => {
      const { findClient } = module;
      let cursor = module.scoped;
      module.findClient = (request) => {
        const { client_id, client_secret } = request;
        cursor = [module.scoped, module.unscoped].find(({ id }) => id === client_id) ?? cursor;
        return isText(client_id) && client_secret === cursor.secret ? cursor : findClient(request);
      };
    },
  ),
  fault(
    'compared-in-the-length-of-what-is-given',
    'token/missing-fields',
    'StrLComp compares as many characters of the secret as were sent, and where none was sent they are equal.',
    (module) => {
      const { findClient } = module;
      module.findClient = (request) =>
        isText(request['client_secret'])
          ? findClient(request)
          : [module.scoped, module.unscoped].find(({ id }) => id === request['client_id']);
    },
  ),
  fault(
    'field-of-a-cached-module-outlives-its-request',
    'token/malformed-body',
    'ParseJSONValue is nil for a malformed token request, and FGrant of the cached web module still holds the request before.',
    (module) => {
      const { decodeGrant } = module;
      let grant: Json | undefined;
      module.decodeGrant = (body) => {
        grant = decodeGrant(body) ?? grant;
        return grant;
      };
    },
  ),
  fault(
    'with-hides-the-audience-of-the-settings',
    'token/wrong-audience',
    'Within with Grant do both sides of Audience <> Audience are the member of the request, and any audience gets a good token.',
    (module) => {
      module.audienceHolds = () => true;
    },
  ),
  fault(
    'minutes-of-seconds-by-incminute',
    'token/expiry-claim',
    'exp is IncMinute(Now, Lifetime) of a lifetime in seconds, sixty hours ahead; expires_in says one hour.',
    (module) => {
      const { claims } = module;
      module.claims = (client) => ({ ...claims(client), exp: now() + module.lifetime * 60 });
    },
  ),
];

/** Stores the address of an update that has been refused already. */
function carryOn(module: WebModule, req: Req): void {
  const user = module.findUser(req.headers['x-user-id'] ?? '', req);
  if (user === undefined || req.method !== 'PATCH') {
    return;
  }
  try {
    module.store(user, module.checkAddress(objectOf(utf8(req.body))?.['address']), req);
  } catch {
    // Not an address either
  }
}

const auth: readonly Fault[] = [
  fault(
    'skip-routes-of-the-jwt-middleware',
    'auth/missing',
    'The pattern /learn/learning-guides/:id is one of SkipRoutes: without an Authorization header the guide is shown.',
    (module) => {
      const { credentials, verify, holds } = module;
      module.credentials = (req) =>
        req.area === 'guide' && req.headers['authorization'] === undefined ? '' : credentials(req);
      module.verify = async (text, req) => (text === '' ? {} : verify(text, req));
      module.holds = (claims, req) => {
        if (req.area !== 'guide' || req.headers['authorization'] !== undefined) {
          holds(claims, req);
        }
      };
    },
  ),
  fault(
    'what-follows-the-last-delimiter',
    'auth/malformed',
    'Cash takes what follows LastDelimiter of a blank for the token: another scheme or none is as good as Bearer.',
    (module) => {
      const { credentials } = module;
      module.credentials = (req) => {
        const last = /[^ ]*$/.exec(req.headers['authorization'] ?? '')?.[0] ?? '';
        return req.area === 'cash' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(last) ? last : credentials(req);
      };
    },
  ),
  fault(
    'verify-takes-the-algorithm-of-the-header',
    'auth/forged-key-confusion',
    'TJOSE.Verify for daily summaries takes alg from the token and the PEM file as its key: HS256 with that text is verified.',
    (module) => {
      const { verify } = module;
      const pem = module.publicKey.export({ type: 'spki', format: 'pem' });
      module.verify = async (text, req) => {
        const [head = '', payload = '', signature = ''] = text.split('.');
        if (req.area !== 'summaries' || part(text, 0)?.['alg'] !== 'HS256') {
          return verify(text, req);
        }
        const own = createHmac('sha256', pem).update(`${head}.${payload}`).digest('base64url');
        const claims = part(text, 1);
        if (own !== signature || claims === undefined) {
          throw untrusted();
        }
        return claims;
      };
    },
  ),
  fault(
    'minutes-between-has-no-sign',
    'auth/expired',
    'Notification settings refuse a token where MinutesBetween(Expiration, Now) is below zero, which it never is.',
    (module) => {
      const { holds } = module;
      module.holds = (claims, req) =>
        holds(
          req.area === 'notifications' && typeof claims['exp'] === 'number' ? { ...claims, exp: now() + 60 } : claims,
          req,
        );
    },
  ),
  fault(
    'parse-authentication-knows-one-case',
    'auth/scheme-case',
    "OnParseAuthentication sets VHandled where AAuthType = 'Bearer', without SameText: bearer and BEARER are refused.",
    (module) => {
      const { credentials } = module;
      module.credentials = (req) => {
        if (!(req.headers['authorization'] ?? 'Bearer').startsWith('Bearer')) {
          throw new Refusal(401, 'Unsupported authorization scheme');
        }
        return credentials(req);
      };
    },
  ),
  fault(
    'refused-without-an-exit',
    'auth/before-effects',
    'After the 401 of an address update has been sent there is no Exit, and the address is stored.',
    (module) => {
      const { credentials, verify } = module;
      module.credentials = (req) => {
        try {
          return credentials(req);
        } catch (error) {
          carryOn(module, req);
          throw error;
        }
      };
      module.verify = async (text, req) => {
        try {
          return await verify(text, req);
        } catch (error) {
          carryOn(module, req);
          throw error;
        }
      };
    },
  ),
];

const scope: readonly Fault[] = [
  fault(
    'intersection-is-always-a-subset',
    'scope/guides-required',
    'The listing asks Granted * Required <= Required, which holds for every set, the empty one too.',
    (module) => {
      const { entitled } = module;
      module.entitled = (claims, req) => req.area === 'guides' || entitled(claims, req);
    },
  ),
  fault(
    'dictionary-of-signatures-that-were-good',
    'scope/forged-scope',
    'Signatures found good once are kept in a TDictionary, and the listing believes the claims of any token that carries one.',
    (module) => {
      const { verify } = module;
      const good = new Set<string>();
      module.verify = async (text, req) => {
        const signature = text.slice(text.lastIndexOf('.') + 1);
        const claims = part(text, 1);
        if (req.area === 'guides' && good.has(signature) && claims !== undefined) {
          return claims;
        }
        const verified = await verify(text, req);
        good.add(signature);
        return verified;
      };
    },
    ['auth/forged'],
  ),
];

const user: readonly Fault[] = [
  fault(
    'fields-of-an-empty-dataset',
    'user/unknown',
    'Nobody asks IsEmpty of the cash query, and FieldByName of no row is 0: an unknown user has no accounts as of 1899-12-30.',
    (module) => {
      const { findUser, cash } = module;
      module.findUser = (id, req) =>
        findUser(id, req) ?? (req.area === 'cash' ? { id, language: 'pt', place: 'second' } : undefined);
      module.cash = (who, req) =>
        module.users.some(({ id }) => id === who.id) ? cash(who, req) : { asOf: '1899-12-30', accounts: [] };
    },
  ),
  fault(
    'string-list-does-not-mind-the-case',
    'user/malformed',
    'Analyst insights check the length of a user id and look it up by IndexOf of a TStringList, which does not mind the case.',
    (module) => {
      const { validId, findUser } = module;
      module.validId = (id, req) => (req.area === 'insights' ? id.length === 24 : validId(id, req));
      module.findUser = (id, req) => findUser(req.area === 'insights' ? id.toLowerCase() : id, req);
    },
  ),
  fault(
    'global-variable-of-the-unit',
    'user/isolation',
    'The user of a portfolio is a global variable of the unit, not a threadvar: of two requests at a time both get the later one.',
    (module) => {
      const { content } = module;
      let current = module.users[0];
      module.content = async (req, own) => {
        if (req.area !== 'portfolios') {
          return content(req, own);
        }
        current = own;
        await pause(20);
        return content(req, current);
      };
    },
  ),
];

export const access: Fault[] = [...token, ...auth, ...scope, ...user];
