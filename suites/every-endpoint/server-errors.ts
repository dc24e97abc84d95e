import {
  type Advice,
  type Answered,
  type Ask,
  type Bound,
  beyondClaim,
  type Causes,
  cause,
  type Fold,
  fail,
  fromTarget,
  isLoadShedding,
  isServerError,
  type Judgement,
  keyText,
  monitor,
  ofHarness,
  pass,
  type Request,
  readableEndpoint,
  say,
  sentHeader,
  summarize,
  withBody,
  withHeader,
} from '../../engine/index.ts';
import { clientContentType } from '../../fixtures/malformed/content-type.ts';
import {
  clientFields,
  type LabelledField,
  mistakenFields,
} from '../../fixtures/malformed/header-field.ts';
import {
  oddBodiesFor,
  oddFieldsFor,
  oddPathsFor,
  oddTypesFor,
} from '../../fixtures/malformed/odd-input.ts';
import { standard } from '../statements.ts';
import { closing } from './bypass-attempts.ts';
import { wellFormedOnce } from './http-json.ts';

/** Any response is allowed except a 5xx, which http/no-server-error judges. */
export async function askOddly(bound: Bound, ask: Ask) {
  const { origin, method, safety } = bound.endpoint;
  const odd = oddBodiesFor(bound);
  const withOddBody: Request = { ...bound.wellFormed(), purpose: 'odd-body' };
  for (const [nth, { value }] of odd.entries())
    await ask(`odd-${nth}`, withBody(withOddBody, value));
  for (const [nth, type] of oddTypesFor(bound).entries())
    await ask(`odd-type-${nth}`, withHeader(withOddBody, 'Content-Type', type));
  const fields = oddFieldsFor(bound).map((field) => headed(bound, [field]));
  await Promise.all(fields.map((request, nth) => ask(`field-${nth}`, request)));
  // Whether endpoints have these safe methods is unspecified.
  for (const safe of origin === 'api' && method === 'GET' ? ['HEAD', 'OPTIONS'] : [])
    await ask(safe.toLowerCase(), closing(bound.wellFormed(), safe));
  for (const [nth, request] of oddPathsFor(bound).entries()) await ask(`path-${nth}`, request);
  await askAsClients(bound, ask);
  if (odd.length > 0 && safety === 'write') await ask('after-odd', bound.wellFormed());
  return [];
}

/** A firewall or gateway may respond, so only a 5xx is judged. */
const headed = ({ wellFormed }: Bound, fields: readonly LabelledField[]) =>
  fields.reduce<Request>((request, { name, value }) => withHeader(request, name, value), {
    ...wellFormed(),
    purpose: 'own',
  });

/** To the first readable endpoint one header in each request, elsewhere all in one. */
async function askAsClients(bound: Bound, ask: Ask): Promise<void> {
  const { endpoint } = bound;
  const step = (name: string | number) => `by-itself-client-${name}`;
  if (endpoint.origin !== 'api' || endpoint.safety === 'order') return;
  if (endpoint.sample !== undefined) {
    await ask(step('type'), withHeader(headed(bound, []), 'Content-Type', clientContentType));
  } else if (endpoint.name === readableEndpoint(bound)) {
    await Promise.all(
      [...clientFields, ...mistakenFields].map((one, nth) => ask(step(nth), headed(bound, [one]))),
    );
  } else if (endpoint.safety === 'read') {
    await ask(step('all'), headed(bound, clientFields));
    await ask(step('format'), headed(bound, mistakenFields.slice(0, 1)));
  }
}

/** Methods of endpoints (RFC 9110 section 9.1, RFC 5789). A 501 to any other is right. */
const registered = ['GET', 'POST', 'PUT', 'DELETE', 'CONNECT', 'TRACE', 'PATCH'];

const isUnknownToHttp = ({ answer: { status }, request }: Answered) =>
  status === 505 ||
  (status === 501 &&
    (!registered.includes(request.method) ||
      request.purpose === 'off-route' ||
      sentHeader(request, 'transfer-encoding').length > 0));

function hasOtherAuthorization({ request }: Answered): boolean {
  const [only = '', ...more] = sentHeader(request, 'authorization');
  const isUsual = more.length === 0 && /^bearer +\{\{token:\w+\}\}$/i.test(only);
  return request.origin === 'api' && !isUsual;
}

interface ServerErrors {
  /** The first two by key, in any order of responses. */
  readonly once: readonly string[];
  /** Whether any error recurred, which is a finding by itself. */
  readonly lasts: boolean;
}
const none: ServerErrors = { once: [], lasts: false };

const merged = (one: ServerErrors, other: ServerErrors): ServerErrors => ({
  once: [...one.once, ...other.once].sort().slice(0, 2),
  lasts: one.lasts || other.lasts,
});

const serverErrors = <C extends Causes>(
  judge: (errors: ServerErrors) => Judgement<C>,
): Fold<ServerErrors | null, C> => ({
  empty: () => null,
  add: (errors, answered) => {
    const isCleared = answered.request.purpose === 'cleared';
    const once = isCleared ? [`${keyText(answered.key)}: ${summarize(answered)}`] : [];
    return merged(errors ?? none, { once, lasts: !isCleared && isServerError(answered) });
  },
  merge: (left, right) => (left && right ? merged(left, right) : (left ?? right)),
  conclude: (errors) => (errors ? judge(errors) : beyondClaim(say`no response was received`)),
});

