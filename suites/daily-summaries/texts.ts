import {
  type Answered,
  atPointer,
  fail,
  header,
  httpDate,
  isObject,
  type Json,
  member,
  monitor,
  observed,
  pass,
  say,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import {
  common,
  elements,
  factsAt,
  hasElements,
  hasPerformers,
  isListing,
  performers,
  performersOf,
  textsAt,
  valuesAt,
  wrongValue,
} from './listed.ts';

const digit = /\p{Nd}/u;
const currency = /\p{Sc}|\p{L}/u;
const percent = /[%\u066A\uFE6A\uFF05]/u;
const clockMs = 10 * 60_000;

/** Otherwise it is a text such as `n/a`. */
const ifNumber = ({ hasDigit }: { hasDigit: boolean }) => hasDigit;
const unlessNumber = ({ hasDigit }: { hasDigit: boolean }) => !hasDigit;

export const textRequirements = [
  monitor({
    ...common,
    id: 'summaries/performer-lists',
    statement: spec.downBy,
    advice: [
      {
        suspect: 'The list behind best and worst is sorted the wrong way or by absolute change.',
        look: 'Sort by signed change, with gaining assets in best and losing ones in worst.',
      },
      {
        suspect: 'The three members are the same list, so a later step changes all of them.',
        look: 'Copy the list before you filter it.',
      },
    ],
    causes: {
      'wrong-in-best': wrongValue('an element of best lacks upBy', 'an element with upBy'),
      'wrong-in-worst': wrongValue('an element of worst lacks downBy', 'an element with downBy', [
        {
          suspect: 'worst is filled up with assets that did not lose.',
          look: 'Filter by direction before you limit the number.',
        },
      ]),
    },
    level: 'should',
    matches: (answered) =>
      hasElements(answered) && elements(answered).some(([, element]) => gainsAndLoses(element)),
    rule:
      'If some performers gain and others lose, the elements of best have upBy ' +
      'and those of worst have downBy.',
    judge: judgeLists,
  }),
  monitor({
    ...common,
    id: 'summaries/timestamp',
    statement: spec.timestamp,
    advice: [
      {
        suspect: 'The serialiser writes dates as ISO 8601 strings, or decimals with a fraction.',
        look: 'Convert the instant to whole milliseconds since 1970.',
        when: ['string', 'fraction', '!null', '!missing'],
      },
      why.noValue,
      why.byLanguage,
    ],
    level: 'must',
    sameDefectAs: ['summaries/schema'],
    rule: 'The timestamp of a summary is an integer.',
    causes: { 'wrong-type': wrongValue('timestamp is not an integer', 'an integer') },
    judge: (answered) => {
      const wrong = timestamps(answered).find(([, value]) => !Number.isInteger(value));
      return wrong ? fail('wrong-type', factsAt(...wrong)) : pass();
    },
  }),
  monitor({
    ...common,
    id: 'summaries/timestamp-digits',
    statement: spec.timestamp,
    causes: {
      'other-unit': wrongValue<{ isZero: boolean }>(
        'timestamp is not in milliseconds',
        '13 digits',
        [
          {
            suspect: 'The timestamp is in seconds or microseconds, at least for some records.',
            look: 'Convert each source to milliseconds in one place.',
            when: [({ isZero }) => !isZero],
          },
          {
            suspect: 'A date is missing, such as in an import, so the timestamp is 0.',
            look: 'Use the moment of the snapshot.',
            when: [({ isZero }) => isZero],
          },
        ],
      ),
      future: wrongValue('timestamp is in the future', 'a time before the response', [
        {
          suspect: 'The timestamp is another date, such as a settlement date.',
          look: 'Send the moment of the snapshot.',
        },
      ]),
    },
    level: 'should',
    // summaries/timestamp judges the type.
    matches: (answered) =>
      isListing(answered) && timestamps(answered).some(([, value]) => Number.isInteger(value)),
    rule: 'The timestamp has 13 digits and is not in the future.',
    judge: (answered) => {
      const now = Math.max(answered.endedAt, (httpDate(header(answered, 'date')) ?? 0) * 1000);
      for (const [place, value] of timestamps(answered)) {
        if (typeof value !== 'number' || !Number.isInteger(value)) continue;
        const facts = factsAt(place, value);
        if (!/^\d{13}$/.test(String(value)))
          return fail('other-unit', { ...facts, isZero: value === 0 });
        if (value > now + clockMs) return fail('future', facts);
      }
      return pass();
    },
  }),
  monitor({
    ...common,
    id: 'summaries/currency-text',
    statement: spec.currency,
    advice: [
      {
        suspect:
          "The value is formatted as a plain number, a percentage or without the user's currency.",
        look: 'Use a currency format with the currency of the account.',
        when: [ifNumber],
      },
      {
        suspect: 'Zero, unknown or missing amounts have another text, such as a dash or nothing.',
        look: 'Format them like other amounts.',
        when: [unlessNumber],
      },
      why.byLanguage,
    ],
    level: 'should',
    matches: (answered) => isListing(answered) && currencyTexts(answered).length > 0,
    rule:
      "displayValue, the interest strings and the portfolio's upBy contain a digit " +
      'and a currency sign or letter.',
    causes: {
      'not-currency': wrongValue('a string is not formatted as currency', 'a digit and a currency'),
    },
    judge: (answered) => judgeTexts(currencyTexts(answered), currency, 'not-currency'),
  }),
  monitor({
    ...common,
    id: 'summaries/percent-text',
    statement: spec.weight,
    advice: [
      {
        suspect: 'The weight is formatted as a number, in per mille or with a word.',
        look: 'Use a percent format for every weight.',
        when: [ifNumber],
      },
      {
        suspect: 'A weight that cannot be computed has a text such as n/a.',
        look: 'Send 0% or the last known weight.',
        when: [unlessNumber],
      },
      why.byLanguage,
    ],
    level: 'should',
    matches: hasPerformers,
    rule: 'The weight of a performer contains a digit and a percent sign.',
    causes: {
      'not-percentage': wrongValue('weight is not a percentage', 'a digit and a percent sign'),
    },
    judge: (answered) =>
      judgeTexts(textsAt(performers(answered), '/weight'), percent, 'not-percentage'),
  }),
  monitor({
    ...common,
    id: 'summaries/labels',
    statement: spec.labels,
    advice: why.dataDependent,
    level: 'observe',
    rule: 'Reports which sentiment labels occur.',
    judge: (answered) => {
      const places = ['total', 'news', 'analyst', 'priceMomentum'].map(
        (name) => `/sentimentScore/${name}/label`,
      );
      const seen = textsAt(elements(answered), ...places).map(([, label]) => label.slice(0, 40));
      return observed(say`labels: ${[...new Set(seen)].sort().slice(0, 20).join(', ')}`);
    },
  }),
  monitor({
    ...common,
    id: 'summaries/total-adds-up',
    statement: spec.summaryMembers,
    advice: [
      {
        suspect: 'The members come from different moments or sources, or are rounded separately.',
        look: 'Compute total from the three other members of the same snapshot.',
      },
      ...why.dataDependent,
    ],
    level: 'observe',
    rule: 'Reports whether total is the sum of cash, savings and holdings.',
    judge: (answered) => {
      const sums = elements(answered).map(([, element]) => {
        const value = (name: string) => {
          const found = atPointer(element, `/portfolio/${name}/value`);
          return typeof found === 'number' ? found : Number.NaN;
        };
        return (
          Math.abs(value('cash') + value('savings') + value('holdings') - value('total')) < 0.015
        );
      });
      if (sums.every(Boolean)) return observed(say`total is the sum of the others`);
      return observed(
        sums.some(Boolean)
          ? say`total is the sum of the others in some elements`
          : say`total is not the sum of the others`,
      );
    },
  }),
] as const;

/** Only then must best and worst separate them. */
function gainsAndLoses(element: Json) {
  const all = atPointer(element, '/performers/all');
  const some = (name: string) =>
    Array.isArray(all) && all.some((performer) => member(performer, name) !== undefined);
  return some('upBy') && some('downBy');
}

export function judgeLists(answered: Answered) {
  for (const summary of elements(answered)) {
    if (!gainsAndLoses(summary[1])) continue;
    for (const [list, name] of [
      ['best', 'upBy'],
      ['worst', 'downBy'],
    ] as const) {
      const own = performersOf(summary, list);
      // summaries/schema judges other elements.
      const without = own.find(
        ([, performer]) => isObject(performer) && member(performer, name) === undefined,
      );
      if (without) return fail(`wrong-in-${list}`, factsAt(...without));
    }
  }
  return pass();
}

const timestamps = (answered: Answered) => valuesAt(elements(answered), '/timestamp');

const currencyTexts = (answered: Answered) =>
  textsAt(
    elements(answered),
    '/portfolio/cash/displayValue',
    '/portfolio/savings/displayValue',
    '/portfolio/savings/unrealisedMonthlyInterest',
    '/portfolio/savings/dailyInterest',
    '/portfolio/holdings/displayValue',
    '/portfolio/holdings/upBy',
    '/portfolio/total/displayValue',
    '/portfolio/total/upBy',
  );

function judgeTexts<Id extends string>(texts: ReturnType<typeof textsAt>, sign: RegExp, cause: Id) {
  const isWrong = ([, text]: (typeof texts)[number]) => !digit.test(text) || !sign.test(text);
  const first = texts.find(isWrong);
  if (!first) return pass();
  const [place, text] = first;
  const same = texts.filter(([other]) => memberOf(other) === memberOf(place));
  const share = { elements: same.filter(isWrong).length, ofElements: same.length };
  return fail(cause, { ...factsAt(place, text), ...share, hasDigit: digit.test(text) });
}

const memberOf = (place: string) => place.replace(/\/\d+(?=\/)/g, '/*');
