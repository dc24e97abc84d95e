import type { Answered, Causes, Judgement } from '../../engine/index.ts';
import {
  cacheControl,
  cause,
  directivesNamed,
  fail,
  followsClock,
  freshness,
  inconclusive,
  monitor,
  pass,
  say,
  unqualified,
} from '../../engine/index.ts';
import { standard } from '../statements.ts';
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

const usable = 'Cache-Control with max-age=1800 and without no-cache';
const formCauses = {
  'no-max-age': cause<Sent & { readonly source: string }>({
    title: ({ source }) => `only ${source} states the lifetime`,
    expected: usable,
    actual: ({ sent }) => sent,
    advice: [
      {
        suspect: 'The code or a gateway sets Expires or s-maxage, but not max-age.',
        look: 'Send max-age=1800 in every response.',
      },
    ],
  }),
  quoted: asSent('max-age is quoted', usable, {
    suspect: 'A library or a template writes the value in quotation marks.',
    look: 'Write max-age=1800 as plain text.',
  }),
  'other-max-age': asSent('max-age and s-maxage differ', usable, {
    suspect: 'Two places set the lifetimes of shared and private caches.',
    look: 'Set max-age=1800, and the same s-maxage or none.',
  }),
  'no-cache': asSent('no-cache makes the lifetime useless', usable, {
    suspect: 'A default of the framework or a security filter adds no-cache.',
    look: 'Remove no-cache from this route.',
  }),
  'counts-down': cause<SentLifetime>({
    title: 'max-age counts down',
    expected: 'max-age=1800 in every response',
    actual: ({ seconds, sent }) => `${seconds} s (${sent})`,
    advice: [
      {
        suspect: 'A cache reduces max-age by the age of the response.',
        look: 'Send max-age=1800 in every response, and let the cache add Age.',
      },
    ],
  }),
} satisfies Causes;

export const form = monitor({
  id: 'guides/cache-control-form',
  level: 'should',
  endpoints: monitored.endpoints,
  rule: 'Cache-Control contains max-age=1800, unquoted and in every response, and does not contain no-cache.',
  section: `${cachingSection}; RFC 9111 section 5.2.2`,
  statement: standard['RFC 9111, section 5.2.2.1'],
  causes: formCauses,
  probing: askAgainLater,
  after: ['guides/cache-control-present'],
  matches: isListing,
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
