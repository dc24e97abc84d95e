import {
  type Answered,
  type Ask,
  addLifetime,
  type Bound,
  type Causes,
  cacheControl,
  cause,
  directivesNamed,
  type Fold,
  fail,
  followsClock,
  freshness,
  fromTarget,
  header,
  inconclusive,
  isAnswered,
  type Judgement,
  type Lifetimes,
  mergeLifetimes,
  monitor,
  ofHarness,
  pass,
  say,
  sentByServerAt,
  unqualified,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { spec, standard } from '../statements.ts';
import { cachingSection, isListing, monitored } from './listing.ts';

/** In seconds. One second more or less is allowed for rounding. */
export const stated = 1_800;
const isStated = (lifetime: number) => Math.abs(lifetime - stated) <= 1;

export interface Sent {
  /** The fields that state a response's lifetime. */
  readonly sent: string;
}

export const sentOf = (answered: Answered) => ({ sent: fromTarget(sentAs(answered)) });

function sentAs(answered: Answered) {
  const fields = ['Cache-Control', 'Expires', 'Date'].flatMap((name) => {
    const value = header(answered, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return (
    fields.slice(0, header(answered, 'Expires') === undefined ? 1 : 3).join(', ') ||
    'no Cache-Control'
  );
}

const asSent = (expected: string) => expecting<Sent>(expected, ({ sent }) => sent);

interface SentLifetime extends Sent {
  readonly seconds: number;
}

/** `example` is the first response with another lifetime than the specified one. */
interface SeenLifetimes {
  readonly lifetimes: Lifetimes;
  readonly example?: { readonly at: number; readonly lifetime: number; readonly sentAs: string };
}

function addSeen(seen: SeenLifetimes, answered: Answered) {
  const fresh = freshness(answered);
  if (fresh.kind !== 'seconds' || fresh.seconds > stated + 1) return seen;
  const at = sentByServerAt(answered);
  const lifetimes = addLifetime(seen.lifetimes, fresh.seconds, at / 1000);
  if (isStated(fresh.seconds)) return { ...seen, lifetimes };
  const example = { at, lifetime: fresh.seconds, sentAs: sentAs(answered) };
  return mergeSeen({ ...seen, lifetimes }, { lifetimes: {}, example });
}

function mergeSeen(left: SeenLifetimes, right: SeenLifetimes) {
  const lifetimes = mergeLifetimes(left.lifetimes, right.lifetimes);
  const examples = [left.example, right.example].filter((example) => example !== undefined);
  const [example] = examples.sort(
    (one, other) => one.at - other.at || one.lifetime - other.lifetime,
  );
  return { lifetimes, ...(example ? { example } : {}) };
}

function lifetimeFold<C extends Causes>(
  conclude: Fold<SeenLifetimes, C>['conclude'],
): Fold<SeenLifetimes, C> {
  return { empty: () => ({ lifetimes: {} }), add: addSeen, merge: mergeSeen, conclude };
}

const laterMs = 4_000;

/** Asks again later if the lifetime is short, because it may count down. */
async function askAgainLater(bound: Bound, ask: Ask): Promise<readonly never[]> {
  const exchange = await ask('now', bound.wellFormed());
  const fresh = isAnswered(exchange) ? freshness(exchange) : undefined;
  if (fresh?.kind === 'seconds' && fresh.seconds < stated - 1) {
    await ask.until(exchange.endedAt + laterMs);
    await ask('later', bound.wellFormed());
  }
  // The monitor judges the responses.
  return [];
}

const exampleOf = ({ lifetime, sentAs }: NonNullable<SeenLifetimes['example']>) => ({
  seconds: lifetime,
  sent: fromTarget(sentAs),
});

const wanted = 'a freshness lifetime of 1,800 s, e.g. Cache-Control: private, max-age=1800';
const unwanted = asSent(wanted);
const dependsOnMore = {
  suspect: 'The value depends on the user, the age of the content or chance.',
  look: 'Send the constant 1800.',
};
const wrongUnit = (unit: string) => ({
  suspect: `max-age is in ${unit}, or is a value from a general default.`,
  look: 'Set max-age=1800 for this route, and check the unit of the setting.',
});
const inSeconds = (expected: string) =>
  expecting<SentLifetime>(expected, ({ seconds, sent }) => `${seconds} s (${sent})`);
const common = {
  endpoints: monitored.endpoints,
  probing: askAgainLater,
  after: ['guides/cache-control-present'],
  matches: isListing,
} as const;
const lifetimeCauses = {
  'no-store': unwanted('no-store forbids caching the listing', {
    suspect: 'The route, a default of the framework or a security filter adds no-store.',
    look: 'Remove no-store from this route.',
  }),
  none: unwanted('the listing has no freshness lifetime', {
    suspect: 'Cache-Control has only directives without a lifetime, such as private.',
    look: 'Add max-age=1800 to the Cache-Control of this route.',
  }),
  invalid: cause<Sent & { problem: string }>({
    title: 'the freshness lifetime is not valid',
    expected: wanted,
    actual: ({ sent, problem }) => `${sent} (${problem})`,
    advice: [
      {
        suspect: 'The lifetime has a unit, such as 30m, or two places set different values.',
        look: 'Write max-age=1800 in digits, in one place only.',
      },
    ],
  }),
  'too-long': cause<SentLifetime & { source: string }>({
    title: 'the freshness lifetime is longer than 30 minutes',
    expected: wanted,
    actual: ({ seconds, source, sent }) => `${seconds} s by ${source} (${sent})`,
    advice: [wrongUnit('milliseconds'), dependsOnMore],
  }),
  'too-short': inSeconds(wanted)(
    'the freshness lifetime is shorter than 30 minutes',
    wrongUnit('minutes'),
    dependsOnMore,
  ),
} satisfies Causes;

export const lifetime = monitor({
  ...common,
  id: 'guides/cache-control-lifetime',
  level: 'must',
  rule: 'The freshness lifetime of the listing is 30 minutes.',
  section: `${cachingSection}; RFC 9111 section 4.2.1`,
  statement: spec.guidesCached,
  causes: lifetimeCauses,
  advice: [
    {
      suspect: 'A gateway or a CDN overrides the value, or adds no-store, s-maxage or Expires.',
      look: 'Compare the headers at the service and at the client, and set them in one place.',
    },
    why.staleReplica,
  ],
  judge: judgeLifetime,
  fold: lifetimeFold(concludeLifetime),
});

/** The fold judges shorter lifetimes, which may count down. */
export function judgeLifetime(answered: Answered): Judgement<typeof lifetimeCauses> {
  const fresh = freshness(answered);
  const sent = sentOf(answered);
  switch (fresh.kind) {
    case 'no-store':
    case 'none':
      return fail(fresh.kind, sent);
    case 'invalid':
      return fail('invalid', { ...sent, problem: ofHarness(fresh.why) });
    case 'seconds': {
      const { seconds, source } = fresh;
      if (isStated(seconds)) return pass();
      if (seconds > stated) return fail('too-long', { ...sent, seconds, source });
      return pass(
        say`a lifetime under 1,800 s may be counting down, which only later responses show`,
      );
    }
  }
}

function concludeLifetime({ lifetimes, example }: SeenLifetimes): Judgement<typeof lifetimeCauses> {
  const rest = Object.keys(lifetimes).map(Number);
  if (!example) return rest.length > 0 ? pass() : inconclusive(say`no lifetime was seen`);
  const counting = followsClock(lifetimes);
  if (counting === 'yes') return pass(say`the lifetime counts down from 1,800 s`);
  if (counting === 'no') return fail('too-short', exampleOf(example));
  const seen = say`${example.lifetime} s (${example.sentAs})`;
  return inconclusive(say`${seen} was observed too briefly to see it count down from 1,800 s`);
}

const unusable = asSent('Cache-Control with max-age=1800 and without no-cache');
const formCauses = {
  'no-max-age': unusable<{ readonly source: string }>(
    ({ source }) => `only ${source} states the lifetime`,
    {
      suspect: 'The code or a gateway sets Expires or s-maxage, but not max-age.',
      look: 'Send max-age=1800 in every response.',
    },
  ),
  quoted: unusable('max-age is quoted', {
    suspect: 'A library or a template writes the value in quotation marks.',
    look: 'Write max-age=1800 as plain text.',
  }),
  'other-max-age': unusable('max-age and s-maxage differ', {
    suspect: 'Two places set the lifetimes of shared and private caches.',
    look: 'Set max-age=1800, and the same s-maxage or none.',
  }),
  'no-cache': unusable('no-cache makes the lifetime useless', {
    suspect: 'A default of the framework or a security filter adds no-cache.',
    look: 'Remove no-cache from this route.',
  }),
  'counts-down': inSeconds('max-age=1800 in every response')('max-age counts down', {
    suspect: 'A cache reduces max-age by the age of the response.',
    look: 'Send max-age=1800 in every response, and let the cache add Age.',
  }),
} satisfies Causes;

export const form = monitor({
  ...common,
  id: 'guides/cache-control-form',
  level: 'should',
  rule: 'Cache-Control contains max-age=1800, unquoted and in every response, but not no-cache.',
  section: `${cachingSection}; RFC 9111 section 5.2.2`,
  statement: standard['RFC 9111, section 5.2.2.1'],
  causes: formCauses,
  judge: judgeForm,
  fold: lifetimeFold(concludeForm),
});

/** guides/cache-control-lifetime judges other lifetimes. */
export function judgeForm(answered: Answered): Judgement<typeof formCauses> {
  const fresh = freshness(answered);
  const control = cacheControl(answered);
  if (!control || fresh.kind !== 'seconds' || !isStated(fresh.seconds)) return pass();
  const sent = sentOf(answered);
  const [maxAge] = directivesNamed(control, 'max-age');
  if (!maxAge) return fail('no-max-age', { ...sent, source: fresh.source });
  if (maxAge.quoted) return fail('quoted', sent);
  if (Number(maxAge.argument) !== stated && fresh.source !== 'max-age')
    return fail('other-max-age', sent);
  return unqualified(control, 'no-cache') ? fail('no-cache', sent) : pass();
}

function concludeForm({ lifetimes, example }: SeenLifetimes): Judgement<typeof formCauses> {
  if (Object.keys(lifetimes).length === 0) return inconclusive(say`no lifetime was seen`);
  if (!example || followsClock(lifetimes) !== 'yes') return pass();
  return fail('counts-down', exampleOf(example));
}
