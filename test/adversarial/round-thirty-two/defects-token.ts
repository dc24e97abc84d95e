import type { App } from './app.ts';
import type { Json } from './core.ts';
import { reply } from './core.ts';
import type { DefectiveChange } from './toggle.ts';

function answerWith(app: App, change: (body: Json) => Json): void {
  const plain = app.tokenAnswer;
  app.tokenAnswer = async (client) => {
    const answer = await plain(client);
    return reply(answer.status, change(answer.body as Json), answer.headers);
  };
}

export const tokenDefects: readonly DefectiveChange[] = [
  {
    id: 'lifetime-in-words-of-distance',
    title: 'The token answer tells expires_in by distance_of_time_in_words, about 1 hour.',
    breaks: 'token/expires-in',
    also: ['token/issued', 'token/expiry-claim'],
    apply: (app) => {
      answerWith(app, (body) => ({ ...body, expires_in: 'about 1 hour' }));
    },
  },
  {
    id: 'public-client-needs-no-secret',
    title:
      'The first client was registered as not confidential, and a token request of such a one may leave its ' +
      'secret out.',
    breaks: 'token/missing-fields',
    apply: (app) => {
      const plain = app.checkClient;
      const { scoped } = app.config;
      app.checkClient = (id, secret) => (secret === undefined && id === scoped.id ? scoped : plain(id, secret));
    },
  },
  {
    id: 'grant-strategy-memoized',
    title:
      'The strategy for a grant type is memoized by ||= on the token server, so that no grant type is looked ' +
      'at after the first good one.',
    breaks: 'token/bad-grant',
    apply: (app) => {
      const plain = app.checkGrant;
      let strategy = false;
      app.checkGrant = (grant) => {
        strategy ||= plain(grant);
        return strategy;
      };
    },
  },
  {
    id: 'etag-middleware-replaces-no-store',
    title:
      'Rack::ETag is mounted with a default of its own outside of the token engine and puts max-age=0, ' +
      'private in place of no-store.',
    breaks: 'token/no-store',
    apply: (app) => {
      app.around.push(async (x, next) => {
        const answer = await next();
        if (x.path === app.config.tokenPath && answer.status === 200) {
          answer.headers['cache-control'] = 'max-age=0, private, must-revalidate';
        }
        return answer;
      });
    },
  },
  {
    id: 'scope-symbols-inspected',
    title:
      'The scopes of the token answer are symbols joined by inspect, by which one with a colon stands in ' +
      'quotation marks: :"service:nbg".',
    breaks: 'token/scope-granted',
    apply: (app) => {
      const inspect = (word: string): string => (/\W/.test(word) ? `:"${word}"` : `:${word}`);
      answerWith(app, (body) => ({ ...body, scope: String(body['scope']).split(' ').map(inspect).join(' ') }));
    },
  },
];
