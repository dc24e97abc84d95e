import { randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import type { Endpoint, Exchange, Json, Reply } from './core.ts';
import { isObject, never, Refusal, reply } from './core.ts';
import type { DefectiveChange } from './toggle.ts';

function refusals(app: App, endpoint: Endpoint, change: (answer: Reply, body: Json, x: Exchange) => Reply): void {
  const plain = app.refuse;
  app.refuse = (x, refusal) => {
    const answer = plain(x, refusal);
    return x.endpoint === endpoint && isObject(answer.body) ? change(answer, answer.body, x) : answer;
  };
}

function errorOf(body: Json): Json {
  return isObject(body['error']) ? body['error'] : {};
}

export const errorDefects: readonly DefectiveChange[] = [
  {
    id: 'registered-mime-type-lacks-its-suffix',
    title: 'Mime::Type.register names the type of refusals of cash application/vnd.invest.v1, without +json.',
    breaks: 'errors/json',
    apply: (app) => {
      refusals(app, 'cash', (answer) => {
        answer.headers['content-type'] = 'application/vnd.invest.v1';
        return answer;
      });
    },
  },
  {
    id: 'inflector-acronym-renames-response-id',
    title:
      'The inflector learnt ID as an acronym, by which camelize makes responseID of response_id in the ' +
      'errors of orders.',
    breaks: 'errors/shape',
    also: ['errors/response-id-uuid'],
    apply: (app) => {
      refusals(app, 'orders', (answer, { responseId, ...rest }) => ({
        ...answer,
        body: { ...rest, responseID: responseId },
      }));
    },
  },
  {
    id: 'status-was-is-written',
    title:
      'The blueprint of errors writes status_was of dirty tracking, so that the 404 for an unknown user of ' +
      'cash says 400, the default before the change.',
    breaks: 'errors/status-matches',
    apply: (app) => {
      refusals(app, 'cash', (answer, body) =>
        answer.status === 404 ? { ...answer, body: { ...body, status: 400 } } : answer,
      );
    },
  },
  {
    id: 'underscored-values-lose-their-hyphens',
    title:
      'Errors of portfolios go through a deep transformation by underscore that takes values along with ' +
      'keys: responseId has underscores for hyphens.',
    breaks: 'errors/response-id-uuid',
    apply: (app) => {
      refusals(app, 'portfolios', (answer, body) => ({
        ...answer,
        body: { ...body, responseId: String(body['responseId']).replaceAll('-', '_') },
      }));
    },
  },
  {
    id: 'dup-copies-the-uuid-column',
    title:
      'Errors of the single guide are a dup of a template record, which resets the primary key but copies ' +
      'the uuid of its after_initialize.',
    breaks: 'errors/response-id-unique',
    apply: (app) => {
      const template = randomUUID();
      refusals(app, 'guide', (answer, body) => ({ ...answer, body: { ...body, responseId: template } }));
    },
  },
  {
    id: 'abort-leaves-no-full-messages',
    title:
      'A before_save callback throws :abort for an amount of zero or less, and full_messages.to_sentence of ' +
      'no errors is an empty message.',
    breaks: 'errors/message-text',
    apply: (app) => {
      refusals(app, 'orders', (answer, body) => {
        const error = errorOf(body);
        if (!String(error['description']).includes('greater than 0')) return answer;
        return { ...answer, body: { ...body, error: { message: '', description: null } } };
      });
    },
  },
  {
    id: 'invalid-locale-data-names-its-file',
    title:
      'The description of an order at fault is the message of I18n::InvalidLocaleData, which names the ' +
      'locale file on the server.',
    breaks: 'errors/no-leak',
    apply: (app) => {
      refusals(app, 'orders', (answer, body) => {
        if (answer.status !== 422) return answer;
        const description =
          'can not load translations from /srv/invest/releases/20261102/config/locales/orders.yml: ' +
          'expects it to return a hash, but does not';
        return { ...answer, body: { ...body, error: { ...errorOf(body), description } } };
      });
    },
  },
  {
    id: 'public-exceptions-for-unknown-routes',
    title:
      'What no route matches never reaches a controller, and ActionDispatch::PublicExceptions answers with ' +
      'status and error as a bare text.',
    breaks: 'errors/unknown-route',
    apply: (app) => {
      const plain = app.refuse;
      app.refuse = (x, refusal) =>
        x.endpoint || refusal.status !== 404 ? plain(x, refusal) : reply(404, { status: 404, error: 'Not Found' });
    },
  },
  {
    id: 'erb-escapes-to-json',
    title:
      'Dutch analyst insights come from an ERB template that prints to_json without raw, by which quotation ' +
      'marks become &quot;.',
    breaks: 'http/json-media-type',
    also: ['insights/ok'],
    apply: (app) => {
      const { insights } = app.actions;
      app.actions.insights = async (x) => {
        const answer = await insights(x);
        if (x.user?.locale !== 'nl') return answer;
        return { ...answer, text: JSON.stringify(answer.body).replaceAll('"', '&quot;') };
      };
    },
  },
  {
    id: 'oj-writes-infinity-as-huge',
    title:
      'Oj in its mode :huge writes the infinite credit line of portfolios of the second user as ' +
      '3.0e14159265358979323846.',
    breaks: 'http/json-interoperable',
    apply: (app) => {
      const { portfolios } = app.actions;
      app.actions.portfolios = async (x) => {
        const answer = await portfolios(x);
        if (x.user?.locale !== 'nl') return answer;
        return {
          ...answer,
          text: JSON.stringify(answer.body).replace(/\}$/, ',"creditLine":3.0e14159265358979323846}'),
        };
      };
    },
  },
  {
    id: 'permit-is-no-method-of-a-string',
    title:
      'params.require(:address) yields whatever is there, and permit is called on a text in place of the ' +
      'address: NoMethodError, 500.',
    breaks: 'http/no-server-error',
    apply: (app) => {
      const plain = app.validateAddress;
      app.validateAddress = (body, x) => {
        if (isObject(body) && typeof body['address'] === 'string' && body['address'].trim() !== '') {
          throw new Refusal(500, 'Internal server error');
        }
        return plain(body, x);
      };
    },
  },
  {
    id: 'expires-now-keeps-public',
    title:
      'Notification settings call expires_now behind a base controller that said public, and the framework ' +
      'joins both to public, no-cache.',
    breaks: 'http/private-data-not-shared',
    apply: (app) => {
      const { notifications } = app.actions;
      app.actions.notifications = async (x) => {
        const answer = await notifications(x);
        answer.headers['cache-control'] = 'public, no-cache';
        return answer;
      };
    },
  },
  {
    id: 'live-stream-left-open',
    title:
      'Analyst insights include ActionController::Live, and an exception about a malformed user leaves the ' +
      'stream open: the request is never answered.',
    breaks: 'http/answers',
    also: ['user/malformed'],
    apply: (app) => {
      const plain = app.filters.user;
      app.filters.user = (x) => {
        const id = x.headers.get('x-user-id') ?? '';
        return x.endpoint === 'insights' && !app.wellFormed(id, x) ? never() : plain(x);
      };
    },
  },
];
