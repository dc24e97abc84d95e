import type { Answered, Exchange, Judgement } from '../../engine/index.ts';
import {
  failed,
  forSecond,
  Inconclusive,
  inBursts,
  inconclusive,
  isAnswered,
  monitor,
  observeSeries,
  pass,
  recurring,
  scenario,
  stability,
  summarize,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { channels, knownIds } from './known-ids.ts';
import { endpoints, groupsOf, isSettings, listed, section } from './settings.ts';

function requireSettings(exchange: Exchange): Answered {
  if (isAnswered(exchange) && isSettings(exchange)) return exchange;
  throw new Inconclusive(`the settings cannot be read: ${summarize(exchange)}`);
}

const id = 'notifications/ids-stable';

/** Finds ids that come and go. Their order is not specified. */
const idsSeen = stability({
  id,
  compares: 'names',
  namesIn: (answered) => listed(answered).map((one) => `${one.channel}:${one.id}`),
  nothing: 'no response contained a notification with an id',
  fail: (mine, theirs) => {
    const [only = ''] = [
      ...mine.filter((one) => !theirs.includes(one)),
      ...theirs.filter((one) => !mine.includes(one)),
    ];
    const actual = `${only} is in some responses of the run, and not in others before and after`;
    return failed('ids change between responses', 'the same ids each time', actual);
  },
});

export const idsStable = monitor({
  id,
  level: 'must',
  endpoints,
  statement: spec.stableIds,
  advice: [
    {
      suspect: 'The id is generated when the response is built.',
      look: 'Use the fixed id of the notification type.',
    },
    {
      suspect:
        'An experiment or a feature flag adds or hides notifications from request to request.',
      look: 'Decide for each user once, or leave the listing out of the experiment.',
    },
    ...why.staleReplica,
  ],
  section: `${section}: id values are stable identifiers`,
  rule: 'Repeated responses contain the same ids.',
  brokenBy: [
    'notification-ids-drawn-anew',
    'further-notification-with-number',
    'further-notification-of-one-replica',
  ],
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

export const localised = scenario({
  id: 'notifications/localised',
  level: 'must',
  endpoints,
  needs: ['second-language'],
  lane: 'before-writes',
  section: `${section}: names and descriptions are localised`,
  statement: spec.stableIds,
  advice: [
    {
      suspect: 'The texts come from a default language or a cache without the language in its key.',
      look: 'Load the user, and use the language of that user for the texts and in the cache key.',
    },
    {
      suspect: 'The ids are translated together with the texts.',
      look: 'Translate category, name and description only.',
    },
    {
      suspect:
        'The translations are missing, so the response contains keys or the default language.',
      look: 'Check the translation files for these keys in both languages.',
    },
  ],
  rule: 'Two users of different languages get the same specified ids and at least one different text.',
  brokenBy: [
    'notifications-in-one-language',
    'notification-ids-localised',
    'notifications-cached-without-language',
  ],
  run: async (bound, ask) => {
    let judgement: Judgement = pass();
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

/** Compares the settings of two users: the specified ids are the same, and a text differs. */
export function judgeLocalised(first: Answered, second: Answered): Judgement {
  const [mine, theirs] = [listed(first), listed(second)];
  // notifications/channels-present judges missing channels.
  for (const channel of channels.filter((one) => groupsOf(first, one) && groupsOf(second, one))) {
    for (const id of knownIds(channel)) {
      const [here, there] = [mine, theirs].map((all) =>
        all.some((one) => one.id === id && one.channel === channel),
      );
      if (here !== there) {
        const cause = 'a specified id is present in one language only';
        return failed(cause, `${id} for both users`, 'for one user only', second);
      }
    }
  }
  const byId = new Map(theirs.map((one) => [one.id, one.texts]));
  const common = mine.filter(({ id }) => byId.has(id));
  if (common.length === 0) return inconclusive('the two users have no notification in common');
  const differs = common.some(
    ({ id, texts }) => JSON.stringify(texts) !== JSON.stringify(byId.get(id)),
  );
  if (differs) return pass();
  const expected = 'a category, name or description that differs';
  return failed('texts are the same in two languages', expected, 'all are the same', second);
}
