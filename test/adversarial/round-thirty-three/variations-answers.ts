import { pause } from './faults.ts';
import type { Habit } from './habits.ts';
import { claims, errors, fields, finishing, habit, objects, texts } from './habits.ts';

export const answerHabits: readonly Habit[] = [
  habit(
    'vary-lines-of-the-cors-filter',
    'The CORS filter adds its three lines of Vary to every answer, that of the listing included.',
    fields(['Vary', 'Origin'], ['Vary', 'Access-Control-Request-Method'], ['Vary', 'Access-Control-Request-Headers']),
  ),
  habit(
    'propagation-of-b3',
    'Every answer carries the span in the single field b3 and in four fields of the older form.',
    fields(['b3', '80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1'], ['X-B3-Sampled', '1']),
  ),
  habit(
    'buffer-of-four-kibibytes',
    'Answers that fit into the response buffer of four KiB have a length, and longer ones are chunked.',
    ({ beans }) => {
      beans.framing = (length) => (length <= 4096 ? 'length' : 'chunked');
    },
  ),
  habit(
    'media-type-follows-accept',
    'A request that accepts application/json gets that, and any other the media type of the vendor with ' + '+json.',
    finishing((reply, req) =>
      /^application\/json$/.test(req.headers['accept'] ?? '')
        ? reply
        : { ...reply, mediaType: 'application/vnd.spring-invest.v7+json' },
    ),
  ),
  habit(
    'error-attributes-with-exception-class',
    'Errors carry exception, the simple name of its class, and an empty list of binding errors.',
    errors(() => ({ exception: 'ResponseStatusException', bindingErrors: [], locale: null })),
  ),
  habit(
    'violations-of-problem-spring-web',
    'Errors carry the list of violations of the problem library besides, with field and message.',
    errors(() => ({
      type: 'https://zalando.github.io/problem/constraint-violation',
      violations: [{ field: 'x', message: '' }],
    })),
  ),
  habit(
    'messages-are-unresolved-constraints',
    'Messages end with the key of a constraint in braces that no bundle resolved.',
    texts((message) => `${message} {jakarta.validation.constraints.Pattern.message}`),
  ),
  habit(
    'missing-keys-between-question-marks',
    'Messages end with a key between question marks, as a view technology marks what is missing.',
    texts((message) => `${message} ??error.detail_it_IT??`),
  ),
  habit(
    'error-codes-of-the-message-resolver',
    'Errors list the four codes of the message codes resolver and their arguments, one of them null.',
    errors(() => ({
      codes: ['Pattern.request.id', 'Pattern.id', 'Pattern.java.lang.String', 'Pattern'],
      arguments: [null],
    })),
  ),
  habit(
    'errors-tell-their-bean',
    'Errors name the bean and the aspect order by which they were made.',
    errors(() => ({ beanName: 'scopedTarget.apiErrorAdvice', order: -2147483648 })),
  ),
  habit(
    'errors-carry-retry-state',
    'Errors carry the state of the breaker and the number of its buffered calls.',
    errors(() => ({ circuitBreaker: { state: 'HALF_OPEN', bufferedCalls: 3, failureRate: -1.0 } })),
  ),
  habit(
    'lazy-initializer-shows',
    'Every object of a success has the empty hibernateLazyInitializer of its proxy.',
    objects((object) => ({ ...object, hibernateLazyInitializer: {} })),
  ),
  habit(
    'default-typing-by-class',
    'Every object of a success begins with @class, the name of a Java class.',
    objects((object) => ({ '@class': 'com.example.invest.Dto$View', ...object })),
  ),
  habit(
    'minimal-class-names',
    'Every object of a success begins with @c, a class name without its package.',
    objects((object) => ({ '@c': '.api.View', ...object })),
  ),
  habit(
    'identity-info-of-the-writer',
    'Every object of a success has @id, numbered for each answer.',
    finishing((reply, req) => {
      let count = 0;
      const number = (value: unknown): unknown =>
        Array.isArray(value)
          ? value.map(number)
          : typeof value === 'object' && value !== null
            ? {
                '@id': ++count,
                ...Object.fromEntries(Object.entries(value).map(([name, item]) => [name, number(item)])),
              }
            : value;
      return reply.status < 300 && req.area !== 'profile' ? { ...reply, body: number(reply.body) } : reply;
    }),
  ),
  habit(
    'persistence-flags-of-the-entity',
    'Every object of a success has new and persistentState, as Persistable has getters for them.',
    objects((object) => ({ ...object, new: false, persistentState: 'MANAGED' })),
  ),
  habit(
    'declaring-class-of-the-enum',
    'Every object of a success has declaringClass and ordinal, as enumerations written as objects do.',
    objects((object) => ({ ...object, declaringClass: 'Kind', ordinal: 0 })),
  ),
  habit(
    'soft-delete-column-shows',
    'Every object of a success has deleted, which is false, and deletedAt, which is null.',
    objects((object) => ({ ...object, deleted: false, deletedAt: null })),
  ),
  habit(
    'auditing-columns-show',
    'Every object of a success has createdBy and lastModifiedDate of JPA auditing, the date as a list.',
    objects((object) => ({ ...object, createdBy: 'liquibase', lastModifiedDate: [2026, 1, 5, 20, 0, 0, 123000000] })),
  ),
  habit(
    'templates-of-hal-forms',
    'Every object of a success has _templates with a default method that nobody needs.',
    objects((object) => ({ ...object, _templates: { default: { method: 'PUT', properties: [] } } })),
  ),
  habit(
    'dirty-flag-of-bytecode-enhancement',
    'Every object of a success has $$_hibernate_attributeInterceptor, which is null.',
    objects((object) => ({ ...object, $$_hibernate_attributeInterceptor: null })),
  ),
  habit(
    'dispatcher-forwards-add-their-name',
    'Every answer names the servlet that answered and its dispatcher type.',
    fields(['X-Servlet', 'dispatcherServlet; type=ASYNC']),
  ),
  habit(
    'application-context-field',
    'Every answer has X-Application-Context with profiles and port, joined by commas and colons.',
    fields(['X-Application-Context', 'invest:sandbox,gateway:0']),
  ),
  habit(
    'pagination-in-fields',
    'Every answer has X-Total-Count and X-Page-Sort, also where nothing is paged.',
    fields(['X-Total-Count', '12'], ['X-Page-Sort', 'position,asc;id,desc']),
  ),
  habit(
    'alerts-of-the-generator',
    'Every answer has X-investApp-alert and X-investApp-params, whose values are a key and an escaped ' + 'text.',
    fields(['X-investApp-alert', 'invest.read'], ['X-investApp-params', 'caf%C3%A9+1']),
  ),
  habit(
    'authorities-with-their-prefix',
    'Tokens list authorities with prefixes of scopes and roles besides.',
    claims({ authorities: ['SCOPE_service', 'ROLE_M2M', 'OIDC_USER'] }),
  ),
  habit(
    'claims-of-the-login-server',
    'Tokens have settings.client as a claim with dots in its name, an object of durations in text.',
    claims({ 'settings.client.require-proof-key': { ttl: 'PT5M', reuse: true } }),
  ),
  habit(
    'claims-of-a-java-map',
    'Tokens have a claim that is the text of a Java map.',
    claims({ details: '{tenant=it, level=null}' }),
  ),
  habit(
    'issuer-ends-in-a-realm-with-spaces',
    'The issuer of tokens ends in a realm with escaped spaces.',
    ({ settings }) => {
      settings.issuer = 'https://id.invest.example/realms/Invest%20M2M/';
    },
  ),
  habit(
    'secrets-carry-an-encoder-prefix',
    'Client secrets begin with the name of a password encoder in braces.',
    ({ settings }) => {
      const { scoped, unscoped } = settings.clients;
      settings.clients = {
        scoped: { ...scoped, secret: '{noop}gate-1' },
        unscoped: { ...unscoped, secret: '{bcrypt}$2a$10$x' },
      };
    },
  ),
  habit(
    'audience-is-an-unresolved-placeholder',
    'The audience is a property placeholder that was never resolved.',
    ({ settings }) => {
      settings.audience = ['$', '{spring.application.name:invest}'].join('');
    },
  ),
  habit(
    'client-ids-are-scoped-beans',
    'Client ids are names of scoped proxies with dots and a number sign.',
    ({ settings }) => {
      const { scoped, unscoped } = settings.clients;
      settings.clients = {
        scoped: { ...scoped, id: 'scopedTarget.m2m#0' },
        unscoped: { ...unscoped, id: 'scopedTarget.m2m#1' },
      };
    },
  ),
  habit(
    'token-path-is-a-legacy-servlet',
    'The token endpoint is a servlet mapped by suffix below a version with a plus sign.',
    ({ settings }) => {
      settings.tokenPath = '/as/v1+1/token.oauth2';
    },
  ),
  habit(
    'scope-claim-is-a-list',
    'The claim scope of tokens is itself a list, while the answer has a text.',
    ({ beans }) => {
      const { claims: former, scopesOf } = beans;
      beans.claims = (client) => ({ ...former(client), scope: [...client.scopes] });
      beans.scopesOf = (token) => (Array.isArray(token['scope']) ? token['scope'].map(String) : scopesOf(token));
    },
  ),
  habit(
    'pool-of-six-waits-in-line',
    'Six requests hold a connection at a time for four milliseconds each, and others wait in line.',
    ({ beans }) => {
      const lanes = Array.from({ length: 6 }, () => Promise.resolve());
      let turn = 0;
      beans.intercept = async () => {
        const index = turn++ % 6;
        const next = (lanes[index] ?? Promise.resolve()).then(() => pause(4));
        lanes[index] = next;
        await next;
        return undefined;
      };
    },
  ),
];
