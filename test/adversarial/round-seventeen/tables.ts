import { Frame, type Row } from './frame.ts';
import type { Knobs, Texts } from './knobs.ts';

export const english: Texts = {
  tag: 'en',
  titles: [
    'What a share is',
    'Bonds',
    'Markets of North America',
    'Funds',
    'Risk',
    'Costs',
    'Taxes',
    'Interest',
    'Dividends',
    'Rebalancing',
    'Inflation',
    'Patience',
  ],
  about: 'A guide on',
  categories: { activity: 'Activity', market: 'Market insights', letters: 'Newsletters', offers: 'Offers' },
  notification: 'Tell me about',
  insight: 'Analysts expect more of',
  currency: '£',
};

export const finnish: Texts = {
  tag: 'fi',
  titles: [
    'Mikä osake on',
    'Velkakirjat',
    'Pohjois-Amerikan markkinat',
    'Rahastot',
    'Riski',
    'Kulut',
    'Verot',
    'Korko',
    'Osingot',
    'Tasapainotus',
    'Inflaatio',
    'Kärsivällisyys',
  ],
  about: 'Opas aiheesta',
  categories: { activity: 'Tapahtumat', market: 'Markkinanäkymät', letters: 'Uutiskirjeet', offers: 'Tarjoukset' },
  notification: 'Kerro minulle',
  insight: 'Analyytikot odottavat',
  currency: '€',
};

/** Channel, category and id, in the order in which they are shown. */
const settings = [
  ['app', 'activity', 'app_transactional'],
  ['app', 'market', 'app_learning_guide'],
  ['app', 'market', 'app_analyst_insight'],
  ['app', 'market', 'app_quick_take'],
  ['app', 'market', 'app_daily_recap'],
  ['app', 'market', 'app_weekly_review'],
  ['app', 'offers', 'app_promotional'],
  ['email', 'activity', 'email_transactional'],
  ['email', 'letters', 'email_servicebites'],
  ['email', 'offers', 'email_promotional'],
] as const;

export interface Tables {
  readonly users: Frame;
  readonly texts: ReadonlyMap<string, Texts>;
  readonly guides: Frame;
  readonly settings: Frame;
  readonly positions: Frame;
  readonly balances: Frame;
  addresses: Frame;
}

export const usualUsers = ['5f1d7a9c3be2084d6a91c7e0', 'b27c40e19fd853a6072e4c1b', '9e30c5d2a1784bf6053d8e7a'] as const;

const address = (user: string, line1: string, line2: string | null, city: string, countryCode: string): Row => ({
  user,
  line1,
  line2,
  city,
  postalCode: '00100',
  countryCode,
});

export function tables(knobs: Knobs): Tables {
  const [first, second, denied] = knobs.users ?? usualUsers;
  const [one, other] = knobs.languages ?? [english, finnish];
  const id =
    knobs.guideId ??
    ((at: number) =>
      `65c${(((at * 5 + 3) % 12) * 2654435761 + 4099).toString(16).padStart(12, '0').slice(-12)}d07e5a1b${at}`
        .slice(0, 24)
        .padEnd(24, '4'));
  return {
    users: Frame.of([
      { user: first, language: one.tag, factor: 1, consent: true },
      { user: second, language: other.tag, factor: 2.25, consent: true },
      { user: denied, language: one.tag, factor: 0.5, consent: false },
    ]),
    texts: new Map([
      [one.tag, one],
      [other.tag, other],
    ]),
    guides: Frame.of(
      one.titles.map((_, at) => ({
        id: id(at),
        at,
        key: at === 2 ? 'NA' : `guide-${at + 1}`,
        slug: `guide-${(at * 7) % 12}`,
        chapterCount: [4, 3, 5, 2, 9, 0, 1, 7, 3, 6, 2, 8][at],
        backgroundColor: `#${(0x8fb3c1 + at * 4097).toString(16)}`,
      })),
    ),
    settings: Frame.of(settings.map(([channel, category, id]) => ({ channel, category, id }))),
    positions: Frame.of([
      { user: first, portfolio: 'growth', asset: 'IE00B4L5Y983', units: 12.5, advisor: 'Maya Lind' },
      { user: first, portfolio: 'growth', asset: 'US0378331005', units: 3, advisor: 'Maya Lind' },
      { user: second, portfolio: 'income', asset: 'DE000A0S9GB0', units: 40, advisor: null },
      { user: second, portfolio: 'reserve', asset: 'FI0009000681', units: 118, advisor: null },
      { user: denied, portfolio: 'growth', asset: 'IE00B4L5Y983', units: 1, advisor: 'Ada Roy' },
    ]),
    balances: Frame.of([
      { user: first, currency: 'GBP', amount: 1204.5 },
      { user: first, currency: 'USD', amount: -12.25 },
      { user: second, currency: 'EUR', amount: 88.1 },
      { user: denied, currency: 'GBP', amount: 7 },
    ]),
    addresses: Frame.of([
      address(first, '1 Row', 'Flat 2', 'Leeds', 'GB'),
      address(second, 'Tie 4', null, 'Oulu', 'FI'),
      address(denied, '9 Way', null, 'York', 'GB'),
    ]),
  };
}
