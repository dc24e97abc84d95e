import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import type { Apply, Area, Habit, Json, Lua, Reply, Req, User } from './model.ts';
import { habit, json, pause, Refusal, setHeader } from './model.ts';
import { boxed, compressed, underPassword } from './variations-boxes.ts';

/** Adds to what the header filter does. */
const filter =
  (change: (reply: Reply, req: Req) => void): Apply =>
  (lua) => {
    const { headerFilter } = lua;
    lua.headerFilter = (reply, req) => {
      headerFilter(reply, req);
      change(reply, req);
    };
  };
const everywhere = (...headers: [string, string][]): Apply => filter((reply) => void reply.headers.push(...headers));
const refusals =
  (change: (body: Json, refusal: Refusal) => Json): Apply =>
  (lua) => {
    const { problem } = lua;
    lua.problem = (refusal, req) => {
      const reply = problem(refusal, req);
      return { ...reply, body: change(json(reply.body), refusal) };
    };
  };
const error = (change: (error: Json, refusal: Refusal) => Json): Apply =>
  refusals((body, refusal) => ({ ...body, error: change(json(body['error']), refusal) }));
const statuses =
  (change: Partial<Lua['statuses']>): Apply =>
  (lua) => {
    lua.statuses = { ...lua.statuses, ...change };
  };
/** Replies to every so many requests in the place of the service. */
const shed =
  (every: number, reply: () => Reply): Apply =>
  (lua) => {
    let count = 0;
    lua.rewrite = () => {
      count += 1;
      return count % every === 0 ? reply() : undefined;
    };
  };
const issued =
  (change: (claims: Json, scopes: readonly string[]) => Json): Apply =>
  (lua) => {
    const { claims } = lua;
    lua.claims = (client) => change(claims(client), client.scopes);
  };

/** Puts deflated blocks between a head and the trailer of gzip. */
const packed =
  (head: Buffer, blocks: (bytes: Buffer) => Buffer[]): Apply =>
  (lua) => {
    lua.bodyFilter = (text, reply) => {
      if (text === '') {
        return text;
      }
      setHeader(reply, 'Content-Encoding', 'gzip');
      const bytes = Buffer.from(text);
      return Buffer.concat([head, ...blocks(bytes), gzipSync(bytes).subarray(-8)]);
    };
  };
const extra = Buffer.from([0x1f, 0x8b, 8, 0x06, 0, 0, 0, 0, 0, 3, 6, 0, 0x4c, 0x55, 2, 0, 5, 1]);
const checksum = gzipSync(extra).subarray(-8, -6);
function flushed(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 100) {
    const last = at + 100 >= bytes.length;
    const finishFlush = last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    blocks.push(deflateRawSync(bytes.subarray(at, at + 100), { finishFlush }));
  }
  return blocks;
}

const headers: readonly Habit[] = [
  habit(
    'underscores-in-headers',
    'Answers have fields that are written with underscores and otherwise named as fields of HTTP.',
    everywhere(
      ['Cache_Control', 'no-store'],
      ['Content_Type', 'text/html'],
      ['WWW_Authenticate', 'Basic'],
      ['Retry_After', '3600'],
      ['Content_Encoding', 'br'],
    ),
  ),
  habit(
    'upstream-fields-are-kept',
    'The fields of the upstream are kept under a prefix, and tell of another status, type and lifetime.',
    everywhere(
      ['X-Upstream-Status', '502, 200'],
      ['X-Upstream-Content-Type', 'text/plain'],
      ['X-Upstream-Cache-Control', 'public, max-age=60'],
      ['X-Upstream-Vary', '*'],
    ),
  ),
  habit(
    'expires-max-beside-max-age',
    'The listing has the Expires of 2037 that the server calls max, which its max-age overrides.',
    filter((reply, { area }) => {
      if (area === 'guides' && reply.status < 300) {
        setHeader(reply, 'Expires', 'Thu, 31 Dec 2037 23:55:55 GMT');
      }
    }),
  ),
  habit(
    'gzip-with-extra-field',
    'Answers are in gzip whose head has an extra field and a checksum of its own.',
    packed(Buffer.concat([extra, checksum]), (bytes) => [deflateRawSync(bytes)]),
  ),
  habit(
    'gzip-is-flushed',
    'Answers are in gzip that is flushed after each hundred bytes, with empty blocks between.',
    packed(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), flushed),
  ),
  habit('bodies-are-said', 'Bodies end with a line feed, which is a chunk of its own.', (lua) => {
    lua.bodyFilter = (text) => (text === '' ? text : `${text}\n`);
    lua.pieces = (bytes) =>
      bytes.length > 1 && bytes.at(-1) === 10 ? [bytes.subarray(0, -1), bytes.subarray(-1)] : [bytes];
  }),
  habit(
    'suffix-behind-suffix',
    'Successes have a media type with one structured suffix behind another, the last of which is +json.',
    filter((reply) => {
      if (reply.status < 300 && reply.body !== undefined) {
        setHeader(reply, 'Content-Type', 'application/vnd.lagoon.table+cjson+json');
      }
    }),
  ),
  habit('challenge-names-schemes', 'The challenge has parameters that are called like other schemes.', (lua) => {
    const { problem } = lua;
    lua.problem = (refusal, req) => {
      const reply = problem(refusal, req);
      if (reply.status === 401) {
        setHeader(reply, 'WWW-Authenticate', 'Bearer basic="0", digest="Basic, Negotiate", dpop="Bearer"');
      }
      return reply;
    };
  }),
];

