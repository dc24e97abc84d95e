import type { Answered, Ask, Bound, Fold, Judgement, Lifetimes } from '../../engine/index.ts';
import {
  addLifetime,
  cacheControl,
  directivesNamed,
  failed,
  followsClock,
  freshness,
  header,
  inconclusive,
  isAnswered,
  isLoadShedding,
  listedIn,
  mergeLifetimes,
  monitor,
  pass,
  sentByServerAt,
  unqualified,
  wentTo,
  withoutHeader,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec, standard } from '../statements.ts';
import { isListing, monitored, route } from './listing.ts';

const section = 'Limits; Endpoints: GET {base_url}/learn/learning-guides';
/** The specified 30 minutes in seconds. One second more or less is allowed for rounding. */
const stated = 1_800;
const isStated = (lifetime: number) => Math.abs(lifetime - stated) <= 1;
const expected = 'a freshness lifetime of 1,800 s, e.g. Cache-Control: private, max-age=1800';

const sentAs = (answered: Answered) => {
  const fields = ['Cache-Control', 'Expires', 'Date'].flatMap((name) => {
    const value = header(answered, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return (
    fields.slice(0, fields.some((field) => field.startsWith('Expires')) ? 3 : 1).join(', ') ||
    'no Cache-Control'
  );
};

const present = monitor({
  ...monitored,
  id: 'guides/cache-control-present',
  level: 'must',
  rule: 'The listing has a Cache-Control header that is a valid list of directives.',
  section: `${section}; RFC 9111 section 5.2`,
  statement: spec.guidesCached,
  advice: [
    {
      suspect: 'The handler sets no Cache-Control, or only responses from the cache lack it.',
      look: 'Set Cache-Control: max-age=1800 after the cache, for every 200 of the listing.',
    },
    {
      suspect:
        'The value is written by hand with semicolons, colons or spaces around the equals sign.',
      look: 'Separate directives with commas, and write max-age=1800 without spaces.',
    },
    {
      suspect: 'A framework, gateway or CDN removes the header from authenticated responses.',
      look: 'Compare the headers at the service with those at the client, and exempt this route.',
      when: ['proxy'],
    },
  ],
  brokenBy: ['cache-control-missing', 'cache-control-unparsable'],
  matches: isListing,
  judge: judgePresent,
});

/** Judges the grammar of Cache-Control. Other requirements judge the lifetime. */
export function judgePresent(answered: Answered): Judgement {
  const control = cacheControl(answered);
  const wanted = 'Cache-Control with directives such as max-age=1800';
  if (!control)
    return failed('the listing has no Cache-Control', wanted, 'no Cache-Control header');
  const value = `Cache-Control: ${header(answered, 'cache-control') ?? ''}`;
  if (control.problem !== undefined) {
    return failed(
      'Cache-Control is not a valid list of directives',
      wanted,
      `${value} (${control.problem})`,
    );
  }
  return control.directives.length > 0 ? pass() : failed('Cache-Control is empty', wanted, value);
}

/** The lifetimes seen, and the first response with a lifetime other than the specified one. */
interface SeenLifetimes {
  readonly lifetimes: Lifetimes;
  readonly example?: { readonly at: number; readonly lifetime: number; readonly sentAs: string };
}

function addSeen(seen: SeenLifetimes, answered: Answered): SeenLifetimes {
  const fresh = freshness(answered);
  if (fresh.kind !== 'seconds' || fresh.seconds > stated + 1) return seen;
  const at = sentByServerAt(answered);
  const lifetimes = addLifetime(seen.lifetimes, fresh.seconds, at / 1000);
  if (isStated(fresh.seconds)) return { ...seen, lifetimes };
  const example = { at, lifetime: fresh.seconds, sentAs: sentAs(answered) };
  return mergeSeen({ ...seen, lifetimes }, { lifetimes: {}, example });
}

function mergeSeen(left: SeenLifetimes, right: SeenLifetimes): SeenLifetimes {
  const lifetimes = mergeLifetimes(left.lifetimes, right.lifetimes);
  const examples = [left.example, right.example].filter((example) => example !== undefined);
  const [example] = examples.sort(
    (one, other) => one.at - other.at || one.lifetime - other.lifetime,
  );
  return { lifetimes, ...(example ? { example } : {}) };
}

function lifetimeFold(conclude: Fold<SeenLifetimes>['conclude']): Fold<SeenLifetimes> {
  return { empty: () => ({ lifetimes: {} }), add: addSeen, merge: mergeSeen, conclude };
}

/** Long enough to see a lifetime count down. */
const laterMs = 4_000;

/**
 * Requests the listing again later if its lifetime is short, to see whether it counts down from the
 * specified one.
 */
async function askAgainLater(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const exchange = await ask('now', bound.wellFormed());
  const fresh = isAnswered(exchange) ? freshness(exchange) : undefined;
  if (fresh?.kind === 'seconds' && fresh.seconds < stated - 1) {
    await ask.until(exchange.endedAt + laterMs);
    await ask('later', bound.wellFormed());
  }
  // The monitor judges these responses like all others.
  return [];
}

const lifetime = monitor({
  id: 'guides/cache-control-lifetime',
  level: 'must',
  endpoints: monitored.endpoints,
  rule: 'The freshness lifetime of the listing is 30 minutes.',
  section: `${section}; RFC 9111 section 4.2.1`,
  statement: spec.guidesCached,
  advice: [
    {
      suspect: 'The route, a default of the framework or a security filter adds no-store.',
      look: 'Search the handler, its middleware and the defaults for no-store, and leave it out of the responses of this route.',
      when: ['no-store'],
    },
    {
      suspect: 'max-age is in minutes or milliseconds, or is a value from a general default.',
      look: 'Set max-age=1800 for this route, and check the unit of the setting that it comes from.',
      when: ['!no-store'],
    },
    {
      suspect: 'A gateway or a CDN overrides the value, or adds no-store, s-maxage or Expires.',
      look: 'Compare the headers at the service with those at the client, and leave one place that sets them.',
    },
    ...why.staleReplica,
    {
      suspect: 'The value depends on the user, the age of the content or chance.',
      look: 'Replace the computation by the constant 1800.',
      when: ['!no-store'],
    },
  ],
  brokenBy: [
    'cache-lifetime-three-minutes',
    'cache-lifetime-in-milliseconds',
    'cache-lifetime-in-minutes',
  ],
  probing: askAgainLater,
  after: ['guides/cache-control-present'],
  matches: isListing,
  judge: judgeLifetime,
  fold: lifetimeFold(concludeLifetime),
});

/**
 * Judges whether one lifetime contradicts the 30 minutes. The fold judges shorter ones, which may
 * count down.
 */
export function judgeLifetime(answered: Answered): Judgement {
  const fresh = freshness(answered);
  switch (fresh.kind) {
    case 'no-store':
      return failed('no-store forbids caching the listing', expected, sentAs(answered));
    case 'none':
      return failed('the listing has no freshness lifetime', expected, sentAs(answered));
    case 'invalid':
      return failed(
        'the freshness lifetime is not valid',
        expected,
        `${sentAs(answered)} (${fresh.why})`,
      );
    case 'seconds': {
      if (isStated(fresh.seconds)) return pass();
      const actual = `${fresh.seconds} s by ${fresh.source} (${sentAs(answered)})`;
      if (fresh.seconds > stated)
        return failed('the freshness lifetime is longer than 30 minutes', expected, actual);
      return pass('a lifetime under 1,800 s may be counting down, which only later responses show');
    }
  }
}

function concludeLifetime({ lifetimes, example }: SeenLifetimes): Judgement {
  const rest = Object.keys(lifetimes).map(Number);
  if (!example) return rest.length > 0 ? pass() : inconclusive('no lifetime was seen');
  const counting = followsClock(lifetimes);
  if (counting === 'yes') return pass('the lifetime counts down from 1,800 s');
  const seconds = `${example.lifetime} s (${example.sentAs})`;
  if (counting === 'no')
    return failed('the freshness lifetime is shorter than 30 minutes', expected, seconds);
  return inconclusive(
    `${seconds} was not observed long enough to show whether it counts down from 1,800 s`,
  );
}

const form = monitor({
  id: 'guides/cache-control-form',
  level: 'should',
  endpoints: monitored.endpoints,
  rule: 'Cache-Control contains max-age=1800, unquoted and in every response, and does not contain no-cache.',
  section: `${section}; RFC 9111 section 5.2.2`,
  statement: standard['RFC 9111, section 5.2.2.1'],
  advice: [
    {
      suspect: 'The lifetime is only in Expires or s-maxage, or max-age counts down.',
      look: 'Send max-age=1800 in every response, and let a cache add Age instead of reducing max-age.',
    },
    {
      suspect: 'A library writes the value in quotation marks, or a default adds no-cache.',
      look: 'Write max-age=1800 as plain text, and remove no-cache from this route.',
    },
  ],
  brokenBy: ['guides-expires-alone', 'max-age-quoted', 'max-age-counted-down-by-replicas'],
  probing: askAgainLater,
  after: ['guides/cache-control-present'],
  matches: isListing,
  judge: judgeForm,
  fold: lifetimeFold(concludeForm),
});

/** Judges correct lifetimes only. guides/cache-control-lifetime judges the others. */
export function judgeForm(answered: Answered): Judgement {
  const fresh = freshness(answered);
  const control = cacheControl(answered);
  if (!control || fresh.kind !== 'seconds' || !isStated(fresh.seconds)) return pass();
  const wanted = 'Cache-Control with max-age=1800 and without no-cache';
  const actual = sentAs(answered);
  const [maxAge] = directivesNamed(control, 'max-age');
  if (!maxAge) return failed(`only ${fresh.source} states the lifetime`, wanted, actual);
  if (maxAge.quoted) return failed('max-age is quoted', wanted, actual);
  if (Number(maxAge.argument) !== stated && fresh.source !== 'max-age') {
    return failed('max-age and s-maxage differ', wanted, actual);
  }
  if (unqualified(control, 'no-cache'))
    return failed('no-cache makes the lifetime useless', wanted, actual);
  return pass();
}

function concludeForm({ lifetimes, example }: SeenLifetimes): Judgement {
  if (Object.keys(lifetimes).length === 0) return inconclusive('no lifetime was seen');
  if (!example || followsClock(lifetimes) !== 'yes') return pass();
  return failed(
    'max-age counts down',
    'max-age=1800 in every response',
    `${example.lifetime} s (${example.sentAs})`,
  );
}

const errors = monitor({
  id: 'guides/cache-control-errors',
  level: 'should',
  endpoints: monitored.endpoints,
  rule: 'A 401 or 403 on the listing does not have the freshness lifetime of the listing.',
  section: `${section}; RFC 9111 section 3`,
  statement: spec.guidesCached,
  advice: [
    {
      suspect: 'Middleware sets the header before the guard runs, so refusals have it too.',
      look: 'Set the header in the handler after success, or overwrite it in the error handler with no-store.',
    },
    {
      suspect: 'A gateway or CDN rule adds it to every response of the path.',
      look: 'Limit the rule to responses with status 200.',
      when: ['proxy'],
    },
  ],
  brokenBy: ['refusals-cached-like-guides'],
  probes: (bound) => [withoutHeader(bound.wellFormed(), 'Authorization')],
  matches: (answered) =>
    wentTo(answered, route.method, route.path) &&
    [401, 403].includes(answered.answer.status) &&
    !isLoadShedding(answered),
  judge: judgeErrorCaching,
});

/** Judges a refusal. It violates the rule if caches may store it for as long as the listing. */
export function judgeErrorCaching(answered: Answered): Judgement {
  const fresh = freshness(answered);
  const control = cacheControl(answered);
  if (fresh.kind !== 'seconds' || fresh.seconds < stated - 1) return pass();
  if (control && unqualified(control, 'no-cache')) return pass();
  const wanted = 'a refusal with Cache-Control: no-store, or without a lifetime';
  return failed(
    'a refusal is as cacheable as the listing',
    wanted,
    `${answered.answer.status} with ${sentAs(answered)}`,
  );
}

const vary = monitor({
  ...monitored,
  id: 'guides/vary',
  level: 'should',
  rule: 'The Vary header of a storable listing contains x-user-id or *.',
  section:
    'Endpoints: GET {base_url}/learn/learning-guides; RFC 9110 section 12.5.5; RFC 9111 section 4.1',
  statement: standard['RFC 9110, section 12.5.5'],
  advice: [
    {
      suspect: 'The handler chooses the language by x-user-id, but does not set Vary.',
      look: 'Set Vary: x-user-id on the listing, in the handler and on responses from the cache.',
    },
    {
      suspect: 'Vary names something else: Accept-Language, or a variable such as HTTP_X_USER_ID.',
      look: 'Write the name of the header as clients send it.',
    },
    {
      suspect: 'Other middleware, such as compression or CORS, overwrites the value.',
      look: 'Append to Vary instead of setting it, and check the header at the client.',
    },
  ],
  brokenBy: ['guides-without-vary', 'guides-vary-by-language'],
  matches: (answered) => isListing(answered) && freshness(answered).kind !== 'no-store',
  judge: (answered) => {
    const names = listedIn(header(answered, 'vary'));
    if (names.includes('*') || names.includes('x-user-id')) return pass();
    const actual = names.length === 0 ? 'no Vary header' : `Vary: ${names.join(', ')}`;
    return failed(
      'Vary does not contain x-user-id',
      'Vary: x-user-id, because one token serves all users',
      actual,
    );
  },
});

/** Requirements on how long caches may store the listing, and for which user. */
export const cachingRequirements = [present, lifetime, form, errors, vary] as const;
