import type { App } from './app.ts';
import type { Fault } from './patching.ts';
import { dig, fault, onPayload } from './patching.ts';
import { Refusal } from './refusal.ts';
import { authorize, verify } from './tokens.ts';
import type { Bag, Exchange, User } from './types.ts';

const userOf = (id: string): User => ({ id, language: 'en', denied: false, address: {} });

const commit = (app: App, x: Exchange): void => {
  try {
    const user = app.findUser(x);
    app.store(user, app.addressOf(app.parse(x), user));
  } catch {
    // The request is refused for its token, whatever else is wrong with it.
  }
};

export const accessFaults: readonly Fault[] = [
  fault(
    'token/scope-granted',
    'scope-joined-from-a-str',
    'The only scope of a client is a str and not a list, and " ".join takes its letters',
    (app) => {
      app.scoped.scopes = ['service:nbg'];
      const make = app.tokenAnswer;
      app.tokenAnswer = (client, token) => {
        const [first, second] = client.scopes;
        return {
          ...make(client, token),
          ...(first === undefined || second !== undefined || client !== app.scoped
            ? {}
            : { scope: [...first].join(' ') }),
        };
      };
    },
  ),
  fault(
    'token/scope-withheld',
    'no-scopes-are-falsy',
    'A client without scopes has an empty list, and scopes or DEFAULT_SCOPES tells the default ones',
    (app) => {
      app.unscoped.scopes = [];
      const make = app.tokenAnswer;
      app.tokenAnswer = (client, token) => ({
        ...make(client, token),
        scope: client.scopes.join(' ') || 'service:nbg profile:read',
      });
    },
  ),
  fault(
    'token/bad-grant',
    'assert-dropped-by-dash-o',
    'The grant_type is checked by assert, which python -O leaves out',
    (app) => {
      app.checkGrant = () => true;
    },
  ),
  fault(
    'token/missing-fields',
    'secret-defaults-to-the-environment',
    'The field client_secret of the settings model defaults to the variable CLIENT_SECRET of the worker',
    (app) => {
      app.secretOf = (body) => ('client_secret' in body ? body['client_secret'] : app.scoped.secret);
    },
  ),
  fault(
    'token/refusal-status',
    'exception-returned-not-raised',
    'HTTPException for wrong credentials is returned and not raised: it is written as an object, with 200',
    (app) => {
      const refuse = app.tokenRefusal;
      app.tokenRefusal = (status, error) => {
        const answer = refuse(status, error);
        if (error === 'invalid_client') {
          answer.status = 200;
          answer.body = JSON.stringify({ status_code: 401, detail: error, headers: null });
        }
        return answer;
      };
    },
  ),
  fault(
    'auth/missing',
    'public-paths-are-one-text',
    'Public paths are "/healthz,/cashflow-schema", and path in PUBLIC finds /cash in it where no token is sent',
    (app) => {
      const check = app.authorize;
      app.authorize = (x) =>
        x.field('authorization') === undefined && '/healthz,/cashflow-schema'.includes(x.path.slice(app.prefix.length))
          ? Promise.resolve({})
          : check(x);
    },
  ),
  fault(
    'auth/malformed',
    'seven-characters-sliced-off',
    'Analyst insights take authorization[7:] for the token, whatever the seven characters are',
    (app) => {
      const read = app.bearer;
      app.bearer = (x) => (x.route === 'insights' ? x.field('authorization')?.slice(7).trim() : read(x));
    },
  ),
  fault(
    'auth/forged',
    'return-within-finally',
    'Notification settings verify the signature in a try whose finally returns, which swallows the exception',
    (app) => {
      const check = app.authorize;
      app.authorize = async (x) => {
        const token = app.bearer(x);
        if (x.route !== 'notifications' || token === undefined) return check(x);
        try {
          const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Bag;
          if (claims['aud'] === app.audience && Number(claims['exp']) > Date.now() / 1000) return claims;
        } catch {
          return check(x);
        }
        return check(x);
      };
    },
    ['auth/forged-key-confusion'],
  ),
  fault(
    'auth/expired',
    'gather-returns-exceptions',
    'Portfolios check signature and age in one gather with return_exceptions, and only look at the first result',
    (app) => {
      app.authorize = (x) => {
        const token = x.route === 'portfolios' ? app.bearer(x) : undefined;
        return token === undefined ? authorize(app, x) : verify(app, token, { expiry: true });
      };
    },
  ),
  fault(
    'auth/other-audience',
    'any-of-a-list-of-texts',
    'Cash asks any(audiences) instead of any(a in ours for a in audiences), and every text is true',
    (app) => {
      app.authorize = (x) => {
        const token = x.route === 'cash' ? app.bearer(x) : undefined;
        return token === undefined ? authorize(app, x) : verify(app, token, { audience: true });
      };
    },
  ),
  fault(
    'auth/challenge',
    'handler-drops-exception-headers',
    'The exception handler of the users router copies status and detail of HTTPException, and not its headers',
    (app) => {
      const refuse = app.refuse;
      app.refuse = (refusal, x) => {
        const answer = refuse(refusal, x);
        if (x.route === 'address') delete answer.fields['www-authenticate'];
        return answer;
      };
    },
  ),
  fault(
    'auth/before-effects',
    'session-dependency-commits-in-finally',
    'The session of the address update comes from a dependency with yield, which commits in finally, refused or not',
    (app) => {
      const check = app.authorize;
      app.authorize = async (x) => {
        try {
          return await check(x);
        } catch (error) {
          if (x.route === 'address') commit(app, x);
          throw error;
        }
      };
    },
  ),
  fault(
    'scope/guides-required',
    'required-scopes-are-a-generator',
    'The required scopes of the listing are a generator, and all() of one that is used up is true',
    (app) => {
      const check = app.checkScope;
      let exhausted = false;
      app.checkScope = (x) => {
        const allowed = exhausted || check(x);
        exhausted = true;
        return allowed;
      };
    },
  ),
  fault(
    'scope/guides-sufficient',
    'scope-compared-by-identity',
    'The scope is compared by is: claims that come back from the pickled cache, every fourth time, hold another text',
    (app) => {
      const check = app.checkScope;
      let checked = 0;
      app.checkScope = (x) => {
        checked += 1;
        return checked % 4 !== 0 && check(x);
      };
    },
  ),
  fault(
    'user/missing',
    'anonymous-user-is-truthy',
    'Without x-user-id cash has an AnonymousUser, which is an object and thus true: 200 with no balances',
    (app) => {
      const find = app.findUser;
      app.findUser = (x) => (x.route === 'cash' && x.field('x-user-id') === undefined ? userOf('') : find(x));
      onPayload(app, 'cash', (value, x) => (x.user?.id === '' ? { ...value, balances: [] } : value));
    },
  ),
  fault(
    'user/malformed',
    'user-id-by-bytes-fromhex',
    'Portfolios check x-user-id by bytes.fromhex, which takes capitals and blanks between the bytes',
    (app) => {
      const read = app.userId;
      app.userId = (x) => {
        const compact = (x.field('x-user-id') ?? '').replace(/\s+/g, '').toLowerCase();
        return x.route === 'portfolios' && /^[a-f0-9]{24}$/.test(compact) ? compact : read(x);
      };
    },
  ),
  fault(
    'user/unknown',
    'reindex-makes-a-row',
    'Analyst insights select by reindex and not by loc, which makes an empty row for a label that is not there',
    (app) => {
      const find = app.findUser;
      app.findUser = (x) => {
        const id = app.userId(x);
        return x.route === 'insights' && !app.users.has(id) ? userOf(id) : find(x);
      };
    },
  ),
  fault(
    'user/unknown-summaries',
    'stop-iteration-in-a-coroutine',
    'Summaries find the user by next() without a default; StopIteration in a coroutine is a RuntimeError: 400',
    (app) => {
      const find = app.findUser;
      app.findUser = (x) => {
        if (x.route === 'summaries' && !app.users.has(app.userId(x))) {
          throw new Refusal(400, 'user-unknown', 'User not found: coroutine raised StopIteration');
        }
        return find(x);
      };
    },
  ),
  fault(
    'user/unknown-message',
    'empty-msgid-is-the-catalogue-header',
    'The message for an unknown user of the summaries is _(""), which gettext answers with the header of the catalogue',
    (app) => {
      const make = app.errorBag;
      app.errorBag = (refusal, status, x) => {
        const bag = make(refusal, status, x);
        if (x.route === 'summaries' && refusal.kind === 'user-unknown') {
          dig(bag, 'error')['message'] = 'Project-Id-Version: quantdesk 2.4\nPlural-Forms: nplurals=2;\n';
        }
        return bag;
      };
    },
  ),
  fault(
    'user/isolation',
    'users-are-equal-to-the-cache',
    'The id of the dataclass User has compare=False, so that all users are one key of the short cache of cash',
    (app) => {
      const make = app.payload.cash;
      let cached: { window: number; value: unknown } | undefined;
      app.payload.cash = async (x) => {
        const window = Math.floor(Date.now() / 150);
        if (cached?.window !== window) cached = { window, value: await make(x) };
        return cached.value;
      };
    },
  ),
];
