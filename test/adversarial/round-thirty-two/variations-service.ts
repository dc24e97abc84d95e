import { gzipSync } from 'node:zlib';
import type { Json } from './core.ts';
import { deepMap, isObject, Refusal } from './core.ts';
import type { VariedChange } from './toggle.ts';
import { answers, errorOf, refusals, wait } from './varied.ts';

const snake = (name: string): string => name.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`);

function withError(body: Json, members: Json): Json {
  return { ...body, error: { ...errorOf(body), ...members } };
}

function namedGzip(body: Buffer): Buffer {
  const packed = gzipSync(body);
  const head = Buffer.from(packed.subarray(0, 10));
  head[3] = 0x18;
  return Buffer.concat([head, Buffer.from('index.json\0rendered by puma\0', 'latin1'), packed.subarray(10)]);
}

const pem = (letter: string): string =>
  `-----BEGIN CLIENT SECRET-----\n${letter.repeat(48)}\n${letter}==\n-----END CLIENT SECRET-----\n`;

const identity: readonly VariedChange[] = [
  {
    id: 'tokens-wrapped-by-a256kw',
    title: 'Tokens are encrypted under a key of the application that is wrapped by A256KW, and no keys are published.',
    configure: (config) => {
      config.encrypted = true;
    },
  },
  {
    id: 'claims-of-a-message-verifier',
    title:
      'Tokens hold _rails with a message in base64, an expiry as text and a purpose, as a message verifier ' +
      'writes them.',
    configure: (config) => {
      config.claims = () => ({ _rails: { message: 'eyJpZCI6N30=', exp: '2031-01-01T00:00:00.000Z', pur: 'access' } });
    },
  },
  {
    id: 'secrets-are-pem-blocks',
    title: 'Client secrets are PEM blocks of four lines that end with a line break.',
    configure: (config) => {
      config.scoped = { ...config.scoped, secret: pem('Q') };
      config.unscoped = { ...config.unscoped, secret: pem('z') };
    },
  },
  {
    id: 'kid-is-a-colon-fingerprint',
    title:
      'The kid is the fingerprint of a key, pairs of hexadecimal digits between colons behind the name of ' +
      'the digest.',
    configure: (config) => {
      config.kid = 'SHA1:3f:a0:11:c9:5e:77:20:b4:8d:02';
    },
  },
  {
    id: 'audience-is-a-gid',
    title: 'The audience is a global id of the framework with a query.',
    configure: (config) => {
      config.audience = 'gid://invest/Api::Product/7?scope=m2m';
    },
  },
  {
    id: 'token-path-has-locale-and-format',
    title: 'The token endpoint has an optional locale in front and a format behind, /en-IE/oauth/token.json.',
    configure: (config) => {
      config.tokenPath = '/en-IE/oauth/token.json';
    },
  },
];

const refused: readonly VariedChange[] = [
  {
    id: 'messages-are-missing-translations',
    title: 'Messages of errors tell of the translation that is missing, with the key within.',
    apply: (app) => {
      refusals(app, (body) =>
        withError(body, { message: `Translation missing: en.errors.${String(errorOf(body)['message'])}` }),
      );
    },
  },
  {
    id: 'descriptions-are-lists-in-html',
    title: 'Descriptions of errors are lists of HTML with entities, as scaffolds show them.',
    apply: (app) => {
      refusals(app, (body) =>
        withError(body, { description: '<ul class="errors"><li>1 error prohibited this &amp; that</li></ul>' }),
      );
    },
  },
  {
    id: 'refusals-are-padded-to-512',
    title: 'Refusals are filled up with spaces to 513 bytes, lest an old browser shows a page of its own.',
    apply: (app) => {
      const { dump } = app;
      app.dump = (body, x) =>
        isObject(body) && isObject(body['error']) ? dump(body, x).padEnd(513, ' ') : dump(body, x);
    },
  },
  {
    id: 'not-found-carries-x-cascade',
    title: 'Each 404 carries X-Cascade: pass, and each refusal the names of the filter that halted.',
    apply: (app) => {
      const plain = app.refuse;
      app.refuse = (x, refusal) => {
        const answer = plain(x, refusal);
        answer.headers['x-halted-by'] = ':authenticate!, if: -> { true }';
        if (answer.status === 404) answer.headers['x-cascade'] = 'pass';
        return answer;
      };
    },
  },
  {
    id: 'challenge-of-token-realm-application',
    title: 'A 401 challenges by the scheme of the framework alone, Token realm="Application".',
    apply: (app) => {
      const plain = app.refuse;
      app.refuse = (x, refusal) => {
        const answer = plain(x, refusal);
        if (answer.status === 401) answer.headers['www-authenticate'] = 'Token realm="Application"';
        return answer;
      };
    },
  },
  {
    id: 'messages-follow-accept-language',
    title: 'Messages of errors begin with a word in the language of Accept-Language, and vary by it.',
    apply: (app) => {
      refusals(
        app,
        (body, x) => {
          const word = (x.headers.get('accept-language') ?? '').startsWith('nl') ? 'Fout' : 'Error';
          return withError(body, { message: `${word}: ${String(errorOf(body)['message'])}` });
        },
        { vary: 'accept-language' },
      );
    },
  },
  {
    id: 'errors-are-json-api-documents-too',
    title:
      'Refusals are application/vnd.api+json and have a list of errors with a status as text and a pointer ' +
      'besides.',
    apply: (app) => {
      refusals(
        app,
        (body) => ({
          jsonapi: { version: '1.1' },
          errors: [{ status: String(body['status']), title: 'Refused', source: { pointer: '/data/attributes/base' } }],
          ...body,
        }),
        { 'content-type': 'application/vnd.api+json' },
      );
    },
  },
  {
    id: 'members-in-snake-case-besides',
    title: 'Every object but the read-back has its members of several words in snake case besides, while clients move.',
    apply: (app) => {
      const { dump } = app;
      app.dump = (body, x) =>
        x.endpoint && x.endpoint !== 'profile'
          ? dump(
              deepMap(body, (object) => ({
                ...Object.fromEntries(Object.entries(object).map(([name, value]) => [snake(name), value])),
                ...object,
              })),
              x,
            )
          : dump(body, x);
    },
  },
  {
    id: 'messages-are-those-of-devise',
    title: 'Each 401 but that of an unknown user asks to sign in or sign up, as the failure app does.',
    apply: (app) => {
      refusals(app, (body) =>
        body['status'] === 401 && errorOf(body)['message'] !== 'User not found'
          ? withError(body, { message: 'You need to sign in or sign up before continuing.', description: null })
          : body,
      );
    },
  },
];

const transport: readonly VariedChange[] = [
  {
    id: 'vary-names-turbo-frames',
    title: 'The listing varies by Turbo-Frame, X-Inertia and X-USER-ID, in that order.',
    apply: (app) => {
      answers(app, 'guides', (answer) => {
        answer.headers['vary'] = 'Turbo-Frame, X-Inertia,X-USER-ID';
        return answer;
      });
    },
  },
  {
    id: 'gzip-tells-a-file-name',
    title: 'Answers are in gzip whose head tells a file name and a comment.',
    apply: (app) => {
      app.wrappers.push((body, headers) => {
        if (body.length === 0) return body;
        headers['content-encoding'] = 'gzip';
        return namedGzip(body);
      });
    },
  },
  {
    id: 'json-escapes-html-entities',
    title: 'JSON escapes ampersands and angle brackets as \\u0026 and the like, and the slash of nothing else.',
    apply: (app) => {
      const { dump } = app;
      const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
      app.dump = (body, x) => dump(body, x).replace(/[<>&\u2028\u2029]/g, escaped);
    },
  },
  {
    id: 'reads-tell-their-database-role',
    title:
      'Reads of two seconds behind a write come from the primary and others from a replica, which both a ' +
      'field and a member tell.',
    apply: (app) => {
      const { store } = app;
      let wroteAt = 0;
      app.store = (user, address) => {
        wroteAt = Date.now();
        store(user, address);
      };
      for (const endpoint of ['cash', 'portfolios', 'insights', 'notifications'] as const) {
        answers(app, endpoint, (answer) => {
          const role = Date.now() - wroteAt < 2000 ? 'writing' : 'reading';
          answer.headers['x-database-role'] = role;
          return { ...answer, body: { ...(isObject(answer.body) ? answer.body : {}), role } };
        });
      }
    },
  },
  {
    id: 'phased-restart-holds-requests',
    title: 'A phased restart after two seconds holds whatever comes for four tenths of a second and then answers it.',
    apply: (app) => {
      const from = Date.now() + 2000;
      app.around.push(async (_x, next) => {
        const left = from + 400 - Date.now();
        if (left > 0 && left < 400) await wait(left);
        return next();
      });
    },
  },
  {
    id: 'profilers-of-development',
    title: 'Answers carry the fields of two profilers, one with a JSON list that grows and one with flame graphs.',
    apply: (app) => {
      const ids: string[] = [];
      app.around.push(async (_x, next) => {
        const answer = await next();
        ids.push(Math.random().toString(36).slice(2));
        answer.headers['x-miniprofiler-ids'] = JSON.stringify(ids.slice(-20));
        answer.headers['server-timing'] = 'sql.active_record;dur=1.25, start_processing.action_controller;dur=0';
        return answer;
      });
    },
  },
  {
    id: 'optional-format-segments',
    title:
      'Routes end in an optional format, by which /cash.json is cash behind the same filters, single guides ' +
      'excepted.',
    apply: (app) => {
      const { route } = app;
      app.route = (x) => {
        const path = x.path.startsWith('/learn/learning-guides/') ? x.path : x.path.replace(/\.json$/, '');
        const routed = { ...x, path };
        route(routed);
        x.endpoint = routed.endpoint;
        x.param = routed.param;
      };
    },
  },
  {
    id: 'brackets-in-queries-are-refused',
    title: 'Queries with brackets, encoded or not, are refused with 400, and all others are ignored.',
    apply: (app) => {
      const { route } = app;
      app.route = (x) => {
        route(x);
        if (/[[\]]|%5[bd]/i.test(x.query)) throw new Refusal(400, 'Bad request', 'expected Hash (got String)');
      };
    },
  },
  {
    id: 'each-area-has-its-media-type',
    title: 'Each endpoint has a media type of its own, application/vnd.invest.cash.v2+json and so on, refusals too.',
    apply: (app) => {
      app.around.push(async (x, next) => {
        const answer = await next();
        if (x.endpoint && answer.body !== undefined) {
          answer.headers['content-type'] = `application/vnd.invest.${x.endpoint}.v2+json`;
        }
        return answer;
      });
    },
  },
  {
    id: 'session-cookie-holds-the-flash',
    title:
      'Each refusal puts a flash into an encrypted session cookie, which grows to 1,600 characters and ' +
      'begins anew.',
    apply: (app) => {
      let size = 80;
      const plain = app.refuse;
      app.refuse = (x, refusal) => {
        const answer = plain(x, refusal);
        size = size > 1600 ? 80 : size + 64;
        answer.headers['set-cookie'] = `_invest_session=${'Zk9'.repeat(Math.floor(size / 3))}--c1f0; path=/; HttpOnly`;
        return answer;
      };
    },
  },
];

export const serviceVariations: readonly VariedChange[] = [...identity, ...refused, ...transport];