const common = {
  endpoints: () => true,
  hearsCleared: true,
  // http/large-input has its own rule on 5xx.
  matches: (answered: Answered) =>
    answered.request.origin !== 'jwks' &&
    answered.key.requirement !== 'http/large-input' &&
    !isLoadShedding(answered) &&
    !isUnknownToHttp(answered),
  section: 'RFC 9110 section 15.6; Errors',
} as const;

const transient = (title: string, expected: string) =>
  cause<{ once: readonly string[] }>({
    title,
    expected,
    actual: ({ once }) => once.join('; '),
    advice: [
      {
        suspect: 'A replica stops while it still gets requests.',
        look: 'Take the replica out of the load balancer before you stop it.',
        when: ['!alone'],
      },
      {
        suspect: 'The proxy reuses a connection that the service has closed.',
        look: "Set the keep-alive timeout of the service above the proxy's, and retry reads once.",
        when: ['proxy', '!alone'],
      },
    ],
  });

interface ServerError {
  status: number;
  isOtherAuthorization: boolean;
}
const alone: Advice<ServerError>['when'] = [
  'alone',
  '!not alone',
  ({ isOtherAuthorization }) => (isOtherAuthorization ? false : undefined),
];

const lastingCauses = {
  // A known 502 must not hide a 500.
  'server-error': cause<ServerError>({
    title: ({ status }) => `a request gets ${status}`,
    expected: 'a status below 500: a 4xx if the request is wrong',
    advice: [
      {
        suspect: 'The service ends, hangs or sends an invalid response, and the proxy responds.',
        look: 'Search the log of the service for a crash, a restart or a timeout at that time.',
        when: [({ status }) => status === 502 || status === 504],
      },
      {
        suspect: 'The code throws on a missing, null, nested, very long or non-ASCII value.',
        look: 'Find the stack trace in the log, and validate the value before, with a 4xx.',
        when: [...alone, '!one user'],
      },
      {
        suspect: 'A lookup finds nothing, or an exception of a library or database has no mapping.',
        look: 'Check each lookup for no result, and map exceptions of parsing and data to a 4xx.',
        when: [...alone, 'one user'],
      },
      {
        suspect: 'The parser of the Authorization header or of the token throws on this form.',
        look: 'Find the stack trace in the log, and respond with 401 to what cannot be read.',
        when: [({ isOtherAuthorization }) => isOtherAuthorization, 'alone', '!not alone'],
      },
      {
        suspect: 'A pool of connections, threads or permits fails at once if it is used up.',
        look: 'Let requests wait for a free place, and release places in a finally block.',
        when: ['not alone', 'in flight', '!alone', '!same connection', '!other user before'],
      },
      {
        suspect: 'Simultaneous requests conflict in a lock, a version check or unlocked data.',
        look: 'Search the stack trace for a conflict or a deadlock, and let the second one wait.',
        when: [
          'not alone',
          'in flight',
          '!several pass',
          '!alone',
          '!same connection',
          '!other user before',
        ],
      },
      {
        suspect: 'An earlier request leaves a value in a cache, session or connection that fails.',
        look: 'Compare the stack trace with what the earlier request stored, and remove that.',
        when: [
          'not alone',
          'same connection',
          'other user before',
          'cached',
          '!alone',
          '!in flight',
        ],
      },
    ],
  }),
  'several-once': transient(
    'several requests get a 5xx, which does not come back',
    'at most one 5xx in a run',
  ),
};

export const noServerError = monitor({
  ...common,
  id: 'http/no-server-error',
  level: 'must',
  // Stored odd values must not show in other reads.
  lane: ({ safety }) => (safety === 'read' ? 'odd' : 'alone'),
  rule: 'No request, well-formed or malformed, gets a 5xx.',
  statement: standard['RFC 9110, section 15.6'],
  causes: lastingCauses,
  probes: wellFormedOnce,
  probing: askOddly,
  judge: (answered) => {
    if (!isServerError(answered) || answered.request.purpose === 'cleared') return pass();
    const { status } = answered.answer;
    return fail('server-error', {
      status,
      isOtherAuthorization: hasOtherAuthorization(answered),
      change: ofHarness(String(status)),
    });
  },
  fold: serverErrors<typeof lastingCauses>(({ once, lasts }) =>
    once.length < 2 || lasts ? pass() : fail('several-once', { once: fromTarget(once) }),
  ),
});

const transientCauses = {
  once: transient('one request gets a 5xx, which does not come back', 'a status below 500'),
};

export const transientServerError = monitor({
  ...common,
  id: 'http/transient-server-error',
  level: 'should',
  rule: 'No well-formed request gets a 5xx, not even once.',
  statement: standard['RFC 9110, section 15.6.3'],
  causes: transientCauses,
  fold: serverErrors<typeof transientCauses>(({ once, lasts }) =>
    once.length !== 1 || lasts ? pass() : fail('once', { once: fromTarget(once) }),
  ),
});
