import {
  type Advice,
  type Answered,
  alsoInRun,
  cacheControl,
  cause,
  check,
  directivesNamed,
  fail,
  fromOperator,
  header,
  isProper,
  isSuccess,
  monitor,
  ofHarness,
  pass,
  type Request,
  say,
  scenario,
  seconds,
  series,
  suite,
  type Unanswered,
  unqualified,
  type Value,
  valueText,
  withBody,
  withoutQuoted,
} from '../../engine/index.ts';
import { caseOf, shareOfEndpoint } from '../../fixtures/malformed/cases.ts';
import { otherEncodings, provenOtherEncoding } from '../../fixtures/malformed/other-encoding.ts';
import { endpoints, named } from '../endpoints.ts';
import { expecting, mustRefuse } from '../refusals.ts';
import { standard } from '../statements.ts';
import { hasForeignBytes, hasMalformedTarget } from './error-answers.ts';
import { largeInput, protocolViolations } from './http-connection.ts';
import { interoperable, jsonMediaType, wellFormedOnce } from './http-json.ts';
import { noServerError, transientServerError } from './server-errors.ts';

const shared = cause<{ directives: readonly string[]; isList: boolean }>({
  title: ({ directives: [first] }) => `${first} lets shared caches store user data`,
  expected:
    'Cache-Control with private or no-store, or without public, s-maxage and must-revalidate',
  actual: ({ directives, isList }) =>
    isList
      ? `${directives.join(', ')} without private or no-store`
      : `${directives[0]} in a Cache-Control that is not a valid list of directives`,
});

const isPrivate = named('summaries', 'notifications', 'cash', 'portfolios');
const privateRoutes = endpoints.filter(isPrivate);

/** Otherwise a server may close the connection. */
const isWellFormedHttp = (request: Request) => request.wire === 'http' && !hasForeignBytes(request);

const expectResponse = expecting('a response, such as a 4xx');
const wrongLength: Advice = {
  suspect: 'The length of the body is wrong.',
  look: 'Check for two or wrong Content-Length headers.',
};

/** For an unknown path or a malformed target, but not an unknown method (RFC 9110 section 9.1). */
function mayBeCutOff({ key, request, answer }: Unanswered) {
  const isElsewhere = request.purpose === 'off-route' && key.requirement !== 'errors/method';
  return answer.lost !== 'timeout' && (isElsewhere || hasMalformedTarget(request));
}

export function judgeLost(unanswered: Unanswered) {
  const {
    request,
    answer: { lost },
  } = unanswered;
  if (request.origin === 'jwks' || !isWellFormedHttp(request)) return undefined;
  if (mayBeCutOff(unanswered) || looksLikeAttack(request)) return undefined;
  // Other kinds of missing responses have causes outside the target.
  return lost === 'closed' || lost === 'timeout' || lost === 'invalid-http'
    ? fail(lost)
    : undefined;
}

