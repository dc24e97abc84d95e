import {
  type Answered,
  type Bound,
  cause,
  check,
  fail,
  findLeak,
  fromTarget,
  header,
  inconclusive,
  isApiError,
  isJsonMediaType,
  isObject,
  isRefusal,
  isServerError,
  isSuccess,
  type Json,
  json,
  jsonObject,
  mediaType,
  monitor,
  notJudged,
  ofHarness,
  pass,
  readableEndpoint,
  say,
  sentPath,
  series,
  shown,
  suite,
  valueText,
  whyNoJson,
  withoutHeader,
} from '../../engine/index.ts';
import { notUtf8 } from '../../fixtures/malformed/guide-id.ts';
import { methodsFor } from '../../fixtures/malformed/method.ts';
import { why } from '../advice.ts';
import { endpoints } from '../endpoints.ts';
import { expecting } from '../refusals.ts';
import { spec, standard } from '../statements.ts';
import { isApiAnswer, isWordedInItsPlace, monitored, section } from './error-answers.ts';
import { isUuid, responseIdUnique, responseIdUuid } from './errors-response-id.ts';
import { isJsonError, messageText, notApiError, shape, statusMatches } from './errors-shape.ts';

/** A path below may be a kind of content, such as `news`. */
const learn = '/learn/';

const expected = 'status 404, 401 or 403 with an ApiError';
const catchAll = [
  {
    suspect: 'A catch-all route responds: a single-page app, a redirect, or a queue.',
    look: 'End the API routes with a 404 handler before it.',
  },
];
const expectMethodRefused = expecting('a refusal with a 4xx status or 501');

const repeats = (what: string) =>
  cause<{ symbol: string }>({
    title: `an error repeats a ${what}`,
    expected: 'no credentials in the body',
    actual: ({ symbol }) => `the body contains a ${what} (${symbol})`,
    advice: [
      {
        suspect: 'The message quotes input, such as the Authorization header.',
        look: 'Remove header values from messages, and name the header only.',
      },
    ],
  });

const noInternals = {
  expected: 'no internals of the server in the body',
  actual: ({ value }: { value: string }) => value,
  advice: [
    {
      suspect: 'The error contains the text of the exception.',
      look: 'Send a fixed message, log the exception, and switch off debug mode in production.',
    },
  ],
};

export function judgeLeak(answered: Answered, { target }: Pick<Bound, 'target'>) {
  const text = answered.answer.body.text ?? '';
  const secrets = [...text.matchAll(/\{\{((?:token|client|gateway):[^}]*|jwt)\}\}/g)];
  const secret = secrets.find(([, symbol = '']) => answered.facts.echoes.includes(symbol))?.[1];
  if (secret !== undefined)
    return fail(/^(?:client|gateway):/.test(secret) ? 'secret' : 'token', {
      symbol: ofHarness(secret),
    });
  const parsed = json(answered);
  const texts = 'value' in parsed ? textsOf(parsed.value) : [text];
  // {base_url} may have a path, such as /app/index.php.
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const sent = [sentPath(answered.request), valueText(answered.request.path)]
    .map((path) => base + path)
    .join(' ');
  for (const one of texts) {
    const leak = findLeak(one, sent);
    if (!leak) continue;
    const value = fromTarget(leak.excerpt);
    return leak.traceOf === undefined
      ? fail('file-path', { value })
      : fail('stack-trace', { value, traceOf: ofHarness(leak.traceOf) });
  }
  return pass();
}

/** A longer error leaks at its beginning. */
const searched = 200_000;

function textsOf(value: Json) {
  const texts: string[] = [];
  const open: Json[] = [value];
  let length = 0;
  while (open.length > 0 && texts.length < 1_000 && length < searched) {
    const next = open.pop();
    if (typeof next === 'string') {
      texts.push(next);
      length += next.length;
    } else if (Array.isArray(next) || isObject(next))
      open.push(...Object.values<Json>(next).slice(0, 1_000).reverse());
  }
  // A trace may also be a list of lines.
  return [...texts, texts.join('\n')];
}

