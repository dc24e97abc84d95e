import {
  atPointer,
  cause,
  documentedSuccess,
  fail,
  isObject,
  jsonObject,
  judgeElements,
  judgeMembers,
  member,
  monitor,
  ofHarness,
  pass,
  problems,
  suite,
  wrongMembers,
} from '../../engine/index.ts';
import dailySummary from '../../schemas/daily-summary.schema.json' with { type: 'json' };
import maxValueDifferences from '../../schemas/max-value-differences.schema.json' with {
  type: 'json',
};
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { forbidden } from './forbidden.ts';
import {
  common,
  elements,
  endpoints,
  factsAt,
  hasPerformers,
  isListing,
  path,
  performers,
  section,
  wrongValue,
} from './listed.ts';
import { textRequirements } from './texts.ts';

const members = ['cash', 'savings', 'holdings', 'total'] as const;
/** Places that a narrower requirement judges. */
const narrower = /\/portfolio\/\w+\/key$|\/timestamp$|\/performers\/\w+\/\d+\/(?:upBy|downBy)$/;

export const ok = documentedSuccess({
  id: 'summaries/ok',
  endpoints,
  section,
  statement: spec.summariesResponse,
  advice: [
    {
      suspect: 'The data is bare or in another wrapper, or new users get no maxValueDifferences.',
      look: 'Return the specified object, with zeros if there is no history.',
      when: ['2xx', 'array', 'missing', '!4xx', '!5xx'],
    },
    why.history,
    why.stricterRoute,
  ],
  rule: 'The response is 200 with a data array and a maxValueDifferences object.',
  path,
  expected: '200 with {"data": [...], "maxValueDifferences": {...}}',
  titles: {
    'no-data': 'data is not an array',
    'no-differences': 'maxValueDifferences is not an object',
  },
  whatIsWrong: (body) => {
    if (!Array.isArray(body?.['data'])) return 'no-data';
    return isObject(body['maxValueDifferences']) ? undefined : 'no-differences';
  },
});

interface Place {
  place: string;
}
const unused = {
  suspect: 'One class has both members, so the unused one is null, empty or false.',
  look: 'Omit the member that does not apply.',
};

export const summaries = suite('summaries', [
  ok,
  monitor({
    ...common,
    id: 'summaries/schema',
    statement: spec.summariesResponse,
    advice: [
      why.noValue,
      why.cachedCopy,
      why.driverTypes,
      why.otherModel,
      {
        suspect: 'A list with one or no element becomes an object or disappears, as from XML.',
        look: 'Declare the member as an array, and send [] for no elements.',
        when: ['missing', '!string'],
      },
    ],
    level: 'must',
    rule: 'Every element has the members of DailySummary with the specified types.',
    causes: wrongMembers(),
    judge: (answered) =>
      judgeElements(elements(answered), (element) =>
        problems(dailySummary, element).filter(({ pointer }) => !narrower.test(pointer)),
      ),
  }),
  monitor({
    ...common,
    id: 'summaries/member-key',
    statement: spec.memberKey,
    advice: [
      {
        suspect: 'key is a display name: translated, capitalised or an internal name.',
        look: 'Set key to a constant that equals the name of the member.',
      },
      {
        suspect: 'The code fills the members by position, so keys are swapped or missing.',
        look: 'Build each member by name, and set its key in the same place.',
      },
      why.staleReplica,
    ],
    level: 'must',
    rule: "The key of each portfolio member equals the member's name.",
    causes: { 'other-key': wrongValue("key is not the member's name", "the member's name") },
    judge: (answered) => {
      for (const [pointer, element] of elements(answered)) {
        for (const name of members) {
          const place = `/portfolio/${name}`;
          const value = atPointer(element, place);
          // summaries/schema judges missing members.
          if (!isObject(value) || value['key'] === name) continue;
          return fail('other-key', factsAt(`${pointer}${place}/key`, value['key']));
        }
      }
      return pass();
    },
  }),
  monitor({
    ...common,
    id: 'summaries/max-value-differences',
    statement: spec.maxValueDifferences,
    advice: [
      {
        suspect: 'The values are formatted for display or serialised as strings.',
        look: 'Send plain JSON numbers, also for decimals and large numbers.',
        when: ['string', '!null', '!missing'],
      },
      {
        suspect: 'A difference of zero or without data is null or omitted.',
        look: 'Send 0 for it.',
        when: ['null', 'missing', '!string'],
      },
      why.staleReplica,
    ],
    level: 'must',
    rule: 'maxValueDifferences has the numeric members cash, savings, holdings and total.',
    causes: wrongMembers(),
    matches: (answered) =>
      isListing(answered) && isObject(jsonObject(answered)?.['maxValueDifferences']),
    judge: (answered) =>
      judgeMembers(
        maxValueDifferences,
        jsonObject(answered)?.['maxValueDifferences'],
        '/maxValueDifferences',
      ),
  }),
  monitor({
    ...common,
    id: 'summaries/performer-direction',
    statement: spec.upBy,
    causes: {
      'wrong-type': cause<Place & { name: string; value: string }>({
        title: ({ name }) => `${name} of a performer is not a string`,
        expected: ({ place }) => `a string at ${place}`,
        actual: ({ value }) => value,
        advice: [
          { ...unused, when: ['null', 'boolean', '!number', '!fraction', '!object'] },
          {
            suspect: 'upBy or downBy is a raw number or an object.',
            look: 'Format the value as a string.',
            when: ['number', 'fraction', 'object', '!null', '!boolean'],
          },
        ],
      }),
      both: cause<Place & { isEmpty: boolean }>({
        title: 'a performer has both upBy and downBy',
        expected: ({ place }) => `upBy or downBy at ${place}`,
        actual: () => 'both',
        advice: [
          {
            suspect: 'The direction is computed twice, so an unmoved asset gains and loses.',
            look: 'Give an asset one of the two members at most.',
          },
          { ...unused, when: [({ isEmpty }) => isEmpty] },
        ],
      }),
    },
    level: 'must',
    rule: "A performer's upBy and downBy are strings if present, and never both present.",
    matches: hasPerformers,
    judge: (answered) => {
      for (const [pointer, performer] of performers(answered)) {
        const present = (['upBy', 'downBy'] as const).filter(
          (name) => member(performer, name) !== undefined,
        );
        const name = present.find((one) => typeof member(performer, one) !== 'string');
        if (name) {
          const facts = factsAt(`${pointer}/${name}`, member(performer, name));
          return fail('wrong-type', { ...facts, name, member: `/data/*/performers/*/*/${name}` });
        }
        if (present.length === 2) {
          const isEmpty = present.some((one) => member(performer, one) === '');
          return fail('both', { place: ofHarness(pointer), isEmpty });
        }
      }
      return pass();
    },
  }),
  ...textRequirements,
  forbidden,
]);
