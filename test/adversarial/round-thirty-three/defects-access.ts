import { isObject } from './beans.ts';
import type { Fault } from './faults.ts';
import { json, pause } from './faults.ts';
import type { Claims, Reply } from './model.ts';
import { Refusal } from './model.ts';

export const accessFaults: readonly Fault[] = [
  {
    id: 'boxed-grant-number-compared-by-identity',
    breaks: 'token/renewal',
    title:
      'Grants of a client are numbered by a Long from 127 on and compared by ==, which holds for cached ' +
      'boxes up to 127 only: a renewed token is refused.',
    apply({ beans }) {
      const numbers = new Map<string, number>();
      const { claims, validate } = beans;
      beans.claims = (client) => {
        const number = (numbers.get(client.id) ?? 126) + 1;
        numbers.set(client.id, number);
        return { ...claims(client), grant: number };
      };
      beans.validate = (token, req) => {
        validate(token, req);
        if (Number(token['grant']) > 127) {
          throw new Refusal(401, 'Grant was replaced');
        }
      };
    },
  },
  {
    id: 'subtype-deduced-from-members',
    breaks: 'token/bad-grant',
    title:
      'Jackson deduces the subtype of a token request from the members it has, so that client_id and ' +
      'client_secret make a client grant whatever grant_type says.',
    apply({ beans }) {
      beans.grantHolds = (request) => 'client_id' in request && 'client_secret' in request;
    },
  },
  {
    id: 'credentials-erased-in-the-registered-client',
    breaks: 'token/bad-credentials',
    title:
      'The ProviderManager erases the credentials of the cached client after its first success, and an ' +
      'erased secret is not compared any more.',
    apply({ beans, settings }) {
      const erased = new Set<string>();
      const { clientOf } = beans;
      beans.clientOf = (request) => {
        const all = Object.values(settings.clients);
        const client =
          clientOf(request) ??
          all.find(
            ({ id }) => id === request['client_id'] && erased.has(id) && typeof request['client_secret'] === 'string',
          );
        if (client !== undefined) {
          erased.add(client.id);
        }
        return client;
      };
    },
  },
  {
    id: 'cache-key-by-parameter-position',
    breaks: 'token/scope-withheld',
    also: ['scope/guides-required'],
    title:
      'The scopes of a grant are @Cacheable under #p0, in front of which a parameter for the tenant was ' +
      'put: every client has the scopes of whoever asked first.',
    apply({ beans }) {
      const cache = new Map<string, string>();
      const { grant, claims } = beans;
      beans.grant = async (client) => {
        const scope = cache.get('tenant') ?? (await grant(client)).scope;
        cache.set('tenant', scope);
        return { scope, token: await beans.sign({ ...claims(client), scope }) };
      };
    },
  },
  {
    id: 'expires-keeps-the-headers-writer-away',
    breaks: 'token/no-store',
    title:
      'The cache control writer of Spring Security stays away where Expires is set already, and the token ' +
      'endpoint sets one for old caches.',
    apply({ beans }) {
      beans.tokenHeaders = () => [['Expires', '0']];
    },
  },
  {
    id: 'token-settings-read-back-with-defaults',
    breaks: 'token/expiry-claim',
    title:
      'From its second grant on the settings of a client are read back without their time to live, whose ' +
      'default of five minutes goes into exp and not into expires_in.',
    apply({ beans }) {
      const seen = new Set<string>();
      const { claims } = beans;
      beans.claims = (client) => {
        const fresh = claims(client);
        const read = seen.has(client.id);
        seen.add(client.id);
        return read ? { ...fresh, exp: Number(fresh['iat']) + 300 } : fresh;
      };
    },
  },
  {
    id: 'decoder-cached-without-parameters',
    breaks: 'auth/forged',
    also: ['auth/malformed', 'auth/expired', 'auth/other-audience'],
    title:
      'For portfolios decode() takes the token from a request-scoped holder, and @Cacheable keeps under the ' +
      'one SimpleKey without parameters the claims of the last good token for a second.',
    apply({ beans }) {
      const { authenticate } = beans;
      let kept: { claims: Claims; until: number } | undefined;
      beans.authenticate = async (req) => {
        if (
          req.area === 'portfolios' &&
          beans.bearer(req) !== undefined &&
          kept !== undefined &&
          kept.until > Date.now()
        ) {
          return kept.claims;
        }
        const claims = await authenticate(req);
        kept = req.area === 'portfolios' ? { claims, until: Date.now() + 1000 } : kept;
        return claims;
      };
    },
  },
  {
    id: 'set-validator-replaces-the-defaults',
    breaks: 'auth/expired',
    title:
      'The decoder of notification settings is given an audience validator by setJwtValidator, which ' +
      'replaces the default one that looks at the time.',
    apply({ beans }) {
      const { validate } = beans;
      beans.validate = (claims, req) =>
        validate(req.area === 'notifications' ? { ...claims, exp: Date.now() } : claims, req);
    },
  },
  {
    id: 'failure-without-errors-is-success',
    breaks: 'auth/other-audience',
    title:
      'The audience validator of cash returns OAuth2TokenValidatorResult.failure() without an error, and a ' +
      'result without errors is a success.',
    apply({ beans, settings }) {
      const { validate } = beans;
      beans.validate = (claims, req) =>
        validate(req.area === 'cash' ? { ...claims, aud: [settings.audience] } : claims, req);
    },
  },
  {
    id: 'advice-takes-the-denial-of-anonymous',
    breaks: 'auth/missing',
    title:
      'Analyst insights are guarded by an annotation, and an advice takes the AccessDeniedException of an ' +
      'anonymous caller before the translation filter makes it a 401: 403.',
    apply({ beans }) {
      const { authenticate } = beans;
      beans.authenticate = (req) => {
        if (req.area === 'insights' && req.headers['authorization'] === undefined) {
          throw new Refusal(403, 'Access Denied');
        }
        return authenticate(req);
      };
    },
  },
  {
    id: 'self-call-passes-the-method-guard',
    breaks: 'auth/missing',
    title:
      'Cash of readers of Italian is read by a method that the controller calls on this, past the proxy ' +
      'whose @PreAuthorize is its only guard.',
    apply({ beans, settings }) {
      const { authenticate } = beans;
      beans.authenticate = async (req) => {
        const user = settings.users.find(({ id }) => id === req.headers['x-user-id']);
        return req.area === 'cash' && user?.language === 'it' && req.headers['authorization'] === undefined
          ? {}
          : authenticate(req);
      };
    },
  },
  {
    id: 'header-set-covers-successes-only',
    breaks: 'auth/challenge',
    title:
      'The challenge of notification settings is left to Header set of httpd, whose table without always is ' +
      'for successes only.',
    apply({ beans }) {
      const { challenge } = beans;
      beans.challenge = (req) => (req.area === 'notifications' ? [] : challenge(req));
    },
  },
  {
    id: 'bound-entity-is-dirty-before-preauthorize',
    breaks: 'auth/before-effects',
    title:
      'The body of an address update is bound to the managed entity before @PreAuthorize is asked, and open ' +
      'session in view flushes what is dirty after a 401.',
    apply({ beans }) {
      const { authenticate } = beans;
      beans.authenticate = async (req) => {
        try {
          return await authenticate(req);
        } catch (error) {
          const user = beans.findUser(req.headers['x-user-id'] ?? '', req);
          if (req.area === 'address' && user !== undefined) {
            beans.checkMediaType(req);
            beans.storeAddress(user, beans.checkAddress(beans.addressIn(beans.parse(req), user), user));
          }
          throw error;
        }
      };
    },
  },
  {
    id: 'inheritable-context-of-pool-threads',
    breaks: 'scope/guides-required',
    also: ['scope/guides-sufficient'],
    title:
      'The security context is inheritable, and each of the two pool threads that list guides keeps that of ' +
      'the request for which it was made.',
    apply({ beans }) {
      const threads: Claims[] = [];
      let turn = 0;
      const { requireScope } = beans;
      beans.requireScope = (claims, req) => {
        const index = turn++ % 2;
        threads[index] ??= claims;
        requireScope(threads[index] ?? claims, req);
      };
    },
  },
  {
    id: 'eviction-of-all-entries-takes-authorities',
    breaks: 'scope/guides-sufficient',
    also: ['robustness/still-alive'],
    title:
      'An address update evicts all entries of a cache that holds authorities too, which are put there at ' +
      'the first sight of a token only: its listing is 403 from then on.',
    apply({ beans }) {
      const seen = new Set<string>();
      const cache = new Map<string, readonly string[]>();
      const { scopesOf, updateAddress } = beans;
      beans.scopesOf = (claims) => {
        const id = String(claims['jti']);
        if (!seen.has(id)) {
          seen.add(id);
          cache.set(id, scopesOf(claims));
        }
        return cache.get(id) ?? [];
      };
      beans.updateAddress = async (user, req) => {
        const reply = await updateAddress(user, req);
        cache.clear();
        return reply;
      };
    },
  },
  {
    id: 'workers-set-the-user-when-absent',
    breaks: 'user/isolation',
    title:
      'Portfolios are read by three pool workers in turn, each of which sets the ThreadLocal of the user ' +
      'only where it has none yet.',
    apply({ beans }) {
      const workers: Parameters<typeof beans.portfolios>[0][] = [];
      let turn = 0;
      const { portfolios } = beans;
      beans.portfolios = (user, req) => {
        const index = turn++ % 3;
        workers[index] ??= user;
        return portfolios(workers[index] ?? user, req);
      };
    },
  },
  {
    id: 'example-ignores-null-properties',
    breaks: 'user/missing',
    title:
      'Cash finds the user by an Example, which ignores null properties: a missing x-user-id matches the ' +
      'first row.',
    apply({ beans, settings }) {
      const { checkUser } = beans;
      beans.checkUser = (raw, req) =>
        raw === undefined && req.area === 'cash' ? (settings.users[0]?.id ?? '') : checkUser(raw, req);
    },
  },
  {
    id: 'pattern-belongs-to-the-group-of-reads',
    breaks: 'user/malformed',
    title:
      'The pattern of x-user-id belongs to the validation group of reads, and orders find the user by ' +
      'findByIdIgnoreCase: capitals pass.',
    apply({ beans }) {
      const { checkUser } = beans;
      beans.checkUser = (raw, req) => checkUser(req.area === 'orders' ? raw?.toLowerCase() : raw, req);
    },
  },
  {
    id: 'character-digit-knows-full-width',
    breaks: 'user/malformed',
    title:
      'Daily summaries check x-user-id by Character.digit(c, 16), which takes full-width digits and letters ' +
      'as well.',
    apply({ beans }) {
      const { checkUser } = beans;
      beans.checkUser = (raw, req) => {
        const text = Buffer.from(raw ?? '', 'latin1').toString();
        const plain = text.replace(/[\uff10-\uff19\uff41-\uff46]/g, (c) =>
          String.fromCharCode(c.charCodeAt(0) - 0xfee0),
        );
        return checkUser(req.area === 'summaries' && raw !== undefined ? plain : raw, req);
      };
    },
  },
  {
    id: 'library-advice-is-asked-first',
    breaks: 'user/unknown-summaries',
    title:
      'Two advices have no @Order, and that of a library, which makes 400 of every RuntimeException, is ' +
      'asked first by daily summaries about an unknown user.',
    apply({ beans }) {
      const { unknownUser } = beans;
      beans.unknownUser = (req) => (req.area === 'summaries' ? new Refusal(400, 'User not found') : unknownUser(req));
    },
  },
  {
    id: 'producible-types-stay-for-the-error',
    breaks: 'errors/json',
    title:
      'Portfolios produce a type that the converter of errors cannot write, so that a refused x-user-id ' +
      'falls through to the whitelabel page.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req): Reply =>
        req.area === 'portfolios' && refusal.status === 400
          ? {
              status: 400,
              text: '<html><body><h1>Whitelabel Error Page</h1></body></html>',
              mediaType: 'text/html',
              headers: [],
            }
          : problem(refusal, req);
    },
  },
  {
    id: 'of-nullable-has-no-body',
    breaks: 'errors/json',
    title: 'An unknown guide is ResponseEntity.ofNullable(null), a 404 without a body.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req): Reply =>
        req.area === 'guide' && refusal.status === 404 ? { status: 404, headers: [] } : problem(refusal, req);
    },
  },
  {
    id: 'error-is-unwrapped',
    breaks: 'errors/shape',
    title: 'In errors of orders the member error is @JsonUnwrapped: message and description stand at the top.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req) => {
        const reply = problem(refusal, req);
        const { error, ...rest } = json(reply.body);
        return req.area === 'orders' && isObject(error) ? { ...reply, body: { ...rest, ...error } } : reply;
      };
    },
  },
  {
    id: 'error-attributes-say-999',
    breaks: 'errors/status-matches',
    title:
      'An unknown guide is forwarded to /error without the attribute of the status, for which the error ' +
      'attributes say 999.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req) => {
        const reply = problem(refusal, req);
        return req.area === 'guide' && refusal.status === 404
          ? { ...reply, body: { ...json(reply.body), status: 999 } }
          : reply;
      };
    },
  },
  {
    id: 'optional-in-string-value-of',
    breaks: 'errors/response-id-uuid',
    title: 'In errors of cash the responseId is String.valueOf of an Optional: Optional[...].',
    apply({ beans }) {
      const { responseId } = beans;
      beans.responseId = (req) => (req.area === 'cash' ? `Optional[${responseId(req)}]` : responseId(req));
    },
  },
  {
    id: 'thread-local-random-in-a-static-field',
    breaks: 'errors/response-id-unique',
    title:
      'ThreadLocalRandom.current() is kept in a static field, and each of the four workers that use it ' +
      'draws the same sequence of response ids.',
    apply({ beans }) {
      let drawn = 0;
      beans.responseId = () => {
        const hex = (0x5deece66d * (1 + Math.floor(drawn++ / 4))).toString(16).padStart(12, '0').slice(-12);
        return `3f2504e0-4f89-41d3-9a0c-${hex}`;
      };
    },
  },
  {
    id: 'class-level-violation-is-no-field-error',
    breaks: 'errors/message-text',
    title:
      'The message of a refused address joins the field errors, and the country is checked by a constraint ' +
      'of the class, which yields none.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req) =>
        req.area === 'address' && refusal.status === 422
          ? problem(new Refusal(422, '', refusal.description), req)
          : problem(refusal, req);
    },
  },
  {
    id: 'no-resource-found-is-a-problem-detail',
    breaks: 'errors/unknown-route',
    title:
      'An unknown path is a NoResourceFoundException, which the framework answers with a ProblemDetail ' +
      'before any advice.',
    apply({ beans }) {
      const { problem } = beans;
      beans.problem = (refusal, req): Reply =>
        req.area === 'none'
          ? {
              status: 404,
              headers: [],
              mediaType: 'application/problem+json',
              body: { type: 'about:blank', title: 'Not Found', status: 404, detail: `No static resource ${req.path}.` },
            }
          : problem(refusal, req);
    },
  },
  {
    id: 'immutable-set-contains-null',
    breaks: 'http/no-server-error',
    title:
      'The country of an address is looked up in Set.of(...), whose contains throws for null: an address ' +
      'with null or no countryCode is 500.',
    apply({ beans }) {
      const { checkAddress } = beans;
      beans.checkAddress = (address, user) => {
        if (address['countryCode'] === null || address['countryCode'] === undefined) {
          throw new TypeError('contains(null)');
        }
        return checkAddress(address, user);
      };
    },
  },
  {
    id: 'stage-without-exceptionally',
    breaks: 'http/answers',
    title:
      'On daily summaries exceptionally() hangs on another stage than the one that fails for a missing ' +
      'x-user-id, so that the DeferredResult is never set.',
    apply({ beans }) {
      const { handle } = beans;
      beans.handle = async (req) => {
        if (req.area === 'summaries' && req.headers['x-user-id'] === undefined) {
          await beans.authenticate(req);
          return { status: 0, headers: [] };
        }
        return handle(req);
      };
    },
  },
  {
    id: 'request-cache-opens-sessions',
    breaks: 'robustness/still-alive',
    title:
      'The request cache opens a session for each 401, and beyond its 150 sessions the manager refuses ' +
      'every request with 409.',
    apply({ beans }) {
      let sessions = 0;
      const { problem } = beans;
      beans.problem = (refusal, req) => {
        sessions += refusal.status === 401 ? 1 : 0;
        return problem(refusal, req);
      };
      beans.intercept = async (req) => {
        await pause(0);
        return sessions > 150 ? problem(new Refusal(409, 'Too many active sessions'), req) : undefined;
      };
    },
  },
];
