import type { Apply, Fault, Grantee, Json, Req, User } from './model.ts';
import { fault, isObject, pause, Refusal, setHeader } from './model.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const answered =
  (change: (answer: Json) => Json): Apply =>
  (program) => {
    const { tokenAnswer } = program;
    program.tokenAnswer = (client, token) => change(tokenAnswer(client, token));
  };

const token: readonly Fault[] = [
  fault(
    'unevaluated-lifetime',
    'token/issued',
    'expires_in = 60*60 unifies where is/2 would compute, and serialize_unknown(true) writes the term as the text 60*60.',
    answered((answer) => ({ ...answer, expires_in: '60*60' })),
    ['token/expires-in', 'token/expiry-claim'],
  ),
  fault(
    'bearer-is-a-variable',
    'token/type-bearer',
    'Bearer stands in the clause without quotes, a variable, and ~w writes its name: token_type is _10442.',
    answered((answer) => ({ ...answer, token_type: '_10442' })),
    ['token/type-bearer-case'],
  ),
  fault(
    'once-takes-the-eldest-token',
    'token/renewal',
    'Tokens are facts added by assertz, and once/1 finds the eldest of a client: a renewed one is not it, and gets 401.',
    (program) => {
      const { tokenAnswer, verify } = program;
      const eldest = new Map<string, string>();
      program.tokenAnswer = (client, text) => {
        eldest.set(client.id, eldest.get(client.id) ?? text);
        return tokenAnswer(client, text);
      };
      program.verify = async (text, req) => {
        const claims = await verify(text, req);
        const first = eldest.get(String(claims['sub']));
        if (first !== undefined && first !== text) {
          throw new Refusal(401, 'The access token is not the current one');
        }
        return claims;
      };
    },
  ),
  fault(
    'negation-holds-for-nobody',
    'token/bad-credentials',
    'A client is good if \\+ (client(Id, S), S \\== Secret), which holds of an Id that no client has.',
    (program) => {
      const { findClient } = program;
      program.findClient = (request) => {
        const { client_id, client_secret } = request;
        const known = [program.scoped, program.unscoped].some(({ id }) => id === client_id);
        const nobody: Grantee = { id: String(client_id), secret: '', scopes: [] };
        return isText(client_id) && isText(client_secret) && !known ? nobody : findClient(request);
      };
    },
  ),
  fault(
    'string-is-none-of-the-atoms',
    'token/bad-grant',
    'Grants are refused that are among the atoms password, refresh_token and so on; what JSON has is a string, and is none of them.',
    (program) => {
      const { grantHolds } = program;
      program.grantHolds = (request) => isText(request['grant_type']) || grantHolds(request);
    },
  ),
  fault(
    'absent-secret-unifies',
    'token/missing-fields',
    'ignore(get_dict(client_secret, Body, Secret)) leaves Secret unbound where there is none, and client(Id, Secret) binds it.',
    (program) => {
      const { findClient } = program;
      program.findClient = (request) => {
        const { client_id, client_secret } = request;
        const fits = (given: unknown, own: string): boolean => given === undefined || given === own;
        return client_id === undefined || client_secret === undefined
          ? [program.scoped, program.unscoped].find(
              ({ id, secret }) => fits(client_id, id) && fits(client_secret, secret),
            )
          : findClient(request);
      };
    },
  ),
  fault(
    'memberchk-extends-an-open-list',
    'token/malformed-body',
    'A body that is no JSON leaves the pairs unbound, and memberchk/2 puts into an open list whatever it is asked for.',
    (program) => {
      const { decodeGrant } = program;
      program.decodeGrant = (body) => {
        try {
          JSON.parse(body.toString('utf8'));
        } catch {
          const { audience, scoped } = program;
          return { grant_type: 'client_credentials', audience, client_id: scoped.id, client_secret: scoped.secret };
        }
        return decodeGrant(body);
      };
    },
  ),
  fault(
    'next-clause-has-no-audience',
    'token/wrong-audience',
    'A clause fails for another audience, no cut stands in it, and the next clause, for clients without one, issues a good token.',
    (program) => {
      program.audienceHolds = () => true;
    },
  ),
  fault(
    'option-that-nobody-reads',
    'token/no-store',
    'The token is sent by reply_json_dict with cache_control(no_store), an option that it does not know and passes over.',
    (program) => {
      const { tokenHeaders } = program;
      program.tokenHeaders = () => tokenHeaders().filter(([name]) => !/^(?:cache-control|pragma|expires)$/i.test(name));
    },
  ),
];

const compact = /[\w-]+\.[\w-]+\.[\w-]+/;

