import { objectOf, utf8 } from './jwt.ts';
import type { Apply, Fault, Json, Lua, Req, User } from './model.ts';
import { fault, json, Refusal } from './model.ts';

const part = (token: string, at: number): Json | undefined =>
  objectOf(utf8(Buffer.from(token.split('.')[at] ?? '', 'base64url')));
const answered =
  (change: (answer: Json, lua: Lua) => Json): Apply =>
  (lua) => {
    const { tokenAnswer } = lua;
    lua.tokenAnswer = (client, token) => change(tokenAnswer(client, token), lua);
  };

const fields = ['grant_type', 'audience', 'client_id', 'client_secret'];

const token: readonly Fault[] = [
  fault(
    'null-of-cjson-is-true',
    'token/issued',
    'token_type is client.token_type or Bearer, and cjson.null is a userdata, which counts as true: it is null.',
    answered((answer) => ({ ...answer, token_type: null })),
    ['token/type-bearer'],
  ),
  fault(
    'ttl-of-an-entry-without-exptime',
    'token/expires-in',
    'From the second token of a client on expires_in is dict:ttl() of its entry, which was set without exptime: 0.',
    (lua) => {
      const { tokenAnswer } = lua;
      const kept = new Set<string>();
      lua.tokenAnswer = (client, text) => {
        const answer = tokenAnswer(client, text);
        const again = kept.has(client.id);
        kept.add(client.id);
        return again ? { ...answer, expires_in: 0 } : answer;
      };
    },
    ['token/expiry-claim'],
  ),
  fault(
    'table-concat-without-separator',
    'token/scope-granted',
    'The scopes of the token answer are joined by table.concat without its second argument: service:readservice:nbg.',
    answered((answer) => ({ ...answer, scope: String(answer['scope']).replaceAll(' ', '') })),
  ),
  fault(
    'not-binds-before-the-comparison',
    'token/bad-credentials',
    'The secret is refused if not given == known, in which not comes first: false equals no text, and any secret will do.',
    (lua) => {
      lua.findClient = (request) =>
        typeof request['client_secret'] === 'string'
          ? [lua.scoped, lua.unscoped].find(({ id }) => id === request['client_id'])
          : undefined;
    },
  ),
  fault(
    'first-result-of-pcall',
    'token/bad-grant',
    'Of pcall(check_grant) only the first result is read, which is true for a check that says false without an error.',
    (lua) => {
      lua.grantHolds = (request) => typeof request['grant_type'] === 'string';
    },
  ),
  fault(
    'fields-are-picked-by-ngx-re',
    'token/malformed-body',
    'Where cjson gives up, the four fields of a token request are picked from its bytes by ngx.re.match each.',
    (lua) => {
      const { decodeGrant } = lua;
      lua.decodeGrant = (body) => {
        const picked: Json = {};
        for (const name of fields) {
          const [, value] = new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(body.toString()) ?? [];
          if (value !== undefined) {
            picked[name] = value;
          }
        }
        return decodeGrant(body) ?? (Object.keys(picked).length > 0 ? picked : undefined);
      };
    },
  ),
  fault(
    'audience-is-checked-by-a-timer',
    'token/wrong-audience',
    'The audience is looked up by a cosocket within ngx.timer.at(0), which has its result when the token is out.',
    (lua) => {
      lua.audienceHolds = () => true;
    },
  ),
  fault(
    'add-header-replaces-the-outer-ones',
    'token/no-store',
    'The location of tokens has an add_header of its own, which drops those of the server block, no-store included.',
    (lua) => {
      lua.tokenHeaders = () => [['X-Frame-Options', 'DENY']];
    },
  ),
];

/** Lets requests through without credentials, for which `when` holds. */
const unguarded =
  (when: (req: Req) => boolean): Apply =>
  (lua) => {
    const passed = new WeakSet<Req>();
    const { credentials, verify, holds, entitled } = lua;
    lua.credentials = (req) => {
      try {
        return credentials(req);
      } catch (error) {
        if (!when(req)) {
          throw error;
        }
        passed.add(req);
        return '';
      }
    };
    lua.verify = async (text, req) => (passed.has(req) ? {} : verify(text, req));
    lua.holds = (claims, req) => {
      if (!passed.has(req)) {
        holds(claims, req);
      }
    };
    lua.entitled = (claims, req) => passed.has(req) || entitled(claims, req);
  };

