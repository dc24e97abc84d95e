import { createHash } from 'node:crypto';
import type { Field, Habit, Json, Parts, Rejection, Request, Response, Wire } from './model.ts';
import { habit, json } from './model.ts';

/** Changes what is refused, by body or by fields. */
const refusals =
  (body: (body: Json, rejection: Rejection) => Json, ...fields: Field[]): Wire =>
  ({ problem }) => ({
    problem: (rejection, request) => {
      const response = problem(rejection, request);
      return {
        ...response,
        body: body(json(response.body), rejection),
        fields: [...response.fields, ...fields],
      };
    },
  });
const error = (change: (error: Json, rejection: Rejection) => Json): Wire =>
  refusals((body, rejection) => ({ ...body, error: change(json(body['error']), rejection) }));
const message = (change: (message: string) => string): Wire =>
  error((one) => ({ ...one, message: change(String(one['message'])) }));
const description = (change: (rejection: Rejection) => string): Wire =>
  error((one, rejection) => ({ ...one, description: change(rejection) }));
const everywhere =
  (...fields: Field[]): Wire =>
  ({ finish }) => ({
    finish: async (response, request) => {
      const finished = await finish(response, request);
      return { ...finished, fields: [...finished.fields, ...fields] };
    },
  });
const onSuccess =
  (...fields: Field[]): Wire =>
  ({ finish }) => ({
    finish: async (response: Response, request: Request) => {
      const finished = await finish(response, request);
      return finished.status < 300 ? { ...finished, fields: [...finished.fields, ...fields] } : finished;
    },
  });
const same = (body: Json): Json => body;

