import type { App } from './app.ts';
import { bearer } from './controllers.ts';
import type { Endpoint, Exchange, FilterName } from './core.ts';
import { ExpiredSignature, Refusal } from './core.ts';
import { unverified } from './keyring.ts';
import type { DefectiveChange } from './toggle.ts';

type Filter = App['filters'][FilterName];

function around(app: App, name: FilterName, wrap: (x: Exchange, plain: Filter) => void | Promise<void>): void {
  const plain = app.filters[name];
  app.filters[name] = (x) => wrap(x, plain);
}

function without(app: App, endpoint: Endpoint, name: FilterName): void {
  app.chain[endpoint] = app.chain[endpoint].filter((filter) => filter !== name);
}

export const guardDefects: readonly DefectiveChange[] = [
  {
    id: 'constrained-route-is-not-found-for-strangers',
    title:
      'The route of portfolios has a constraint that wants an Authorization header, and without one no route ' +
      'matches: 404.',
    breaks: 'auth/missing',
    also: ['auth/challenge'],
    apply: (app) => {
      const plain = app.route;
      app.route = (x) => {
        plain(x);
        if (x.endpoint === 'portfolios' && !x.headers.has('authorization')) throw new Refusal(404, 'Not found');
      };
    },
  },
  {
    id: 'token-helper-knows-another-scheme',
    title:
      'Daily summaries use authenticate_with_http_token of the framework, whose pattern takes the scheme ' +
      'Token as well as Bearer.',
    breaks: 'auth/malformed',
    apply: (app) => {
      around(app, 'authenticate', async (x, plain) => {
        const header = x.headers.get('authorization') ?? '';
        if (x.endpoint !== 'summaries' || !/^Token +/.test(header)) return plain(x);
        x.claims = await app.keyring.open(header.replace(/^Token +/, ''));
      });
    },
  },
  {
    id: 'throttle-memoizes-unverified-claims',
    title:
      'A throttle of Rack::Attack decodes the token of portfolio requests without verifying it and memoizes ' +
      'the claims in the env, where the guard finds them by ||=.',
    breaks: 'auth/forged',
    apply: (app) => {
      around(app, 'authenticate', async (x, plain) => {
        const claims = x.endpoint === 'portfolios' ? unverified(bearer(x)) : undefined;
        if (!claims) return plain(x);
        if (Number(claims['exp']) * 1000 < Date.now()) throw new Refusal(401, 'The access token expired');
        x.claims = claims;
      });
    },
  },
  {
    id: 'concern-included-last-rescues-expiry',
    title:
      'rescue_from is searched from the last declaration on, and a concern that the cash controller includes ' +
      'last rescues an expired signature with :forbidden.',
    breaks: 'auth/expired',
    also: ['auth/challenge'],
    apply: (app) => {
      around(app, 'authenticate', async (x, plain) => {
        if (x.endpoint !== 'cash') return plain(x);
        try {
          x.claims = await app.keyring.open(bearer(x));
        } catch (error) {
          throw error instanceof ExpiredSignature ? new Refusal(403, 'Your session expired') : error;
        }
      });
    },
  },
  {
    id: 'exceptions-app-starts-a-fresh-response',
    title:
      'The single guide leaves its 401 to the exceptions_app, which begins a response of its own without ' +
      'WWW-Authenticate.',
    breaks: 'auth/challenge',
    apply: (app) => {
      const plain = app.refuse;
      app.refuse = (x, refusal) => {
        const answer = plain(x, refusal);
        if (x.endpoint === 'guide') delete answer.headers['www-authenticate'];
        return answer;
      };
    },
  },
  {
    id: 'skip-inherited-by-the-same-action-name',
    title:
      'skip_before_action of the check of the audience names the action index of a public base controller, ' +
      'and analyst insights inherit it along with an action of that name.',
    breaks: 'auth/other-audience',
    apply: (app) => {
      without(app, 'insights', 'audience');
    },
  },
  {
    id: 'has-one-build-in-a-prepended-filter',
    title:
      'A prepended filter calls build_address before the token is looked at, and building a has_one deletes ' +
      'the stored record at once.',
    breaks: 'auth/before-effects',
    also: ['address/refused-unchanged'],
    apply: (app) => {
      around(app, 'authenticate', async (x, plain) => {
        try {
          await plain(x);
        } catch (error) {
          if (x.endpoint === 'address') app.addresses.delete(x.headers.get('x-user-id') ?? '');
          throw error;
        }
      });
    },
  },
  {
    id: 'class-attribute-mutated-in-place',
    title:
      'The first request for analyst insights deletes a scope from an array in a class_attribute, which ' +
      'their controller shares with that of the guides listing.',
    breaks: 'scope/guides-required',
    apply: (app) => {
      const required = ['service:nbg'];
      const { insights } = app.actions;
      app.actions.insights = (x) => {
        required.length = 0;
        return insights(x);
      };
      around(app, 'scope', (x, plain) => (required.length > 0 ? plain(x) : undefined));
    },
  },
  {
    id: 'translators-translated-the-scope',
    title:
      'The name of the demanded scope comes from the locale file, in which it was translated into Dutch: the ' +
      'second user gets 403 on the listing.',
    breaks: 'scope/guides-sufficient',
    apply: (app) => {
      app.chain.guides = ['authenticate', 'audience', 'presence', 'user', 'scope'];
      around(app, 'scope', (x, plain) => {
        const demanded = x.user?.locale === 'nl' ? 'dienst:nbg' : 'service:nbg';
        if (!(x.claims?.scope ?? '').split(' ').includes(demanded)) throw new Refusal(403, 'Insufficient scope');
        return plain(x);
      });
    },
  },
  {
    id: 'only-list-names-a-renamed-action',
    title:
      'The filter that demands x-user-id is limited to only: index, and the action of portfolios was renamed ' +
      'to overview: nobody has an empty portfolio.',
    breaks: 'user/missing',
    apply: (app) => {
      without(app, 'portfolios', 'presence');
      around(app, 'user', (x, plain) => {
        if (x.endpoint !== 'portfolios' || x.headers.has('x-user-id')) return plain(x);
        x.user = { id: '', locale: 'en', zone: 'UTC', denied: false, factor: 0 };
      });
    },
  },
  {
    id: 'normalizes-applies-to-finders',
    title:
      'normalizes :uid downcases the values of finders as well, and analyst insights, which look the user up ' +
      'first, take capitals.',
    breaks: 'user/malformed',
    apply: (app) => {
      const { wellFormed, findUser } = app;
      app.wellFormed = (id, x) => wellFormed(x.endpoint === 'insights' ? id.toLowerCase() : id, x);
      app.findUser = (id, x) => findUser(x.endpoint === 'insights' ? id.toLowerCase() : id, x);
    },
  },
  {
    id: 'lazy-lookup-titleizes-the-key',
    title:
      'The message for an unknown user of daily summaries is a lazy lookup from a concern, whose missing key ' +
      'is shown titleized: Unknown.',
    breaks: 'user/unknown-message',
    apply: (app) => {
      around(app, 'user', async (x, plain) => {
        try {
          await plain(x);
        } catch (error) {
          const lazy = x.endpoint === 'summaries' && error instanceof Refusal && error.status === 401;
          throw lazy ? new Refusal(401, 'Unknown') : error;
        }
      });
    },
  },
  {
    id: 'fragment-keyed-by-latest-update',
    title:
      'The fragment of cash is keyed by positions.maximum(:updated_at) for a sixth of a second, a moment ' +
      'that all users of one nightly job share.',
    breaks: 'user/isolation',
    apply: (app) => {
      const { cash } = app.actions;
      let kept: { at: number; body: unknown } = { at: 0, body: undefined };
      app.actions.cash = async (x) => {
        const answer = await cash(x);
        if (Date.now() - kept.at > 160) kept = { at: Date.now(), body: answer.body };
        return { ...answer, body: kept.body };
      };
    },
  },
];