export const errors = suite('errors', [
  isJsonError,
  shape,
  statusMatches,
  responseIdUuid,
  responseIdUnique,
  messageText,
  monitor({
    ...monitored,
    id: 'errors/no-leak',
    level: 'should',
    rule:
      'The body of an error contains no bearer token, no stack trace and no path of the ' +
      "server's files.",
    section: `${section}; RFC 9110 section 17`,
    statement: spec.errorMessage,
    causes: {
      token: repeats('token'),
      secret: repeats('secret'),
      'stack-trace': cause<{ value: string; traceOf: string }>({
        title: ({ traceOf }) => `an error shows a stack trace of ${traceOf}`,
        ...noInternals,
      }),
      'file-path': { title: 'an error shows a path of a file on the server', ...noInternals },
    },
    advice: [why.ownErrorPath],
    matches: (answered) =>
      (isApiAnswer(answered) || isWordedInItsPlace(answered)) &&
      (answered.answer.body.text ?? '') !== '',
    judge: judgeLeak,
  }),
  check({
    id: 'errors/unknown-route',
    level: 'should',
    rule: 'An unknown path gets 404, 401 or 403 with an ApiError.',
    section: 'Errors; RFC 9110 section 15.5.5',
    statement: standard['RFC 9110, section 15.5.5'],
    advice: [why.defaultHandler],
    causes: {
      served: { title: 'an unknown path is served', expected, advice: catchAll },
      'other-status': cause<{ location: string | undefined }>({
        title: 'an unknown path gets an unexpected status',
        expected,
        advice: catchAll,
      }),
      'id-not-uuid': cause<{ value: string }>({
        title: 'the responseId for an unknown path is not a UUID',
        expected: `${expected} whose responseId is a UUID`,
        actual: ({ value }) => value,
      }),
      'no-api-error': cause<{ problems: readonly string[] }>({
        title: 'the error for an unknown path is not an ApiError',
        expected,
        actual: ({ problems }, response) =>
          `${response} (${problems.join('; ') || 'the body is not JSON'})`,
      }),
    },
    // If all errors have the same defect, the monitors report it once.
    control: (bound) => withoutHeader(bound.wellFormed(readableEndpoint(bound)), 'Authorization'),
    accepts: () => true,
    cases: (bound) => {
      const nowhere = `/m2m-conformance-${bound.seed.toString(36)}`;
      const request = bound.wellFormed(readableEndpoint(bound));
      // guide/malformed-id sends those below the guides.
      const parents = endpoints.filter(
        ({ name, safety }) => safety === 'read' && !/guide|token/.test(name) && bound.covers(name),
      );
      const starts = [nowhere, ...parents.map(({ path }) => path)];
      const paths = [
        nowhere,
        `${nowhere}/m2m-conformance`,
        `/learn${nowhere}`,
        ...notUtf8.map((bytes, nth) => `${starts[nth % starts.length]}/${bytes}`),
      ];
      return series(
        paths.map((path) => ({
          label: `the path ${path}`,
          request: { ...request, path, purpose: 'off-route' },
        })),
      );
    },
    judge: judgeUnknownRoute,
  }),
  check({
    id: 'errors/method',
    level: 'should',
    endpoints: ({ origin, safety }) => origin === 'api' && safety !== 'order',
    rule: 'An unknown method gets a 4xx or 501.',
    section: 'Errors; RFC 9110 sections 9.1 and 15.6.2',
    statement: standard['RFC 9110, section 9.1'],
    causes: {
      served: expectMethodRefused('an unknown method is served'),
      'not-refused': expectMethodRefused('an unknown method is not refused'),
    },
    advice: [
      {
        suspect: 'The route is registered for all methods.',
        look: 'Register the route for its method only.',
        when: ['2xx', '!5xx'],
      },
      {
        suspect: 'The code treats each method that it does not know as GET or as a write.',
        look: 'Refuse unknown methods in the default branch, and in the gateway.',
      },
    ],
    cases: (bound) =>
      series(
        methodsFor(bound).map((method) => ({
          label: `the method ${method}`,
          request: { ...bound.wellFormed(), method, purpose: 'off-route' },
        })),
      ),
    judge: judgeMethod,
  }),
]);

/** Other requirements report a defect that the `ordinary` refusal has too. */
export function judgeUnknownRoute(answered: Answered, ordinary?: Answered) {
  const { status } = answered.answer;
  if (isServerError(answered)) return notJudged(answered);
  const path = valueText(answered.request.path);
  const mayBeContent = path.startsWith(learn);
  // The router may refuse a path that it cannot decode first.
  const mayBeOdd = mayBeContent || notUtf8.some((bytes) => path.endsWith(bytes));
  if (isSuccess(answered))
    return mayBeContent
      ? pass(say`served below /learn/, which the specification does not fully describe`)
      : fail('served');
  if (![401, 403, 404].includes(status) && !(mayBeOdd && isRefusal(answered))) {
    const location = header(answered, 'location');
    return fail('other-status', {
      location: location === undefined ? undefined : fromTarget(location),
    });
  }
  if (isWellWorded(answered)) {
    const id = jsonObject(answered)?.['responseId'];
    if (isUuid(id) || !ordinary || !isUuid(jsonObject(ordinary)?.['responseId'])) return pass();
    return fail('id-not-uuid', { value: fromTarget(shown(id)) });
  }
  if (ordinary && isRefusal(ordinary) && !isWellWorded(ordinary)) return pass();
  const parsed = json(answered);
  if ('error' in parsed && parsed.unread) return inconclusive(whyNoJson(parsed));
  const problems = 'value' in parsed ? notApiError(parsed.value) : [];
  return fail('no-api-error', { problems: fromTarget(problems) });
}

const isWellWorded = (answered: Answered) =>
  isJsonMediaType(mediaType(answered)) && isApiError(answered);

export function judgeMethod(answered: Answered) {
  const { status } = answered.answer;
  if (isRefusal(answered) || status === 501) return pass();
  if (isServerError(answered)) return notJudged(answered);
  return isSuccess(answered) ? fail('served') : fail('not-refused');
}
