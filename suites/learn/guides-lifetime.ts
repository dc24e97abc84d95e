import type { Answered, Causes, Judgement } from '../../engine/index.ts';
import {
  cause,
  fail,
  followsClock,
  freshness,
  inconclusive,
  monitor,
  ofHarness,
  pass,
  say,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import {
  askAgainLater,
  asSent,
  exampleOf,
  isStated,
  lifetimeFold,
  type SeenLifetimes,
  type Sent,
  type SentLifetime,
  sentOf,
  stated,
} from './lifetimes-seen.ts';
import { cachingSection, isListing, monitored } from './listing.ts';

const wanted = 'a freshness lifetime of 1,800 s, e.g. Cache-Control: private, max-age=1800';
const dependsOnMore = {
  suspect: 'The value depends on the user, the age of the content or chance.',
  look: 'Send the constant 1800.',
};
const lifetimeCauses = {
  'no-store': asSent('no-store forbids caching the listing', wanted, {
    suspect: 'The route, a default of the framework or a security filter adds no-store.',
    look: 'Search the handler, its middleware and the defaults for no-store, and remove it.',
  }),
  none: asSent('the listing has no freshness lifetime', wanted, {
    suspect: 'Cache-Control has only directives without a lifetime, such as private.',
    look: 'Add max-age=1800 to the Cache-Control of this route.',
  }),
  invalid: cause<Sent & { readonly problem: string }>({
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
  'too-long': cause<SentLifetime & { readonly source: string }>({
    title: 'the freshness lifetime is longer than 30 minutes',
    expected: wanted,
    actual: ({ seconds, source, sent }) => `${seconds} s by ${source} (${sent})`,
    advice: [
      {
        suspect: 'max-age is in milliseconds, or is a value from a general default.',
        look: 'Set max-age=1800 for this route, and check the unit of the setting.',
      },
      dependsOnMore,
    ],
  }),
  'too-short': cause<SentLifetime>({
    title: 'the freshness lifetime is shorter than 30 minutes',
    expected: wanted,
    actual: ({ seconds, sent }) => `${seconds} s (${sent})`,
    advice: [
      {
        suspect: 'max-age is in minutes, or is a value from a general default.',
        look: 'Set max-age=1800 for this route, and check the unit of the setting.',
      },
      dependsOnMore,
    ],
  }),
} satisfies Causes;

export const lifetime = monitor({
  id: 'guides/cache-control-lifetime',
  level: 'must',
  endpoints: monitored.endpoints,
  rule: 'The freshness lifetime of the listing is 30 minutes.',
  section: `${cachingSection}; RFC 9111 section 4.2.1`,
  statement: spec.guidesCached,
  causes: lifetimeCauses,
  advice: [
    {
      suspect: 'A gateway or a CDN overrides the value, or adds no-store, s-maxage or Expires.',
      look: 'Compare the headers at the service and at the client, and set them in one place.',
    },
    ...why.staleReplica,
  ],
  probing: askAgainLater,
  after: ['guides/cache-control-present'],
  matches: isListing,
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
  return inconclusive(
    say`${example.lifetime} s (${example.sentAs}) was not observed long enough to show whether it counts down from 1,800 s`,
  );
}
