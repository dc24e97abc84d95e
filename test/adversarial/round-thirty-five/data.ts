import { createHash } from 'node:crypto';
import type { Json, Lua, User } from './model.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const users: User[] = [
  { id: '5f0c1e9a7b3d2846ac51e0b7', language: 'et', place: 'first' },
  { id: 'a83d5b60c92e417f08d6be13', language: 'el', place: 'second' },
  { id: '0e7bb2c4913fa65d8877ac21', language: 'et', place: 'denied' },
];

const topics: readonly (readonly [string, string, string])[] = [
  ['inflation', 'Inflatsioon ja sääst', 'Πληθωρισμός'],
  ['funds', 'Fondid algajale', 'Αμοιβαία κεφάλαια'],
  ['bonds', 'Võlakirjad', 'Ομόλογα'],
  ['shares', 'Aktsiad lühidalt', 'Μετοχές'],
  ['risk', 'Risk ja tõenäosus', 'Κίνδυνος'],
  ['costs', 'Kulud ja tasud', 'Κόστος'],
  ['taxes', 'Maksud', 'Φόροι'],
  ['gold', 'Kuld ja hõbe', 'Χρυσός'],
  ['pension', 'Pensionisammas', 'Σύνταξη'],
  ['crises', 'Õppetunnid kriisidest', 'Κρίσεις'],
  ['currency', 'Valuutad', 'Νομίσματα'],
  ['patience', 'Kannatlikkus', 'Υπομονή'],
];
export const guideIds = topics.map(([key]) => digest(`guide ${key}`).slice(0, 24));

export function guides({ word }: Lua, user: User): Json[] {
  const greek = user.language === 'el';
  return topics.map(([key, et, el], at) => ({
    key,
    contentType: 'learning-guide',
    id: guideIds[at],
    title: word(greek ? el : et, user),
    description: word(greek ? `Οδηγός: ${el}` : `Õpik: ${et}`, user),
    backgroundColor: `#${digest(key).slice(0, 6)}`,
    guideIconURL: `https://static.lagoon.example/icons/${key}.svg`,
    mobileCoverImageURL: `https://static.lagoon.example/mobile/${key}.webp`,
    webCoverImageURL: at % 3 === 1 ? null : `https://static.lagoon.example/web/${key}.webp`,
    slug: `${key}-guide`,
    chapterCount: 2 + ((at * 5) % 7),
  }));
}

export function fullGuide(lua: Lua, at: number, user: User): Json {
  const guide = guides(lua, user)[at] ?? {};
  const chapters = Array.from({ length: Number(guide['chapterCount']) }, (_, chapter) => ({
    title: `${guide['title']} ${chapter + 1}`,
    text: `${guide['description']}. `.repeat(3),
  }));
  return { id: guide['id'], title: guide['title'], slug: guide['slug'], chapters };
}

const factor = (user: User): number => (user.language === 'el' ? 3.7 : 1);
const two = (value: number): number => Math.round(value * 100) / 100;

export const cash = (user: User): Json => ({
  balances: [
    { currency: user.language === 'el' ? 'GBP' : 'EUR', amount: two(512.4 * factor(user)) },
    { currency: 'USD', amount: two(80.15 * factor(user)) },
  ],
});

export const portfolios = (user: User): Json => ({
  name: user.language === 'el' ? 'Χαρτοφυλάκιο' : 'Põhiportfell',
  value: two(9120.5 * factor(user)),
  positions: ['IE00B4L5Y983', 'DE0001102580', 'US0378331005'].map((isin, at) => ({
    isin,
    units: two((at + 1) * 4.25 * factor(user)),
  })),
});

export const insights = ({ word }: Lua, user: User): Json => ({
  insights: [0, 1, 2].map((at) => ({
    id: digest(`insight ${at} ${user.language}`).slice(0, 12),
    headline: word(user.language === 'el' ? `Ανάλυση ${at + 1}` : `Õiglane ülevaade ${at + 1}`, user),
  })),
});

const moves = [4.2, 2.6, 1.1, -0.9, -3.4];
const assets = ['asset-amber', 'asset-basalt', 'asset-cobalt', 'asset-dune', 'asset-elm'];
const day = 86_400_000;

export function summaries({ money, percent }: Lua, user: User): Json {
  const scale = factor(user);
  const today = Math.floor(Date.now() / day) * day;
  const data = [4, 3, 2, 1].map((ago) => {
    const holdings = two((7000 + ago * 13.5) * scale);
    const saved = two(2100.25 * scale);
    const liquid = two(512.4 * scale);
    const member = (key: string, value: number): Json => ({ key, displayValue: money(value, user), value });
    const all = assets.map((assetId, at) => ({
      assetId,
      value: money(two((at + 1) * 210 * scale), user),
      weight: percent([36.5, 24, 18.25, 12, 9.25][at] ?? 0, user),
      ...((moves[at] ?? 0) < 0
        ? { downBy: money(-(moves[at] ?? 0) * scale, user) }
        : { upBy: money((moves[at] ?? 0) * scale, user) }),
    }));
    const score = (base: number): Json => ({ score: base + ago, label: 'optimal' });
    return {
      chartLabel: new Date(today - ago * day).toISOString().slice(5, 10).replace('-', '\n'),
      timestamp: today - ago * day,
      portfolio: {
        cash: member('cash', liquid),
        savings: {
          ...member('savings', saved),
          unrealisedMonthlyInterest: money(two(5.31 * scale), user),
          dailyInterest: money(two(0.18 * scale), user),
        },
        holdings: { ...member('holdings', holdings), upBy: money(two(12.3 * scale), user) },
        total: { ...member('total', two(holdings + saved + liquid)), upBy: money(two(12.48 * scale), user) },
      },
      sentimentScore: { total: score(60), news: score(55), analyst: score(70), priceMomentum: score(48) },
      performers: { all, best: all.slice(0, 2), worst: all.slice(3).reverse() },
    };
  });
  const widest = { cash: 14.5, savings: 3.25, holdings: 40.5, total: 55.75 };
  return {
    data,
    maxValueDifferences: Object.fromEntries(Object.entries(widest).map(([name, value]) => [name, two(value * scale)])),
  };
}

export const channels: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ['app', 'Activity', 'Tegevus', 'Δραστηριότητα', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Turuülevaated',
    'Αγορές',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Pakkumised', 'Προσφορές', ['app_promotional']],
  ['email', 'Activity', 'Tegevus', 'Δραστηριότητα', ['email_transactional']],
  ['email', 'Newsletters', 'Uudiskirjad', 'Ενημερωτικά', ['email_servicebites']],
  ['email', 'Offers', 'Pakkumised', 'Προσφορές', ['email_promotional']],
];

export function notifications({ word }: Lua, user: User): Json {
  const greek = user.language === 'el';
  const settings: Record<string, Json[]> = { app: [], email: [] };
  for (const [channel, , et, el, ids] of channels) {
    settings[channel]?.push({
      category: word(greek ? el : et, user),
      notifications: ids.map((id, at) => ({
        id,
        name: word(greek ? `Ειδοποίηση ${at + 1}` : `Teavitus ${at + 1}`, user),
        description: word(greek ? `Για ${el}` : `Teema: ${et}`, user),
        active: (at + (greek ? 1 : 0)) % 2 === 0,
      })),
    });
  }
  return settings;
}