const timing: readonly Habit[] = [
  habit(
    'leaky-bucket-with-burst',
    'A leaky bucket for all callers delays what comes faster than every six milliseconds, and refuses nothing.',
    (lua) => {
      let free = 0;
      lua.delay = () => {
        const start = Math.max(Date.now(), free);
        free = start + 6;
        return start - Date.now();
      };
    },
  ),
  habit(
    'lock-sleeps-in-doubling-steps',
    'Requests of one user for one endpoint take turns at a lock, for which they sleep in steps that double.',
    (lua) => {
      const { content } = lua;
      const held = new Set<string>();
      lua.content = async (req: Req, user: User) => {
        const key = `${user.id} ${req.area}`;
        for (let step = 1; held.has(key); step = Math.min(step * 2, 32)) {
          await pause(step);
        }
        held.add(key);
        try {
          return await content(req, user);
        } finally {
          held.delete(key);
        }
      };
    },
  ),
  habit(
    'peers-are-far-and-near',
    'Each endpoint has a peer of its own, and some are sixty milliseconds away.',
    (lua) => {
      const far: Partial<Record<Area, number>> = { guides: 60, cash: 25, address: 50, notifications: 40 };
      lua.delay = ({ area }) => far[area] ?? 0;
    },
  ),
  habit(
    'limit-answers-like-a-success',
    'Every 90th request is 429 with the members of a success, which are empty.',
    shed(90, () => ({
      status: 429,
      headers: [['Retry-After', '0']],
      body: { data: [], maxValueDifferences: {}, app: [], email: [] },
    })),
  ),
  habit(
    'retry-after-has-passed',
    'Every 120th request is 503, and the date in its Retry-After has passed.',
    shed(120, () => ({
      status: 503,
      headers: [['Retry-After', new Date(Date.now() - 2000).toUTCString()]],
      type: 'text/html',
      raw: '<html><head><title>503 Service Temporarily Unavailable</title></head></html>\r\n',
    })),
  ),
];

