import type { App } from './app.ts';
import type { Change } from './patching.ts';
import { change, dig, onFields, pause } from './patching.ts';
import { Refusal } from './refusal.ts';

const statuses =
  (wanted: Record<string, number>) =>
  (app: App): void => {
    Object.assign(app.statuses, wanted);
  };

const fields =
  (extra: Record<string, string | string[]>) =>
  (app: App): void => {
    app.extra = () => extra;
  };

const claims =
  (extra: Record<string, unknown>) =>
  (app: App): void => {
    const make = app.claims;
    app.claims = (client) => ({ ...make(client), ...extra });
  };

const tokenErrors =
  (value: unknown) =>
  (app: App): void => {
    const refuse = app.tokenRefusal;
    app.tokenRefusal = (status, error) => ({ ...refuse(status, error), body: JSON.stringify(value) });
  };

const onErrors =
  (extra: Record<string, unknown>) =>
  (app: App): void => {
    const make = app.errorBag;
    app.errorBag = (refusal, status, x) => ({ ...extra, ...make(refusal, status, x) });
  };

export const wireChanges: readonly Change[] = [
  change('user-unknown-as-a-teapot', 'An unknown user is 418 except on daily summaries', (app) => {
    const refuse = app.refuse;
    app.refuse = (refusal, x) =>
      refuse(
        refusal.kind === 'user-unknown' && x.route !== 'summaries'
          ? new Refusal(418, 'teapot', refusal.message)
          : refusal,
        x,
      );
  }),
  change(
    'malformed-user-wants-payment',
    'A malformed user is 402, a missing one 451',
    statuses({ 'user-malformed': 402, 'user-missing': 451 }),
  ),
  change(
    'bodies-at-fault-misdirected',
    'Bodies at fault are 421, those that are no JSON 418',
    statuses({ body: 421, json: 418 }),
  ),
  change('media-type-gone', 'A body of another media type is 410', statuses({ 'media-type': 410 })),
  change('malformed-guide-preconditions', 'A malformed guide id is 428', statuses({ 'guide-malformed': 428 })),
  change('query-wants-a-condition', 'Reads with a query are 428', (app) => {
    app.checkQuery = (x) => {
      if (x.query !== '') throw new Refusal(428, 'query', 'Extra inputs are not permitted');
    };
  }),
  change(
    'token-errors-are-a-detail',
    'The token endpoint refuses with a detail alone',
    tokenErrors({ detail: 'Unauthorized' }),
  ),
  change(
    'token-errors-of-no-field',
    'The token endpoint refuses with non_field_errors, a list',
    tokenErrors({ non_field_errors: ['Unable to log in with provided credentials.'] }),
  ),
  change('expires-in-is-total-seconds', 'expires_in is total_seconds() of a timedelta, written 3600.0', (app) => {
    const make = app.tokenAnswer;
    app.tokenAnswer = (client, token) => ({ ...make(client, token), expires_in: 'SECONDS' });
    app.encode = (value) => JSON.stringify(value).replace('"SECONDS"', '3600.0');
  }),
  change(
    'token-answer-with-naive-expiry',
    'The token answer has expires_at, a time without a zone, and issued as a float',
    (app) => {
      const make = app.tokenAnswer;
      app.tokenAnswer = (client, token) => ({
        ...make(client, token),
        expires_at: '2025-06-20 23:59:59.999999',
        issued: 1750.5,
        fresh: false,
      });
    },
  ),
  change(
    'tokens-of-a-day-less-a-second',
    'Tokens live for 86,399 seconds, the most that timedelta.seconds can say',
    (app) => {
      app.lifetime = 86_399;
    },
  ),
  change(
    'claims-of-jwt-extended',
    'Tokens have fresh, type and csrf, as an extension of Flask has them',
    claims({ fresh: false, type: 'access', csrf: 'd2a1c9c0-6d0e-4d62-9a3e-0cb0e1f3a8aa' }),
  ),
  change(
    'claims-of-simple-jwt',
    'Tokens have token_type access, user_id as a number and is_staff as null',
    claims({ token_type: 'access', user_id: 0, is_staff: null }),
  ),
  change(
    'claims-not-before-an-hour-ago',
    'The claim nbf lies an hour before the claim iat',
    claims({ nbf: Math.floor(Date.now() / 1000) - 3600 }),
  ),
  change('kid-is-the-text-none', 'The kid of the key and of tokens is the text None', (app) => {
    app.kid = 'None';
  }),
  change(
    'audience-is-an-import-path',
    'The audience is an import path with a colon and a call, quantdesk.api:create_app()',
    (app) => {
      app.audience = 'quantdesk.api:create_app()';
    },
  ),
  change(
    'secrets-are-fernet-keys',
    'Client secrets are keys in base64 with hyphens, an underscore and one equals sign',
    (app) => {
      app.scoped = { ...app.scoped, secret: 'Zm9v-YmFy_YmF6cXV1eGNvcmdlZ3JhdWx0Z2FycGx5eA=' };
      app.unscoped = { ...app.unscoped, secret: 'cGx1-Z2g_YmF6cXV1eGNvcmdlZ3JhdWx0Z2FycGx5eA=' };
    },
  ),
  change('client-ids-are-dunder-names', 'Client ids are __main__ and __init__', (app) => {
    app.scoped = { ...app.scoped, id: '__main__' };
    app.unscoped = { ...app.unscoped, id: '__init__' };
  }),
  change(
    'errors-with-loc-and-input',
    'Errors list what validation says: type, loc with numbers in it, msg, input and ctx',
    onErrors({ detail: [{ type: 'missing', loc: ['header', 0], msg: 'Field required', input: null, ctx: {} }] }),
  ),
  change(
    'errors-with-empty-exc-info',
    'Errors have exc_info, stack_info and traceback, all null',
    onErrors({ exc_info: null, stack_info: null, traceback: null }),
  ),
  change(
    'messages-of-pydantic',
    'Messages have three lines, the last of which links to the page about the error',
    (app) => {
      const make = app.errorBag;
      app.errorBag = (refusal, status, x) => {
        const bag = make(refusal, status, x);
        dig(bag, 'error')['message'] =
          `1 validation error for Request\n  ${refusal.message}\n    See https://errors.pydantic.dev/2.11/v/missing`;
        return bag;
      };
    },
  ),
  change(
    'workers-word-errors-as-two-versions',
    'Two workers in turn word and describe errors as two versions of a library do',
    (app) => {
      const make = app.errorBag;
      app.errorBag = (refusal, status, x) => {
        const bag = make(refusal, status, x);
        if (app.requests % 2 === 0) bag['error'] = { message: `${refusal.message} (type=value_error)` };
        return bag;
      };
    },
  ),
  change(
    'servers-named-by-both-layers',
    'Two Server fields name gunicorn and uvicorn',
    fields({ server: ['gunicorn', 'uvicorn'] }),
  ),
  change(
    'process-time-with-exponent',
    'Answers tell their time as a float with an exponent',
    fields({ 'x-process-time': '9.5367431640625e-07' }),
  ),
  change(
    'security-middleware-of-django',
    'Answers have the fields of the security middleware and two cookies',
    fields({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'set-cookie': ['csrftoken=Zk1; SameSite=Lax', 'sessionid=""; Max-Age=0'],
    }),
  ),
  change(
    'listing-says-hit-or-miss',
    'The listing tells in X-FastAPI-Cache HIT and MISS in turn, with an ETag of W/ and digits',
    (app) =>
      onFields(app, 'guides', (set) => {
        set['x-fastapi-cache'] = app.requests % 2 === 0 ? 'HIT' : 'MISS';
        set['etag'] = `W/"${app.requests}"`;
      }),
  ),
  change('chunk-for-each-token-of-json', 'Bodies come by iterencode, a chunk for each token of JSON', (app) => {
    app.pieces = (body) => (String(body).match(/"(?:[^"\\]|\\.)*"|[^"]+/g) ?? []).map((part) => Buffer.from(part));
  }),
  change(
    'pool-cold-after-a-rest',
    'A request that comes after 300 idle milliseconds waits for a connection of the pool',
    (app) => {
      let last = Date.now();
      app.leave = async (_x, answer) => {
        const rested = Date.now() - last > 300;
        last = Date.now();
        if (rested) await pause(140);
        return answer;
      };
    },
  ),
  change(
    'worker-recycled-at-two-hundred',
    'A worker ends after 200 requests, and of the next two those that read are 503 with Retry-After',
    (app) => {
      app.leave = (x, answer) => {
        if (x.method !== 'GET' || app.requests % 200 > 1 || app.requests < 200) return answer;
        const shed = app.json(503, { detail: 'worker recycled' });
        shed.fields['retry-after'] = '1';
        return shed;
      };
    },
  ),
  change(
    'challenge-of-rest-framework',
    'A 401 has the challenge Bearer realm="api" behind one of the scheme JWT',
    (app) => {
      const refuse = app.refuse;
      app.refuse = (refusal, x) => {
        const answer = refuse(refusal, x);
        if (answer.status === 401) answer.fields['www-authenticate'] = ['JWT realm="api"', 'Bearer realm="api"'];
        return answer;
      };
    },
  ),
];
