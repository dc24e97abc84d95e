import {
  type Ask,
  type Bound,
  cause,
  fail,
  following,
  forSecond,
  fromTarget,
  Inconclusive,
  isObject,
  type Json,
  longestLag,
  member,
  ofHarness,
  pass,
  recurring,
  say,
  scenario,
} from '../../engine/index.ts';
import { ifPartial, unlessPartial } from '../advice.ts';
import { expecting } from '../refusals.ts';
import { spec } from '../statements.ts';
import { identities, idsOf, isGuides, requireElements, section } from './listing.ts';

/** Asks for both users in turn on one connection, which may keep a language. */
async function askPair(bound: Bound, ask: Ask, step: string) {
  const connection = `localised:${bound.endpoint.name}`;
  const one = await ask(`${step}-first`, { ...bound.wellFormed(), connection });
  const first = requireElements(one, ' for the first user');
  const last = await ask(`${step}-second`, { ...forSecond(bound.wellFormed()), connection });
  const second = requireElements(last, ' for the second user');
  return { first, second, exchanges: [one, last] as const, endedAt: last.endedAt };
}

/** Milliseconds before each pair, in no rhythm: a defect may come and go. */
const pausesMs = [0, 0, 110, 230, 170, 220, 190] as const;

const common = {
  endpoints: isGuides,
  needs: ['second-language'],
  lane: 'before-writes',
  section: `${section}; Resources: LearningGuideSummary`,
} as const;

export const localised = scenario({
  ...common,
  id: 'guides/localised',
  level: 'must',
  rule:
    'Two users of different languages get at least one different title or description, ' +
    'even if their requests alternate.',
  statement: spec.guidesHeaders,
  causes: {
    'same-texts': cause<Compared>({
      title: 'users of different languages get the same texts',
      expected: 'at least one title or description that differs between the two users',
      actual: ({ guides, title, differing }) =>
        `${guides} guides, all with the same titles and descriptions for both users. ` +
        `The first guide's title is ${title} for both; ` +
        `its members that differ: ${differing.join(', ') || 'none'}`,
    }),
  },
  advice: [
    {
      suspect: 'The language comes from Accept-Language or a default, not from the user.',
      look: 'Query the texts in the language of the user in x-user-id.',
      when: [unlessPartial],
    },
    {
      suspect: 'The key of the cache omits the language, or the first language fills it.',
      look: 'Add the language to the key of every cache, CDN included.',
      when: ['other user before', 'cached', 'not alone', unlessPartial],
    },
    {
      suspect: 'Only some members, such as the slug, are translated.',
      look: 'Take all texts from the same translation.',
      when: [ifPartial],
    },
    {
      suspect: 'The server stores the language with the connection or the session.',
      look: 'Read the user from each request, and not from a session, cookie or connection.',
      when: ['same connection', 'not alone', '!in flight', '!other user before', unlessPartial],
    },
    {
      suspect: 'The translations are missing, so all users get the default language.',
      look: 'Check that titles and descriptions exist in both languages.',
      when: [unlessPartial],
    },
  ],
  run: async (bound, ask) => {
    const found = await recurring(
      ask,
      { first: pausesMs, again: pausesMs },
      async (nth, isAgain) => {
        const step = nth < 2 ? `asked-${nth}` : `later-${nth - 2}-0`;
        const pair = await askPair(bound, ask, isAgain ? `again-${step}` : step);
        return { ...pair, shows: !differsInText(pair.first, pair.second) };
      },
    );
    if (!found) return [pass()];
    if (found.first.length === 0)
      throw new Inconclusive(say`the listings are empty, so there is no text to compare`);
    const [first, exchange] = found.exchanges;
    return [fail('same-texts', compared(found), { exchange, recipe: following(first) })];
  },
});

interface Compared {
  guides: number;
  title: string;
  /** With their values. */
  differing: readonly string[];
  isPartial: boolean;
}

function compared({ first, second }: Record<'first' | 'second', readonly Json[]>) {
  const [[own, other] = []] = matched(first, second);
  const text = (value: Json | undefined) => (JSON.stringify(value) ?? 'nothing').slice(0, 80);
  const differing = Object.keys(isObject(own) ? own : {}).flatMap((name) => {
    const [here, there] = [own, other].map((one) => text(member(one, name)));
    return here === there ? [] : [`${name} (${here} and ${there})`];
  });
  return {
    guides: first.length,
    title: fromTarget(text(member(own, 'title'))),
    differing: fromTarget(differing.slice(0, 4)),
    isPartial: differing.length > 0,
  };
}