const fields: readonly Habit[] = [
  habit(
    'challenge-with-resource-metadata',
    'The challenge names the metadata of the protected resource in a parameter of its own.',
    ({ challenge }: Parts) => ({
      challenge: (rejection, request) =>
        challenge(rejection, request).map(([name, value]) => [
          name,
          `${value === 'Bearer' ? 'Bearer ' : `${value}, `}resource_metadata="https://api.ferris.example/.well-known/oauth-protected-resource"`,
        ]),
    }),
  ),
  habit(
    'challenge-on-403-too',
    'A missing scope is refused with 403 and a challenge, error insufficient_scope and the scope that is wanted.',
    ({ problem }) => ({
      problem: (rejection, request) => {
        const response = problem(rejection, request);
        const field: Field = ['WWW-Authenticate', 'Bearer error="insufficient_scope", scope="service:nbg"'];
        return response.status === 403 ? { ...response, fields: [...response.fields, field] } : response;
      },
    }),
  ),
  habit('no-ranges-are-accepted', 'Every answer says Accept-Ranges: none.', everywhere(['Accept-Ranges', 'none'])),
  habit(
    'priority-and-client-hints',
    'Every answer has a Priority, asks for client hints and wants a process of its own.',
    everywhere(['Priority', 'u=3, i'], ['Accept-CH', 'Sec-CH-UA-Arch, Viewport-Width'], ['Origin-Agent-Cluster', '?1']),
  ),
  habit(
    'governor-counts-in-fields',
    'Every answer tells what the governor has left for the caller, as it never runs out.',
    everywhere(['x-ratelimit-limit', '100000'], ['x-ratelimit-remaining', '0'], ['x-ratelimit-after', '0']),
  ),
  habit(
    'response-of-the-trace',
    'Every answer carries its trace in traceresponse and a tracestate with two vendors.',
    everywhere(
      ['traceresponse', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
      ['tracestate', 'ferris=t61rcWkgMzE,crab@tower=00f067aa0ba902b7'],
    ),
  ),
  habit(
    'refusals-may-be-retried-at-once',
    'Refusals carry Retry-After: 0, whatever their status is.',
    refusals(same, ['Retry-After', '0']),
  ),
  habit(
    'refusals-point-to-their-manual',
    'Refusals carry a Location and a Content-Location that lead to their description.',
    refusals(same, ['Location', '/manual/refusals'], ['Content-Location', '/manual/refusals.json']),
  ),
  habit(
    'authentication-info-on-successes',
    'Successes carry Authentication-Info about the token that was used.',
    onSuccess(['Authentication-Info', 'nextnonce="4f2c", rspauth="", qop=auth']),
  ),
  habit(
    'proxy-challenge-beside-the-own',
    'A 401 carries Proxy-Authenticate of the ingress beside the challenge of the service.',
    ({ challenge }) => ({
      challenge: (rejection, request) => [
        ...challenge(rejection, request),
        ['Proxy-Authenticate', 'Negotiate, Basic realm="ingress"'],
      ],
    }),
  ),
  habit(
    'server-with-comments',
    'Server names the runtime with nested comments and a quoted pair within.',
    everywhere(['Server', 'ferris/1.80.0 (tokio (4 workers) \\(pinned\\)) hyper']),
  ),
];

const errors: readonly Habit[] = [
  habit(
    'errors-name-their-spans',
    'Errors list the names of the spans that they went through, outermost first.',
    error((one) => ({ ...one, spans: ['request', 'guard', 'extract'] })),
  ),
  habit(
    'sources-of-errors-nest',
    'Errors hold their source, which has the form of an error and holds its own, down to one that has null.',
    error((one) => ({ ...one, source: { message: 'while extracting', source: { message: '', source: null } } })),
  ),
  habit(
    'cause-is-a-tagged-enum',
    'Errors hold a cause, the text of a variant without data or an object with the name of one that has some.',
    error((one, { kind, status }) => ({ ...one, cause: status === 401 ? kind : { [kind]: [status, null] } })),
  ),
  habit(
    'descriptions-are-pretty-debug',
    'Descriptions are structs as {:#?} prints them, on several indented lines with a comma at each end.',
    description(({ kind, status }) => `Rejection {\n    kind: ${kind},\n    status: ${status},\n    retry: None,\n}`),
  ),
  habit(
    'messages-in-debug-quotes',
    'Messages are texts as {:?} prints them, with quotation marks around and escapes with braces within.',
    message((text) => `"${text}\\u{a0}\\'"`),
  ),
  habit(
    'descriptions-are-a-crab',
    'Descriptions are a single sign beyond the basic plane.',
    description(() => '\u{1f980}'),
  ),
  habit(
    'descriptions-of-six-thousand-characters',
    'Descriptions are six thousand characters long, which a quota of the ingress does not mind.',
    description(({ kind }) => `${kind}: ${'see the manual of the service; '.repeat(200)}`),
  ),
  habit(
    'messages-tell-line-and-column',
    'Messages end with the place in the input, at line 1 column 0, even where no body was read.',
    message((text) => `${text} at line 1 column 0`),
  ),
  habit(
    'errors-name-generic-types',
    'Errors name the type that was extracted, with generic arguments in angle brackets.',
    error((one) => ({ ...one, extractor: "Result<Json<Option<&'static str>>, Rejection<dyn Error + Send>>" })),
  ),
  habit(
    'error-codes-are-hexadecimal-literals',
    'Errors have a code, a hexadecimal literal with underscores and a suffix.',
    refusals((body, { status }) => ({ ...body, code: `0x00_${status.toString(16)}_u64` })),
  ),
  habit(
    'errors-carry-unit-and-marker',
    'Errors have the members unit and marker, which are null, and an empty tuple, which is an empty list.',
    refusals((body) => ({ unit: null, marker: null, tuple: [], ...body })),
  ),
  habit(
    'status-is-told-in-words-too',
    'Errors show the status as its Display writes it in statusLine, number and reason in one text.',
    refusals((body, { status }) => ({ statusLine: `${status} <unknown status code>`, ...body })),
  ),
];

const tokens: readonly Habit[] = [
  habit(
    'token-refusals-of-the-extractor',
    'What the token endpoint refuses is plain text of its extractor with 422.',
    () => ({
      oauthError: (_, name) => ({
        status: 422,
        text: `Failed to deserialize the JSON body into the target type: ${name} at line 1 column 2`,
        fields: [['Content-Type', 'text/plain; charset=utf-8']],
      }),
    }),
  ),
  habit('token-refusals-are-lists', 'What the token endpoint refuses is a JSON list of status and name.', () => ({
    oauthError: (status, name) => ({ status, body: [status, name, null], fields: [] }),
  })),
  habit(
    'token-refusals-are-pretty-enums',
    'What the token endpoint refuses is an object named by its variant, with neither error nor description.',
    () => ({ oauthError: (status, name) => ({ status, body: { Refused: { [name]: {} } }, fields: [] }) }),
  ),
  habit(
    'scopes-are-bits-in-the-token',
    'The token carries its scopes as a number of bits, which alone the service reads; the answer names them.',
    ({ claims }) => ({
      claims: (application) => {
        const { scope: _scope, ...rest } = claims(application);
        return { ...rest, perm: application.scopes.includes('service:nbg') ? 3 : 1 };
      },
      scopes: ({ perm }) => (typeof perm === 'number' && (perm & 2) === 2 ? ['service:nbg'] : []),
    }),
  ),
  habit('kid-is-a-thumbprint-uri', 'The kid of key and tokens is the URI of the thumbprint of the key.', (_, env) => {
    const { e, kty, n } = env.jwk;
    const print = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
    env.jwk['kid'] = `urn:ietf:params:oauth:jwk-thumbprint:sha-256:${print}`;
    return {};
  }),
  habit(
    'tokens-last-for-all-of-u32',
    'Tokens last 4,294,967,295 seconds, which their exp says as well.',
    ({ claims, grant: base }) => ({
      claims: (application) => {
        const made = claims(application);
        return { ...made, exp: Number(made['iat']) + 4_294_967_295 };
      },
      grant: (application) => {
        const response = base(application);
        return { ...response, body: { ...json(response.body), expires_in: 4_294_967_295 } };
      },
    }),
  ),
  habit('no-store-among-its-kin', 'The token answer lists no-store behind other directives, on two lines.', () => ({
    grantFields: () => [
      ['Cache-Control', 'max-age=0, no-transform'],
      ['Cache-Control', 'No-Store'],
    ],
  })),
  habit('tokens-have-no-issue-date', 'Tokens have neither iat nor jti.', ({ claims }) => ({
    claims: (application) => {
      const { iat: _iat, jti: _jti, ...rest } = claims(application);
      return rest;
    },
  })),
  habit(
    'claims-hold-an-enum',
    'Tokens hold a tagged principal and lists of pairs beside the registered claims.',
    ({ claims }) => ({
      claims: (application) => ({
        ...claims(application),
        principal: {
          Machine: {
            id: application.id,
            tags: [
              ['tier', 1],
              ['beta', null],
            ],
          },
        },
      }),
    }),
  ),
];

export const answerHabits: readonly Habit[] = [...fields, ...errors, ...tokens];
