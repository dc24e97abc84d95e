import {
  type Answered,
  cacheControl,
  cause,
  fail,
  freshness,
  fromTarget,
  header,
  isLoadShedding,
  listedIn,
  monitor,
  pass,
  unqualified,
  wentTo,
  withoutHeader,
} from '../../engine/index.ts';
import { spec, standard } from '../statements.ts';
import { form, lifetime, type Sent, sentOf, stated } from './guides-lifetime.ts';
import { cachingSection, isListing, monitored, route, section } from './listing.ts';

const directives = 'Cache-Control with directives such as max-age=1800';
const present = monitor({
  ...monitored,
  id: 'guides/cache-control-present',
  level: 'must',
  rule: 'The listing has a Cache-Control header that is a valid list of directives.',
  section: `${cachingSection}; RFC 9111 section 5.2`,
  statement: spec.guidesCached,
  causes: {
    missing: {
      title: 'the listing has no Cache-Control',
      expected: directives,
      actual: () => 'no Cache-Control header',
      advice: [
        {
          suspect: 'The handler sets no Cache-Control, or only responses from the cache lack it.',
          look: 'Set Cache-Control: max-age=1800 for every 200, after the cache.',
        },
        {
          suspect: 'A framework, gateway or CDN removes the header from authenticated responses.',
          look: 'Exempt this route there.',
          when: ['proxy'],
        },
      ],
    },
    invalid: cause<{ value: string; problem: string }>({
      title: 'Cache-Control is not a valid list of directives',
      expected: directives,
      actual: ({ value, problem }) => `Cache-Control: ${value} (${problem})`,
      advice: [
        {
          suspect: 'The value has semicolons, colons or spaces around the equals sign.',
          look: 'Separate directives with commas, and write max-age=1800 without spaces.',
        },
      ],
    }),
    empty: cause<{ value: string }>({
      title: 'Cache-Control is empty',
      expected: directives,
      actual: ({ value }) => `Cache-Control: ${value}`,
      advice: [
        {
          suspect: 'The setting that the value comes from is empty.',
          look: 'Set Cache-Control: max-age=1800 for this route.',
        },
      ],
    }),
  },
  matches: isListing,
  judge: judgePresent,
});

export function judgePresent(answered: Answered) {
  const control = cacheControl(answered);
  if (!control) return fail('missing');
  const value = fromTarget(header(answered, 'cache-control') ?? '');
  const { problem, directives } = control;
  if (problem !== undefined) return fail('invalid', { value, problem: fromTarget(problem) });
  return directives.length > 0 ? pass() : fail('empty', { value });
}

const errors = monitor({
  id: 'guides/cache-control-errors',
  level: 'should',
  endpoints: monitored.endpoints,
  rule: 'A 401 or 403 on the listing does not have the freshness lifetime of the listing.',
  section: `${cachingSection}; RFC 9111 section 3`,
  statement: spec.guidesCached,
  causes: {
    cacheable: cause<Sent & { status: number }>({
      title: 'a refusal is as cacheable as the listing',
      expected: 'a refusal with Cache-Control: no-store, or without a lifetime',
      actual: ({ status, sent }) => `${status} with ${sent}`,
    }),
  },
  advice: [
    {
      suspect: 'Middleware sets the header before the guard runs, so refusals have it too.',
      look: 'Set the header after success only, or no-store in the error handler.',
    },
    {
      suspect: 'A gateway or CDN rule adds it to every response of the path.',
      look: 'Limit the rule to responses with status 200.',
      when: ['proxy'],
    },
  ],
  probes: (bound) => [withoutHeader(bound.wellFormed(), 'Authorization')],
  matches: (answered) =>
    wentTo(answered, route.method, route.path) &&
    [401, 403].includes(answered.answer.status) &&
    !isLoadShedding(answered),
  judge: judgeErrorCaching,
});

/** A violation if caches may store it for as long as the listing. */
export function judgeErrorCaching(answered: Answered) {
  const fresh = freshness(answered);
  const control = cacheControl(answered);
  if (fresh.kind !== 'seconds' || fresh.seconds < stated - 1) return pass();
  if (control && unqualified(control, 'no-cache')) return pass();
  return fail('cacheable', { ...sentOf(answered), status: answered.answer.status });
}

interface Varied {
  names: readonly string[];
}

const vary = monitor({
  ...monitored,
  id: 'guides/vary',
  level: 'should',
  rule: 'The Vary header of a storable listing contains x-user-id or *.',
  section: `${section}; RFC 9110 section 12.5.5; RFC 9111 section 4.1`,
  statement: standard['RFC 9110, section 12.5.5'],
  causes: {
    'without-user-id': cause<Varied>({
      title: 'Vary does not contain x-user-id',
      expected: 'Vary: x-user-id, because one token serves all users',
      actual: ({ names }) => (names.length === 0 ? 'no Vary header' : `Vary: ${names.join(', ')}`),
    }),
  },
  advice: [
    {
      suspect: 'The handler chooses the language by x-user-id, but does not set Vary.',
      look: 'Set Vary: x-user-id on every listing, also from a cache.',
      when: [({ names }: Varied) => names.length === 0],
    },
    {
      suspect: 'Vary names something else: Accept-Language, or a variable such as HTTP_X_USER_ID.',
      look: 'Write the name of the header as clients send it.',
      when: [({ names }: Varied) => names.length > 0],
    },
    {
      suspect: 'Other middleware, such as compression or CORS, overwrites the value.',
      look: 'Append to Vary instead of setting it.',
    },
  ],
  matches: (answered) => isListing(answered) && freshness(answered).kind !== 'no-store',
  judge: (answered) => {
    const names = listedIn(header(answered, 'vary'));
    if (names.includes('*') || names.includes('x-user-id')) return pass();
    return fail('without-user-id', { names: fromTarget(names) });
  },
});

export const cachingRequirements = [present, lifetime, form, errors, vary];
