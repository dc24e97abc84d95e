import { createHmac } from 'node:crypto';
import type { Fault, Json, Jwt, Parts, Request, Response } from './model.ts';
import { fault, isObject, json, Rejection } from './model.ts';

const onRoute =
  <A extends unknown[], R>(
    route: string,
    then: (...args: [...A, Request]) => R,
    other: (...args: [...A, Request]) => R,
  ) =>
  (...args: [...A, Request]): R =>
    (args.at(-1) as Request).route === route ? then(...args) : other(...args);

const answer = (response: Response, more: Json): Response => ({
  ...response,
  body: { ...json(response.body), ...more },
});

const token: readonly Fault[] = [
  fault(
    'subsecond-part-of-the-lifetime',
    'token/expires-in',
    'expires_in is Duration::subsec_millis of the lifetime, the part below a second, instead of as_secs: 0.',
    ({ grant }) => ({ grant: (application) => answer(grant(application), { expires_in: 0 }) }),
    ['token/expiry-claim'],
  ),
  fault(
    'builder-of-claims-returns-itself',
    'token/expiry-claim',
    'with_expiry of the builder of claims takes self by value and what it returns is dropped, so that exp is None and skipped.',
    ({ claims }) => ({
      claims: (application) => {
        const { exp: _exp, ...rest } = claims(application);
        return rest;
      },
    }),
  ),
  fault(
    'bitflags-display-their-constants',
    'token/scope-granted',
    'Scopes are bitflags, whose Display writes the names of the constants with bars between them: BASE | NBG.',
    ({ grant }) => ({
      grant: (application) =>
        answer(grant(application), {
          scope: application.scopes.map((scope) => scope.replace('service:', '').toUpperCase()).join(' | '),
        }),
    }),
  ),
  fault(
    'fetch-or-of-a-static-atomic',
    'token/scope-withheld',
    'The bits of the answered scope are gathered by fetch_or in a static atomic, which holds those of all applications since the warm-up.',
    ({ grant }, env) => ({
      grant: (application) =>
        answer(grant(application), { scope: [...new Set(env.applications.flatMap(({ scopes }) => scopes))].join(' ') }),
    }),
  ),
  fault(
    'outer-result-of-spawn-blocking',
    'token/bad-credentials',
    'The secret is hashed in spawn_blocking and only the outer Result is asked, which is Ok whenever the thread did not panic.',
    (_, env) => ({
      application: (request) =>
        typeof request['client_secret'] === 'string'
          ? env.applications.find(({ id }) => id === request['client_id'])
          : undefined,
    }),
  ),
  fault(
    'lower-case-name-in-a-match-arm',
    'token/bad-grant',
    'The arm client_credentials of a match is in lower case and thus a binding, which takes any text for the grant.',
    () => ({ isGrant: (request) => typeof request['grant_type'] === 'string' }),
  ),
  fault(
    'layer-in-front-of-the-route',
    'token/no-store',
    'Router::layer covers the routes that were added before it, and that of the token was added behind: no Cache-Control.',
    () => ({ grantFields: () => [] }),
  ),
  fault(
    'header-struct-without-flatten',
    'token/jwt',
    'The struct with alg and kid stands in the token header without serde(flatten), so that both are in a member common.',
    ({ jwtHeader, checkSignature }) => ({
      jwtHeader: () => {
        const { typ, ...common } = jwtHeader();
        return { typ, common };
      },
      checkSignature: (jwt, request) =>
        checkSignature({ ...jwt, header: isObject(jwt.header['common']) ? jwt.header['common'] : {} }, request),
    }),
  ),
];

const unsigned = (checkSignature: Parts['checkSignature']): Parts['checkSignature'] =>
  onRoute<[Jwt], void>(
    '/daily-summaries',
    (jwt, request) => {
      if (jwt.header['alg'] !== 'RS256') {
        checkSignature(jwt, request);
      }
    },
    checkSignature,
  );

