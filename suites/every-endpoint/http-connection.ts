import {
  type Advice,
  type Ask,
  type Bound,
  type Case,
  cause,
  declaredId,
  type Exchange,
  fail,
  fromTarget,
  inconclusive,
  isAnswered,
  isLoadShedding,
  isProvenSilence,
  isServerError,
  isSuccess,
  type Judgement,
  ofHarness,
  pass,
  type Request,
  readableEndpoint,
  requireAccepted,
  say,
  scenario,
  summarize,
  summary,
  withBody,
} from '../../engine/index.ts';
import {
  enlarged,
  type LargeBody,
  largeBodies,
  largeRequests,
  largeValid,
} from '../../fixtures/malformed/large-input.ts';
import { type RawViolation, rawViolations } from '../../fixtures/malformed/raw-http.ts';
import { standard } from '../statements.ts';

interface Strike<J extends Judgement> extends Case {
  /** If it also gets a 5xx, the size is not the reason. */
  readonly small?: Request;
  readonly judge: (exchange: Exchange, label: string) => J;
}

interface Struck {
  label: string;
}
const struck = (title: string, expected: string, ...advice: readonly Advice[]) =>
  cause<Struck>({
    title,
    expected,
    actual: ({ label }, response) => `${label}: ${response}`,
    advice,
  });

const nextFails = (...advice: readonly Advice[]) =>
  cause<Struck & { next: string }>({
    title: 'the next request on a new connection fails',
    expected: ({ label }) => `after ${label}, a success for the well-formed request`,
    actual: ({ next }) => next,
    advice,
  });

/** After so many silences, one of them reproduced, nothing more is sent. */
const mostSilences = 3;
/** Milliseconds before repetitions, in no rhythm of a target that fails at intervals. */
const pauses = [0, 350, 800] as const;

/** After each request, a well-formed one on a new connection must work. */
async function strikeInTurn<J extends Judgement>(
  bound: Bound,
  ask: Ask,
  strikes: readonly Strike<J>[],
) {
  const control: Request = {
    ...bound.wellFormed(readableEndpoint(bound)),
    wire: 'raw',
    purpose: 'own',
  };
  requireAccepted(await ask('control', control));
  const judgements: (J | ReturnType<typeof aftermath>)[] = [];
  let silences = 0;
  let hangs = false;
  for (const [nth, strike] of strikes.entries()) {
    if (hangs && silences >= mostSilences) break;
    const first = await strikeOnce(ask, strike, control, `${nth}`);
    let latest = first;
    for (const [at, pause] of pauses.entries()) {
      if (latest.judgement.kind !== 'fail') break;
      // Silence takes the whole time limit, and was sent three times already.
      if (isNeverEnded(latest.judgement) && at > 0) break;
      await ask.until(latest.endedAt + pause);
      const step = `${nth}-repeated${at === 0 ? '' : `-${at + 1}`}`;
      latest = await strikeOnce(ask, strike, control, step);
    }
    const isSilent = !isAnswered(latest.exchange) && latest.exchange.answer.lost === 'timeout';
    if (isSilent) silences++;
    // The first silence is the finding. Later ones are not repeated often enough.
    if (isSilent && hangs) continue;
    const isUnproven = isNeverEnded(first.judgement) && !isSilent;
    judgements.push(
      latest.judgement.kind === 'pass' || isUnproven ? latest.judgement : first.judgement,
    );
    hangs ||= isSilent && first.judgement.kind === 'fail';
  }
  return judgements;
}

const isNeverEnded = (judgement: Judgement) =>
  judgement.kind === 'fail' && judgement.cause === 'never-ended';

async function strikeOnce<J extends Judgement>(
  ask: Ask,
  { label, request, small, judge }: Strike<J>,
  control: Request,
  step: string,
) {
  const smaller = small && (await ask(`small-${step}`, { ...small, purpose: 'own' }));
  if (smaller && isAnswered(smaller) && isServerError(smaller)) {
    const judgement = inconclusive(say`${label}: a small request also gets ${summary(smaller)}`);
    return { judgement, exchange: smaller, endedAt: smaller.endedAt };
  }
  const exchange = await ask(`case-${step}`, { ...request, purpose: 'own' });
  const next = await ask(`next-${step}`, control);
  const judgement = isSuccess(next) ? judge(exchange, label) : aftermath(exchange, next, label);
  return { judgement, exchange, endedAt: next.endedAt };
}

const shedLoad = () => inconclusive(say`the target shed load`);

function aftermath(exchange: Exchange, next: Exchange, label: string) {
  if (isAnswered(next) && isLoadShedding(next)) return shedLoad();
  // Invalid HTTP and endless responses do not work either.
  const isBroken =
    isAnswered(next) || next.answer.lost === 'invalid-http' || next.answer.lost === 'oversized';
  if (!isBroken && !isProvenSilence(next)) return inconclusive(summary(next));
  const facts = { label: ofHarness(label), next: fromTarget(summarize(next)) };
  return fail('next-fails', facts, exchange);
}

const expected = 'a 4xx status, 501 or a closed connection';
const lenientParser: Advice = {
  suspect: 'The parser runs in a lenient mode, or a proxy repairs the request.',
  look: 'Switch off the lenient mode, such as insecureHTTPParser in Node.js, in both.',
  when: ['!5xx'],
};
const parserErrors: Advice = {
  suspect: 'The handler for parser errors responds with 500, ignores them or ends the process.',
  look: 'Respond with 400 and close the connection there, as in clientError of Node.js.',
  when: ['5xx'],
};
const parserState: Advice = {
  suspect: 'The connection or its parser keeps state, or waits for bytes that never come.',
  look: 'Discard both after an error, and set timeouts for the handshake and the headers.',
  when: ['no response'],
};