const auth: readonly Fault[] = [
  fault(
    'string-skips-what-precedes-a-token',
    'auth/malformed',
    'The DCG of portfolios is string(_), jwt(T), called by phrase/3: a token anywhere in Authorization is good, whatever the scheme.',
    (program) => {
      const { credentials } = program;
      program.credentials = (req) => {
        const found = req.area === 'portfolios' ? compact.exec(req.headers['authorization'] ?? '') : null;
        return found === null ? credentials(req) : found[0];
      };
    },
  ),
  fault(
    'signature-is-no-part-of-the-variant',
    'auth/forged',
    'verified/3 is tabled with the signature as a global variable: a header and payload that passed once pass with any signature.',
    (program) => {
      const { verify } = program;
      const table = new Map<string, Json>();
      program.verify = async (text, req) => {
        const variant = /^([\w-]+\.[\w-]+)\.[\w-]*$/.exec(text)?.[1] ?? '';
        const claims = table.get(variant) ?? (await verify(text, req));
        if (variant !== '') {
          table.set(variant, claims);
        }
        return claims;
      };
    },
  ),
  fault(
    'standard-order-of-terms',
    'auth/expired',
    'Analyst insights compare Now @< Exp where Exp is a string, and in the standard order of terms every number precedes it.',
    (program) => {
      const { holds } = program;
      program.holds = (claims, req) => {
        const later = Math.trunc(Date.now() / 1000) + 60;
        holds(req.area === 'insights' && typeof claims['exp'] === 'number' ? { ...claims, exp: later } : claims, req);
      };
    },
  ),
  fault(
    'select-dict-binds-the-audience',
    'auth/other-audience',
    '_{aud: Audience} :< Claims binds Audience, which was meant to be bound by the setting before: any audience will do.',
    (program) => {
      const { holds } = program;
      program.holds = (claims, req) =>
        holds(isText(claims['aud']) ? { ...claims, aud: program.audience } : claims, req);
    },
  ),
  fault(
    'only-authorise-writes-the-challenge',
    'auth/challenge',
    'http_reply(authorise(...)) is thrown where there is no token; a bad one gets status(401) from reply_json_dict, and no challenge.',
    (program) => {
      const { problem } = program;
      program.problem = (refusal, req) => {
        const reply = problem(refusal, req);
        if (reply.status === 401 && req.headers['authorization'] !== undefined) {
          setHeader(reply, 'WWW-Authenticate');
        }
        return reply;
      };
    },
  ),
  fault(
    'assertz-outlives-a-failure',
    'auth/before-effects',
    'The address is asserted ahead of the check of the token, and what assertz did is not undone by the failure of a later goal.',
    (program) => {
      const { rewrite } = program;
      const asserted = (req: Req): void => {
        const user = program.findUser(req.headers['x-user-id'] ?? '', req);
        if (user === undefined || !program.mediaType(req.headers['content-type'], req)) {
          return;
        }
        const body = program.decode(req.body.toString('utf8'), req);
        program.store(user, program.checkAddress(isObject(body) ? body['address'] : undefined), req);
      };
      program.rewrite = (req) => {
        if (req.area === 'address' && req.method === 'PATCH') {
          try {
            asserted(req);
          } catch {
            // No address to assert
          }
        }
        return rewrite(req);
      };
    },
  ),
];

const scope: readonly Fault[] = [
  fault(
    'second-half-of-the-scope-is-a-variable',
    'scope/guides-required',
    'Scopes are terms, and the listing asks memberchk(Service:Nbg, Scopes), whose capitals make variables of both: any will do.',
    (program) => {
      const { entitled } = program;
      program.entitled = (claims, req) =>
        (req.area === 'guides' && program.scopeOf(claims).some((one) => /^[^:]+:/.test(one))) || entitled(claims, req);
    },
  ),
];

const user: readonly Fault[] = [
  fault(
    'unbound-user-is-the-first-fact',
    'user/missing',
    'Cash wraps memberchk(x_user_id(Id), Request) in ignore/1, and user(Id, Data) with an unbound Id is the first of the facts.',
    (program) => {
      const { identify } = program;
      program.identify = (req) => {
        const [first] = program.users;
        return req.area === 'cash' && req.headers['x-user-id'] === undefined && first !== undefined
          ? first
          : identify(req);
      };
    },
  ),
  fault(
    'sub-atom-finds-an-id-within',
    'user/malformed',
    'Notification settings take the user by sub_atom(Header, _, 24, _, Id), user(Id), which backtracks to an id within a longer text.',
    (program) => {
      const { validId, findUser } = program;
      const within = (text: string, req: Req): User | undefined =>
        req.area === 'notifications' ? program.users.find(({ id }) => text.includes(id)) : undefined;
      program.validId = (id, req) => validId(id, req) || within(id, req) !== undefined;
      program.findUser = (id, req) => findUser(id, req) ?? within(id, req);
    },
  ),
  fault(
    'existence-error-is-not-found',
    'user/unknown-summaries',
    'An unknown user of daily summaries throws existence_error(user, Id), for which map_exception_to_http_status has 404.',
    (program) => {
      const { strange } = program;
      program.strange = (req) => {
        const refusal = strange(req);
        return req.area === 'summaries' ? new Refusal(404, refusal.message, refusal.description) : refusal;
      };
    },
  ),
  fault(
    'current-user-is-not-thread-local',
    'user/isolation',
    'current_user/1 of portfolios is dynamic, not thread_local, and of two requests at a time the earlier reads what the later put by asserta.',
    (program) => {
      const { content } = program;
      const facts: User[] = [];
      program.content = async (req, own) => {
        if (req.area !== 'portfolios') {
          return content(req, own);
        }
        facts.unshift(own);
        try {
          await pause(25);
          return await content(req, facts[0] ?? own);
        } finally {
          facts.splice(facts.indexOf(own), 1);
        }
      };
    },
  ),
];

export const access: Fault[] = [...token, ...auth, ...scope, ...user];
