import {
  type Answered,
  type Causes,
  cause,
  type Exchange,
  fail,
  forSecond,
  fromTarget,
  Inconclusive,
  inBursts,
  inconclusive,
  isAnswered,
  type Judgement,
  monitor,
  observeSeries,
  ofHarness,
  pass,
  recurring,
  say,
  scenario,
  stability,
  summary,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import {
  channels,
  endpoints,
  groupsOf,
  isSettings,
  knownIds,
  listed,
  section,
} from './settings.ts';

function requireSettings(exchange: Exchange): Answered {
  if (isAnswered(exchange) && isSettings(exchange)) return exchange;
  throw new Inconclusive(say`the settings cannot be read: ${summary(exchange)}`);
}

const id = 'notifications/ids-stable';

/** Their order is not specified. */
const idsSeen = stability({
  id,
  compares: 'names',
  namesIn: (answered) => listed(answered).map((one) => `${one.channel}:${one.id}`),
  nothing: say`no response contained a notification with an id`,
  fail: (mine, theirs) => {
    const [only = ''] = [
      ...mine.filter((one) => !theirs.includes(one)),
      ...theirs.filter((one) => !mine.includes(one)),
    ];
    return fail('ids-change', { id: fromTarget(only) });
  },
});

export const idsStable = monitor({
  id,
  level: 'must',
  endpoints,
  statement: spec.stableIds,
  causes: {
    'ids-change': cause<{ id: string }>({
      title: 'ids change between responses',
      expected: 'the same ids each time',
      actual: ({ id }) =>
        `${id} is in some responses of the run, and not in others before and after`,
    }),
  },
  advice: [
    {
      suspect: 'The id is generated when the response is built.',
      look: 'Use the fixed id of the notification type.',
    },
    {
      suspect:
        'An experiment or a feature flag adds or hides notifications from request to request.',
      look: 'Decide for each user once, or leave the listing out.',
    },
    why.staleReplica,
  ],
  section: `${section}: id values are stable identifiers`,
  rule: 'Repeated responses contain the same ids.',
  lane: 'before-writes',
  matches: isSettings,
  fold: idsSeen,
  probing: async (bound, ask) => {
    await observeSeries(idsSeen, bound, ask, (look, nth) =>
      inBursts(nth === 1 ? [1, 2, 2] : [4, 4, 4, 4], async (step) =>
        requireSettings(
          await look(`${nth === 1 ? 'repeat' : `again-${nth}`}-${step}`, bound.wellFormed()),
        ),
      ),
    );
    return [];
  },
});

const localisedCauses = {
  'id-in-one-language': cause<{ id: string }>({
    title: 'a specified id is present in one language only',
    expected: ({ id }) => `${id} for both users`,
    actual: () => 'for one user only',
    advice: [
      {
        suspect: 'The ids are translated together with the texts.',
        look: 'Translate category, name and description only.',
      },
    ],
  }),
  'same-texts': {
    title: 'texts are the same in two languages',
    expected: 'a category, name or description that differs',
    actual: () => 'all are the same',
    advice: [
      {
        suspect:
          'The texts come from a default language or a cache without the language in its key.',
        look: "Use the user's language for the texts and in the cache key.",
      },
      {
        suspect:
          'The translations are missing, so the response contains keys or the default language.',
        look: 'Check the translation files for these keys in both languages.',
      },
    ],
  },
} satisfies Causes;
type Judged = Judgement<typeof localisedCauses>;

export const localised = scenario({
  id: 'notifications/localised',
  level: 'must',
  endpoints,
  needs: ['second-language'],
  lane: 'before-writes',
  section: `${section}: names and descriptions are localised`,
  statement: spec.stableIds,
  causes: localisedCauses,
  rule: 'Two users of different languages get the same specified ids and a different text.',
  run: async (bound, ask) => {
    let judgement: Judged = pass();
    const found = await recurring(ask, { first: [0], again: [0] }, async (_nth, isAgain) => {
      const round = isAgain ? 2 : 1;
      const mine = await ask(`first-${round}`, bound.wellFormed());
      const theirs = await ask(`second-${round}`, forSecond(bound.wellFormed()));
      judgement = judgeLocalised(requireSettings(mine), requireSettings(theirs));
      return { shows: judgement.kind !== 'pass', endedAt: theirs.endedAt };
    });
    return [found ? judgement : pass()];
  },
});

export function judgeLocalised(first: Answered, second: Answered): Judged {
  const [mine, theirs] = [listed(first), listed(second)];
  // notifications/channels-present judges missing channels.
  for (const channel of channels.filter((one) => groupsOf(first, one) && groupsOf(second, one))) {
    for (const id of knownIds(channel)) {
      const [here, there] = [mine, theirs].map((all) =>
        all.some((one) => one.id === id && one.channel === channel),
      );
      if (here !== there) return fail('id-in-one-language', { id: ofHarness(id) }, second);
    }
  }
  const byId = new Map(theirs.map((one) => [one.id, one.texts]));
  const common = mine.filter(({ id }) => byId.has(id));
  if (common.length === 0) return inconclusive(say`the two users have no notification in common`);
  const differs = common.some(
    ({ id, texts }) => JSON.stringify(texts) !== JSON.stringify(byId.get(id)),
  );
  return differs ? pass() : fail('same-texts', {}, second);
}