const tokens: readonly Habit[] = [
  habit('tokens-are-compressed', 'Tokens are signed, compressed by zip and encrypted.', boxed(compressed)),
  habit(
    'tokens-under-a-password',
    'Tokens are encrypted under a key that comes from a password.',
    boxed(underPassword),
  ),
  habit('scopes-are-lua-patterns', 'Tokens carry what they allow as patterns, which the service matches.', (lua) => {
    const pattern = (scope: string): string => `^${scope.replace(':', '%:')}$`;
    issued(({ scope: _scope, ...claims }, scopes) => ({ ...claims, allow: scopes.map(pattern) }))(lua);
    lua.scopeOf = ({ allow }) =>
      lua.scoped.scopes.filter((scope) => Array.isArray(allow) && allow.includes(pattern(scope)));
  }),
  habit('each-token-lives-less', 'Each token lives a second less than the one before, down to half an hour.', (lua) => {
    const { claims } = lua;
    lua.claims = (client) => {
      lua.lifetime = Math.max(1800, lua.lifetime - 1);
      return claims(client);
    };
  }),
  habit('header-repeats-the-issuer', 'The header of tokens repeats their issuer.', (lua) => {
    const { tokenHeader } = lua;
    lua.tokenHeader = () => ({ ...tokenHeader(), iss: lua.issuer });
  }),
  habit(
    'claims-of-the-token-before',
    'Tokens hold the claims of the token before, which has expired, was for others and had no scope.',
    issued((claims) => ({ ...claims, before: { exp: 1_500_000_000, aud: ['urn:old'], scope: '', before: null } })),
  ),
  habit('token-refusals-in-messagepack', 'What the token endpoint refuses is MessagePack.', (lua) => {
    const { tokenRefusal } = lua;
    const text = (value: string): Buffer => Buffer.concat([Buffer.from([0xa0 + value.length]), Buffer.from(value)]);
    lua.tokenRefusal = (name) => {
      const { status, headers: kept } = tokenRefusal(name);
      const raw = Buffer.concat([Buffer.from([0x81]), text('error'), text(name)]);
      return { status, headers: kept, type: 'application/vnd.msgpack', raw };
    };
  }),
  habit('client-ids-are-lua-patterns', 'Client ids are patterns that match each other.', (lua) => {
    lua.scoped.id = '%a[%w%-]*$';
    lua.unscoped.id = '%a[%w%-]+$';
  }),
  habit('base-has-an-escaped-slash', 'The API lives below a segment with an escaped slash.', (lua) => {
    lua.base = '/lagoon%2Finvest/v1';
  }),
  habit('token-path-has-empty-segments', 'The path of the token endpoint has empty segments within.', (lua) => {
    lua.tokenPath = '/auth///oauth//token';
  }),
  habit('user-ids-are-rotations', 'Ids of the users are rotations of one another.', (lua) => {
    const id = lua.users[0]?.id ?? '';
    lua.users = lua.users.map((user, at) => {
      const turned = id.slice(at * 5) + id.slice(0, at * 5);
      const address = lua.addresses.get(user.id);
      if (address !== undefined) {
        lua.addresses.delete(user.id);
        lua.addresses.set(turned, address);
      }
      return { ...user, id: turned };
    });
  }),
];

const errors: readonly Habit[] = [
  habit(
    'messages-end-with-a-table',
    'Messages end with what tostring makes of a table, another one in each error.',
    error((one) => ({ ...one, message: `${String(one['message'])} (table: 0x${randomBytes(6).toString('hex')})` })),
  ),
  habit(
    'errors-tell-phase-and-worker',
    'Errors tell the phase that refused, the worker and its process.',
    error((one) => ({ phase: 'access', worker: { id: 1, pid: 41, exiting: false }, ...one, subrequest: null })),
  ),
  habit('unknown-user-488', 'An unknown user is 488 except on daily summaries.', statuses({ unknownUser: 488 })),
  habit(
    'bodies-484-to-486',
    'Bodies that are no JSON are 484, those of a wrong shape 485 and those of another media type 486.',
    statuses({ unparsed: 484, invalid: 485, mediaType: 486 }),
  ),
  habit('arguments-need-values', 'Arguments of a query without an equals sign are refused with 400.', (lua) => {
    const { content } = lua;
    lua.content = async (req, user) => {
      if (req.query.split('&').some((argument) => argument !== '' && !argument.includes('='))) {
        throw new Refusal(400, 'An argument has no value');
      }
      return await content(req, user);
    };
  }),
  habit('half-surrogates-are-refused', 'Bodies with half of a surrogate pair in an escape are refused.', (lua) => {
    const { decode } = lua;
    lua.decode = (text, req) => {
      const value = decode(text, req);
      if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(JSON.stringify(value))) {
        throw new Refusal(lua.statuses.unparsed, 'The body holds half of a surrogate pair');
      }
      return value;
    };
  }),
];

export const answerHabits: readonly Habit[] = [...headers, ...timing, ...tokens, ...errors];