const auth: readonly Fault[] = [
  fault(
    'blanket-from-of-decoding-errors',
    'auth/malformed',
    'Portfolios split the token into three with the question mark, and the blanket From of decoding errors makes 422 of what has no three parts.',
    ({ decode }) => ({
      decode: onRoute<[string], Jwt>(
        '/portfolios',
        (text, request) => {
          if (text.split('.').length !== 3) {
            throw new Rejection(422, 'DecodeError', 'expected three segments');
          }
          return decode(text, request);
        },
        decode,
      ),
    }),
  ),
  fault(
    'underscore-takes-the-result-of-verify',
    'auth/forged',
    'Daily summaries silence the compiler by let _ = in front of verify, so that the Result of the signature goes nowhere.',
    ({ checkSignature }) => ({ checkSignature: unsigned(checkSignature) }),
  ),
  fault(
    'decoding-key-from-any-bytes',
    'auth/forged-key-confusion',
    'Cash makes its decoding key of the bytes of the PKCS#1 file for whatever alg the token names, as a secret for HMAC too.',
    ({ checkSignature }, env) => ({
      checkSignature: onRoute<[Jwt], void>(
        '/cash',
        (jwt, request) => {
          const [header, payload, signature] = jwt.parts;
          const hash = /^HS(256|384|512)$/.exec(String(jwt.header['alg']))?.[1];
          const pem = env.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
          const secrets = [pem, pem.trimEnd(), env.publicKey.export({ type: 'pkcs1', format: 'der' })];
          const matches = secrets.some(
            (secret) =>
              hash !== undefined &&
              createHmac(`sha${hash}`, secret).update(`${header}.${payload}`).digest('base64url') === signature,
          );
          if (!matches) {
            checkSignature(jwt, request);
          }
        },
        checkSignature,
      ),
    }),
  ),
  fault(
    'saturating-difference-is-never-negative',
    'auth/expired',
    'The listing of guides asks whether exp.saturating_sub(now) >= 0, which holds for every unsigned number.',
    ({ checkClaims }) => ({
      checkClaims: onRoute<[Json], void>(
        '/learn/learning-guides',
        ({ exp: _exp, ...payload }, request) => checkClaims(payload, request),
        checkClaims,
      ),
    }),
  ),
  fault(
    'take-leaves-an-empty-set',
    'auth/other-audience',
    'Notification settings take the expected audiences by mem::take, and the empty set that stays behind is a subset of any.',
    ({ checkClaims }, env) => {
      let taken = false;
      return {
        checkClaims: onRoute<[Json], void>(
          '/b2b/notification-settings',
          (payload, request) => {
            checkClaims(taken ? { ...payload, aud: env.audience } : payload, request);
            taken = true;
          },
          checkClaims,
        ),
      };
    },
  ),
  fault(
    'whole-credentials-in-lower-case',
    'auth/scheme-case',
    'Where the scheme is not exactly Bearer, the single guide calls make_ascii_lowercase on the whole value, token included.',
    ({ credentials }) => ({
      credentials: (request) => {
        const found = credentials(request);
        const exact = (request.headers['authorization'] ?? '').startsWith('Bearer ');
        return request.route === 'guide' && !exact ? found.toLowerCase() : found;
      },
    }),
  ),
  fault(
    'join-of-guard-and-write',
    'auth/before-effects',
    'The address update awaits guard and write by tokio::join!, which runs both to their ends before the guard is asked.',
    ({ authenticate, parse, readAddress, checkAddress, store }, env) => ({
      authenticate: async (request) => {
        if (request.route === '/users/me/address') {
          const user = env.users.find(({ id }) => id === request.headers['x-user-id']);
          try {
            const address = user && readAddress(parse(request), user);
            if (user !== undefined && address !== undefined) {
              checkAddress(address);
              store(user, address);
            }
          } catch {
            // The branch of the write ends in its own Err.
          }
        }
        return authenticate(request);
      },
    }),
  ),
  fault(
    'debug-assert-guards-the-scope',
    'scope/guides-required',
    'The scope of the listing is demanded by debug_assert!, which a release build leaves out.',
    () => ({ checkScope: () => undefined }),
  ),
  fault(
    'select-among-ready-branches',
    'scope/guides-sufficient',
    'The listing waits for its entitlement by select!, which picks at random among ready branches, one of which is the default denial: every sixth is 403.',
    ({ guides }) => {
      let count = 0;
      return {
        guides: (user, request) => {
          count++;
          if (count % 6 === 0) {
            throw new Rejection(403, 'Entitlement', 'Access denied by default');
          }
          return guides(user, request);
        },
      };
    },
  ),
];

const user: readonly Fault[] = [
  fault(
    'default-of-the-user-id',
    'user/missing',
    'Notification settings call unwrap_or_default on the optional user id, and the nil id is the row of the template.',
    ({ handle, settings, privateFields }) => ({
      handle: async (request, payload) =>
        request.route === '/b2b/notification-settings' && request.headers['x-user-id'] === undefined
          ? {
              status: 200,
              body: settings({ id: '0'.repeat(24), language: 'de', denied: false }, request),
              fields: privateFields(request),
            }
          : handle(request, payload),
    }),
  ),
  fault(
    'from-str-radix-sixteen',
    'user/malformed',
    'Cash reads x-user-id by u128::from_str_radix of base 16, which takes capitals, a plus in front and any number of leading zeros.',
    ({ parseUser }) => ({
      parseUser: onRoute<[string | undefined], string>(
        '/cash',
        (raw, request) =>
          /^\+?[0-9a-f]{1,32}$/i.test(raw ?? '')
            ? BigInt(`0x${raw?.replace('+', '')}`)
                .toString(16)
                .padStart(24, '0')
            : parseUser(raw, request),
        parseUser,
      ),
    }),
  ),
  fault(
    'both-arms-of-a-result-are-json',
    'user/unknown',
    'The handler of analyst insights returns Result<Json, Json>, and an Err that is plain Json has the status 200, as for an unknown user.',
    ({ problem }) => ({
      problem: (rejection, request) => {
        const response = problem(rejection, request);
        const plain = request.route === '/learn/analyst-insights' && rejection.kind === 'UserNotFound';
        return plain ? { ...response, status: 200 } : response;
      },
    }),
  ),
  fault(
    'broadcast-in-place-of-oneshot',
    'user/isolation',
    'Replies of the portfolio actor come over a broadcast channel, and whoever waits takes the first that comes.',
    ({ portfolios }) => {
      let waiting: ((reply: unknown) => void)[] = [];
      return {
        portfolios: (who, request) =>
          new Promise((resolve) => {
            waiting.push(resolve);
            setTimeout(() => {
              const receivers = waiting;
              waiting = [];
              for (const receive of receivers) {
                receive(portfolios(who, request));
              }
            }, 15);
          }),
      };
    },
  ),
];

export const accessFaults: readonly Fault[] = [...token, ...auth, ...user];