const auth: readonly Fault[] = [
  fault(
    'unset-variable-is-no-empty-text',
    'auth/missing',
    'The single guide refuses where ngx.var.http_authorization is an empty text, and without the field it is nil.',
    unguarded(({ area, headers }) => area === 'guide' && headers['authorization'] === undefined),
  ),
  fault(
    'declined-goes-on-to-the-next-handler',
    'auth/malformed',
    'Insights end a request without Bearer credentials by ngx.exit(ngx.DECLINED), which goes on to the content.',
    unguarded(({ area, headers }) => area === 'insights' && headers['authorization'] !== undefined),
  ),
  fault(
    'rsa-verify-returns-nil',
    'auth/forged',
    'Portfolios refuse where verify(...) == false, and for a wrong signature lua-resty-rsa returns nil and a message.',
    (lua) => {
      const { verify } = lua;
      lua.verify = async (text, req) => {
        try {
          return await verify(text, req);
        } catch (error) {
          const claims = part(text, 1);
          const signed = text.split('.').length === 3 && /\.[\w-]+$/.test(text);
          const known = part(text, 0)?.['alg'] === lua.tokenHeader()['alg'];
          if (req.area === 'portfolios' && signed && known && claims !== undefined) {
            return claims;
          }
          throw error;
        }
      };
    },
  ),
  fault(
    'clock-is-not-called',
    'auth/expired',
    'Settings compare exp with ngx.now, a function, for want of its parentheses; pcall logs that error and goes on.',
    (lua) => {
      const { holds } = lua;
      lua.holds = (claims, req) =>
        holds(req.area === 'notifications' ? { ...claims, exp: Number.MAX_SAFE_INTEGER } : claims, req);
    },
  ),
  fault(
    'text-can-be-indexed',
    'auth/other-audience',
    'Cash refuses if aud[1] and aud[1] ~= audience; a text can be indexed too, gives nil, and passes for any audience.',
    (lua) => {
      const { holds } = lua;
      lua.holds = (claims, req) =>
        holds(
          req.area === 'cash' && typeof claims['aud'] === 'string' ? { ...claims, aud: lua.audience } : claims,
          req,
        );
    },
  ),
  fault(
    'rewrite-runs-ahead-of-access',
    'auth/before-effects',
    'The update stands in rewrite_by_lua below access_by_lua in the file, and runs ahead of it all the same.',
    (lua) => {
      const { rewrite } = lua;
      lua.rewrite = async (req) => {
        const user = lua.findUser(req.headers['x-user-id'] ?? '', req);
        const update = req.area === 'address' && req.method === 'PATCH';
        if (update && user !== undefined && lua.mediaType(req.headers['content-type'], req)) {
          try {
            lua.store(user, lua.checkAddress(json(JSON.parse(req.body.toString()))['address']), req);
          } catch {
            // The content phase says what is wrong with it.
          }
        }
        return rewrite(req);
      };
    },
  ),
];

const scope: readonly Fault[] = [
  fault(
    'false-in-the-middle-of-and-or',
    'scope/guides-required',
    'The verdict on the scope is lacking and false or true, an idiom that yields true in both cases.',
    (lua) => {
      const { entitled } = lua;
      lua.entitled = (claims, req) => req.area === 'guides' || entitled(claims, req);
    },
  ),
  fault(
    'gmatch-goes-on-where-it-stopped',
    'scope/guides-sufficient',
    'What ngx.re.gmatch returned for the scopes of a token is kept, and goes on behind service:nbg at the next listing.',
    (lua) => {
      const { entitled } = lua;
      const stopped = new Set<unknown>();
      lua.entitled = (claims, req) => {
        const holds = entitled(claims, req);
        if (req.area !== 'guides' || !holds) {
          return holds;
        }
        if (stopped.delete(claims['jti'])) {
          return false;
        }
        stopped.add(claims['jti']);
        return true;
      };
    },
  ),
];

const nobody: User = { id: 'nil', language: 'et', place: 'first' };
const user: readonly Fault[] = [
  fault(
    'user-whose-key-ends-in-nil',
    'user/missing',
    'Insights look up user: .. tostring(id), and a script that was run without its argument once made user:nil.',
    (lua) => {
      const { identify } = lua;
      lua.identify = (req) =>
        req.area === 'insights' && req.headers['x-user-id'] === undefined ? nobody : identify(req);
    },
  ),
  fault(
    'plain-find-in-the-text-of-all-ids',
    'user/malformed',
    'Portfolios look for x-user-id by a plain string.find in one text of all ids, where 23 characters are found as well.',
    (lua) => {
      const { validId, findUser } = lua;
      lua.validId = (id, req) =>
        validId(id, req) || (req.area === 'portfolios' && lua.users.some((one) => one.id.includes(id)));
      lua.findUser = (id, req) =>
        findUser(id, req) ?? (req.area === 'portfolios' ? lua.users.find((one) => one.id.includes(id)) : undefined);
    },
  ),
  fault(
    'user-id-has-more-bits-than-a-number',
    'user/unknown',
    'Cash knows users by tonumber(id, 16), whose 53 bits do not tell ids apart that differ in their last digits only.',
    (lua) => {
      const { findUser } = lua;
      lua.findUser = (id, req) =>
        findUser(id, req) ??
        (req.area === 'cash' ? lua.users.find((one) => Number(`0x${one.id}`) === Number(`0x${id}`)) : undefined);
    },
  ),
  fault(
    'wrapper-drops-the-second-result',
    'user/unknown-message',
    'find_user returns nil and what went wrong, and a wrapper passes the first result only: the message is nil.',
    (lua) => {
      const { strange } = lua;
      lua.strange = (req) => {
        const refusal = strange(req);
        return req.area === 'summaries' ? new Refusal(refusal.status, 'nil') : refusal;
      };
    },
  ),
];

export const accessFaults: readonly Fault[] = [...token, ...auth, ...scope, ...user];