/** What firewalls drop: path traversal, SQL, markup, templates, operators, names of JavaScript. */
const signatures: readonly RegExp[] = [
  /\.\.[/\\]/,
  /'\s*(;|--)|'\s+(or|and)\b/i,
  // Secrets are symbols here, and an element name may be one.
  /<[a-z!/{]/i,
  /[$#]\{/,
  /"?\$[a-z]+"?\s*:/i,
  /\0/,
  /__proto__|constructor|prototype/,
];

function looksLikeAttack({ path, headers, body = '' }: Request) {
  const texts = [path, ...headers.map(([, value]) => value), body].map(valueText);
  return [...texts, ...texts.map(decoded)].some((text) =>
    signatures.some((signature) => signature.test(text)),
  );
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const http = suite('http', [
  jsonMediaType,
  interoperable,
  noServerError,
  transientServerError,
  monitor({
    id: 'http/private-data-not-shared',
    level: 'should',
    endpoints: alsoInRun(isPrivate),
    rule: 'Responses with user data forbid shared caches to store them.',
    section: 'RFC 9111 section 3.5',
    statement: standard['RFC 9111, section 3.5'],
    advice: [
      {
        suspect: 'The framework, gateway or CDN sets the directive for all GET responses.',
        look: 'Set private or no-store on responses with user data.',
      },
      {
        suspect: 'The header was copied from an endpoint without user data.',
        look: 'Replace the directive by private on this route.',
      },
      {
        suspect: 'A branch sets it: for large bodies, for a query, for repeated reads or one user.',
        look: 'Set Cache-Control in one place for the endpoint.',
        when: ['one user'],
      },
    ],
    causes: { public: shared, 's-maxage': shared, 'must-revalidate': shared },
    probes: wellFormedOnce,
    // The response contains user data, whatever the query is.
    matches: (answered) =>
      isSuccess(answered) && privateRoutes.some((route) => isProper(withoutQuery(answered), route)),
    judge: judgePrivate,
  }),
  protocolViolations,
  check({
    ...mustRefuse('a body that is not UTF-8'),
    id: 'http/invalid-utf-8',
    level: 'should',
    sameDefectAs: ['address/malformed-json', 'orders/malformed-json'],
    endpoints: ({ origin, sample }) => origin === 'api' && sample !== undefined,
    rule: 'A JSON body that is not UTF-8 is refused.',
    section: 'RFC 8259 section 8.1',
    statement: standard['RFC 8259, section 8.1'],
    advice: [
      {
        suspect: 'The decoder replaces or drops invalid bytes instead of failing.',
        look: 'Decode strictly, as with fatal: true or errors="strict", and respond with 400.',
      },
      {
        suspect:
          "The parser detects UTF-16 and UTF-32, as Jackson and Python's json do, or the charset " +
          'of Content-Type is obeyed.',
        look: 'Decode as UTF-8 only, and respond with 415 to another charset.',
      },
    ],
    cases: (bound) => {
      const { core, further } = otherEncodings(bound.endpoint.sample, bound.seed);
      const request = (value: Value): Request => ({
        ...withBody(bound.wellFormed(), value),
        purpose: 'odd-body',
      });
      return series(
        [...core, ...shareOfEndpoint(bound, further)].map(
          caseOf(undefined, provenOtherEncoding, request),
        ),
      );
    },
  }),
  monitor({
    id: 'http/answers',
    level: 'should',
    endpoints: () => true,
    rule: 'Every well-formed request gets a response within the time limit.',
    section: 'RFC 9110 section 15; RFC 9112 section 9',
    statement: standard['RFC 9110, section 3.4'],
    causes: {
      closed: expectResponse(
        'the connection is closed without a response',
        {
          suspect: 'The process or worker ends, or closes the connection, on this input.',
          look: 'Search the log for restarts and fatal errors at that time.',
        },
        wrongLength,
      ),
      timeout: expectResponse(
        'a request gets no response',
        {
          suspect: 'An exception in a callback, a promise or a thread is lost.',
          look: 'Pass the errors of asynchronous code on this path to the framework.',
        },
        {
          suspect:
            'The handler returns without a response, or waits for an event that never comes.',
          look: 'Check each branch for this input, and set a timeout on every wait.',
        },
        {
          suspect: 'A pattern needs exponential time.',
          look: 'Measure the time of regular expressions on this input.',
        },
        wrongLength,
      ),
      'invalid-http': expectResponse('the response is not valid HTTP', wrongLength),
    },
    matches: ({ request }) => request.origin !== 'jwks' && isWellFormedHttp(request),
    judge: () => pass(),
    lost: judgeLost,
  }),
  largeInput,
  scenario({
    id: 'http/tls',
    level: 'should',
    rule: 'Beyond loopback, the API and the token endpoint use https.',
    section: 'RFC 6750 section 5.3; Authentication',
    statement: standard['RFC 6750, section 5.3'],
    advice: [
      {
        suspect: 'The run is configured with an http URL.',
        look: 'Use https in the base URL and the token URL.',
      },
      {
        suspect: 'The service is published without a proxy that terminates TLS.',
        look: 'Put a proxy with a certificate in front of it.',
      },
    ],
    causes: {
      'clear-text': cause<{ scheme: string; host: string }>({
        title: 'credentials are sent in clear text',
        expected: ({ host }) => `https://${host}`,
        actual: ({ scheme, host }) => `${scheme}//${host}`,
      }),
    },
    run: async ({ target }) => [judgeTls([target.baseUrl, target.authUrl])],
  }),
]);

function withoutQuery(answered: Answered) {
  const { request } = answered;
  const [path = ''] = valueText(request.path).split('?');
  return { ...answered, request: { ...request, path } };
}

const sharing = ['public', 's-maxage', 'must-revalidate'] as const;

export function judgePrivate(answered: Answered) {
  const control = cacheControl(answered);
  if (!control) return pass();
  if (control.problem !== undefined) {
    // What a lenient cache would find in an invalid list.
    const parts = withoutQuoted(header(answered, 'cache-control') ?? '').split(/[,;]/);
    const names = parts.map((part) => (part.split('=')[0] ?? '').trim().toLowerCase());
    return names.includes('private') || names.includes('no-store')
      ? pass()
      : sharedBy(names, false);
  }
  if (directivesNamed(control, 'no-store').length > 0 || unqualified(control, 'private'))
    return pass();
  const valid = control.directives.filter(
    (one) => one.name !== 's-maxage' || seconds(one) !== undefined,
  );
  return sharedBy(
    valid.map(({ name }) => name),
    true,
  );
}

function sharedBy(names: readonly string[], isList: boolean) {
  const found = [...new Set(names)].flatMap((name) => sharing.find((one) => one === name) ?? []);
  const [first] = found;
  return first ? fail(first, { directives: ofHarness(found), isList }) : pass();
}

export function judgeTls(urls: readonly string[]) {
  const given = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const isClear = ({ protocol }: URL) => protocol !== 'https:';
  const clear = given.find((url) => isClear(url) && !isLoopback(url.hostname));
  if (clear)
    return fail('clear-text', {
      scheme: fromOperator(clear.protocol),
      host: fromOperator(clear.host),
    });
  return given.some(isClear) ? pass(say`plain HTTP is allowed on loopback`) : pass();
}

const isLoopback = (hostname: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/i.test(
    hostname,
  );