const common = { level: 'should', lane: 'alone', needs: ['direct-connection'] } as const;

export const protocolViolations = scenario({
  ...common,
  id: 'http/protocol-violations',
  rule:
    'Invalid HTTP gets a refusal, a repair that the RFCs allow or a closed connection, and the ' +
    'next request works.',
  section: 'RFC 9112 sections 2.2, 3, 5.1, 5.2, 6.1 and 6.3; RFC 9110 section 5.5',
  statement: standard['RFC 9112, section 2.2'],
  causes: {
    'next-fails': nextFails(parserErrors, parserState),
    'never-ended': struck(
      'bytes that are not an HTTP request get neither a response nor a closed connection',
      expected,
      parserState,
      parserErrors,
    ),
    'unknown-length': struck(
      'a request of unknown length is not refused',
      'status 400 or a closed connection',
      lenientParser,
      parserErrors,
    ),
    'server-error': struck(
      'bytes that are not an HTTP request cause a 5xx',
      expected,
      parserErrors,
    ),
    served: struck('bytes that are not an HTTP request are served', expected, lenientParser),
  },
  run: (bound, ask) => {
    const base = bound.wellFormed(readableEndpoint(bound));
    const strikes = rawViolations
      .filter(({ desync }) => bound.allow.desync || !desync)
      .map((violation) => {
        const { label, method = base.method, extra, body } = violation;
        const headers = [...base.headers, ...extra];
        return {
          label,
          request: withBody({ ...base, method, headers, wire: 'raw' }, body),
          judge: (exchange: Exchange) => judgeRaw(exchange, violation),
        };
      });
    return strikeInTurn(bound, ask, strikes);
  },
});

export function judgeRaw(
  exchange: Exchange,
  { label, allowed, method }: Pick<RawViolation, 'label' | 'allowed' | 'method'>,
) {
  const facts = { label: ofHarness(label) };
  if (!isAnswered(exchange)) {
    const { lost } = exchange.answer;
    if (lost === 'timeout' && isProvenSilence(exchange))
      return fail('never-ended', facts, exchange);
    // An unreadable response is a refusal too.
    return lost === 'closed' || lost === 'invalid-http' ? pass() : inconclusive(summary(exchange));
  }
  if (isLoadShedding(exchange)) return shedLoad();
  const { status } = exchange.answer;
  if (allowed === 'framing')
    return status === 400 ? pass() : fail('unknown-length', facts, exchange);
  if ((status >= 400 && status < 500) || status === 501 || status === 505) return pass();
  // The proper form of an invalid request line (RFC 9112 section 3).
  if (method !== undefined && (status === 301 || status === 308)) return pass();
  if (isServerError(exchange)) return fail('server-error', facts, exchange);
  return allowed === 'repair' ? pass() : fail('served', facts, exchange);
}

export const largeInput = scenario({
  ...common,
  id: 'http/large-input',
  rule:
    'Oversized headers and bodies get a 4xx, a closed connection or an ordinary response, and ' +
    'the next request works.',
  section: 'RFC 6585 section 5; RFC 9110 sections 15.5.14 and 15.5.15',
  statement: standard['RFC 6585, section 5'],
  causes: {
    'next-fails': nextFails({
      suspect: 'The process ends, or the connection is reused with the rest of the body unread.',
      look: 'Close the connection after the refusal, and look for restarts.',
    }),
    'server-error': struck(
      'oversized input causes a 5xx',
      'a 4xx status, a closed connection or an ordinary response',
      {
        suspect: 'The exception for input over a limit has no mapping and becomes a 500.',
        look: 'Map it to 413 for bodies and 431 for headers.',
      },
      {
        suspect: 'A part with a smaller limit fails first, such as the log or a queue.',
        look: 'Truncate what you log, and lower the limit of the body.',
      },
    ),
  },
  run: async (bound, ask) => {
    const { covers, profile, wellFormed } = bound;
    const withLarge = (base: Request, { label, large, small }: LargeBody) => ({
      label,
      request: withBody(base, large),
      ...(small === undefined ? {} : { small: withBody(base, small) }),
      judge: judgeLarge,
    });
    const plain = wellFormed(readableEndpoint(bound));
    const strikes: Strike<ReturnType<typeof judgeLarge>>[] = largeRequests.map((input) => ({
      label: input.label,
      request: enlarged(plain, input),
      judge: judgeLarge,
    }));
    if (covers('address'))
      strikes.push(...largeBodies.map((body) => withLarge(wellFormed('address'), body)));
    const declared = profile.endpoints.map(declaredId);
    for (const base of [...declared, 'orders', 'address'].filter(covers).map(wellFormed)) {
      if (base.body !== undefined) strikes.push(withLarge(base, largeValid(base.body)));
    }
    const judgements = await strikeInTurn(bound, ask, strikes);
    // Overwrite what was stored, so that nothing else reads it.
    if (covers('address')) await ask('after', wellFormed('address'));
    return judgements;
  },
});

/** Only a 5xx is a violation. */
export function judgeLarge(exchange: Exchange, label: string) {
  if (!isAnswered(exchange))
    return exchange.answer.lost === 'closed' ? pass() : inconclusive(summary(exchange));
  if (isLoadShedding(exchange)) return shedLoad();
  return isServerError(exchange)
    ? fail('server-error', { label: ofHarness(label) }, exchange)
    : pass();
}