export function differsInText(first: readonly Json[], second: readonly Json[]) {
  const textsOf = (element: Json | undefined) =>
    JSON.stringify(isObject(element) ? [element['title'], element['description']] : element);
  return matched(first, second).some(([own, other]) => textsOf(own) !== textsOf(other));
}

/** By id if the listings share any, else by position. */
function matched(first: readonly Json[], second: readonly Json[]) {
  const ids = identities(first);
  const places = new Map<string, number>();
  for (const [place, id] of identities(second).entries())
    if (!places.has(id)) places.set(id, place);
  const shared = ids.some((id) => places.has(id));
  return ids.flatMap((id, at) => {
    const place = shared ? places.get(id) : at;
    return place === undefined ? [] : [[first[at], second[place]] as const];
  });
}

interface Placed {
  place: string;
  /** For each user, the id at the first place that differs, and the number of ids. */
  own: string;
  other: string;
  all: number;
  others: number;
}

const otherIds = expecting<Placed>(
  ({ own, place }) => `the same ids in the same order for both users: ${own} at ${place}`,
  ({ other, place, all, others }) =>
    `${other} at ${place} for the second user (${all} and ${others} ids)`,
);
export const localisedIds = scenario({
  ...common,
  id: 'guides/localised-ids',
  level: 'should',
  rule: 'Users of different languages get the same ids in the same order.',
  statement: spec.guidesOrder,
  causes: {
    'other-order': otherIds('the order depends on the language', {
      suspect: 'The list is sorted by the localised title.',
      look: 'Sort by the configured position in every language.',
    }),
    'other-guides': otherIds(
      'the listed guides depend on the language',
      {
        suspect: 'An inner join with the translations drops untranslated guides.',
        look: 'Use an outer join, and fall back to the default language.',
      },
      {
        suspect: 'Each translation is a document with its own id.',
        look: 'Send the id of the guide.',
      },
    ),
  },
  run: async (bound, ask) => {
    const [pair, next] = [
      await askPair(bound, ask, 'asked-0'),
      await askPair(bound, ask, 'asked-1'),
    ];
    const mine = [pair.first, next.first].map(idsOf);
    const theirs = [pair.second, next.second].map(idsOf);
    const [[own = []], [other = []]] = [mine, theirs];
    if ([...mine, ...theirs].every((ids) => ids.length === 0)) {
      throw new Inconclusive(say`the listings are empty, so there are no ids to compare`);
    }
    if (`${mine}` === `${theirs}`) return [pass()];
    if (isOneEdit(own, other)) {
      throw new Inconclusive(
        say`the listings differ by one edit, which one user's cache may not have yet`,
      );
    }
    // One user's replica may get an edit late. Replicas in turn do not keep time with this.
    await ask.until(next.endedAt + longestLag);
    for (const [user, all, request] of [
      ['first', mine, bound.wellFormed()],
      ['second', theirs, forSecond(bound.wellFormed())],
    ] as const) {
      for (const nth of [0, 1, 2]) {
        all.push(
          idsOf(
            requireElements(await ask(`alone-${user}-${nth}`, request), ` for the ${user} user`),
          ),
        );
      }
      if (all.some((ids) => `${ids}` !== `${all[0]}`)) {
        throw new Inconclusive(
          say`one user alone gets other ids or another order on repeated requests`,
        );
      }
    }
    return [judgeIds(own, other)];
  },
});

/** Whether one id is missing or moved, as after an edit while one listing is cached. */
function isOneEdit(first: readonly string[], second: readonly string[]) {
  const at = [...first, ''].findIndex((id, place) => id !== second[place]);
  return [first[at], second[at]].some((edited) => {
    const [rest, others] = [first, second].map((ids) =>
      ids.filter((id) => id !== edited).join(' '),
    );
    return edited !== undefined && rest === others;
  });
}

export function judgeIds(first: readonly string[], second: readonly string[]) {
  const at = first.findIndex((id, place) => id !== second[place]);
  const place = at < 0 ? first.length : at;
  const isSame = [...first].sort().join(' ') === [...second].sort().join(' ');
  return fail(isSame ? 'other-order' : 'other-guides', {
    place: ofHarness(`/data/${place}`),
    own: fromTarget(first[place] ?? 'nothing'),
    other: fromTarget(second[place] ?? 'nothing'),
    all: first.length,
    others: second.length,
  });
}
