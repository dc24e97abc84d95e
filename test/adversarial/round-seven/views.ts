import type { Asset, Language, On, Snapshot, User } from './domain.ts';
import * as texts from './texts.ts';

const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');

export interface Guide {
  readonly id: string;
  readonly number: number;
}

/** Lists the guides as configured; three of them were always imported within the same second. */
export function configuredGuides(on: On): readonly Guide[] {
  const size = on('guides-three-hundred') ? 300 : 18;
  return [...Array(size).keys()].map((n) => ({
    id: `${hex(0x64b7c1d0 + Math.floor(n / 3) * 60, 8)}aa9f${hex(n + 0xabc, 12)}`,
    number: n,
  }));
}

function guideTitle(number: number, language: Language, on: On, edited: boolean): string {
  const titles = texts.guideTitles[number % texts.guideTitles.length];
  const from = on('one-title-differs') && number !== 3 ? 'fi' : language;
  return `${titles?.[from] ?? ''}${number >= 18 ? ` ${number}` : ''}${edited && number === 0 ? ' 2' : ''}`;
}

/** Renders one element of the guide listing in the user's language. */
export function guideSummary({ id, number }: Guide, language: Language, on: On, edited = false) {
  const cdn = 'https://cdn.invest.example/guides';
  const chapterCount = number === 17 ? 0 : (number % 6) + 1;
  const icon = on('icon-data-uris') ? 'data:image/svg+xml;base64,PHN2Zy8+' : `${cdn}/${number}/icon.png`;
  const images = {
    backgroundColor: '#1A4B8C',
    guideIconURL: icon,
    mobileCoverImageURL: `${cdn}/${number}/mobile.png`,
    webCoverImageURL: number % 4 === 3 ? null : `${cdn}/${number}/web.png`,
  };
  return {
    key: `guide-${number + 1}`,
    contentType: 'learningGuide',
    id,
    title: guideTitle(number, language, on, edited),
    description: texts.guideDescription[on('one-title-differs') ? 'fi' : language],
    ...(on('optional-members-absent') ? {} : images),
    slug: `opas-${number + 1}`,
    ...(chapterCount === 0 && on('zero-chapters-omitted') ? {} : { chapterCount }),
  };
}

function money(value: number, language: Language, on: On): string {
  if (language === 'fi') return `${value.toFixed(2).replace('.', ',')} €`;
  const text = `฿${value.toFixed(2)}`;
  return on('thai-digits') ? text.replace(/\d/g, (digit) => String.fromCodePoint(0x0e50 + Number(digit))) : text;
}

function performer(asset: Asset, language: Language, on: On) {
  const difference = money(Math.abs(asset.change), language, on);
  return {
    assetId: asset.assetId,
    value: money(asset.value, language, on),
    weight: language === 'fi' ? `${asset.weight} %` : `${asset.weight}%`,
    ...(asset.change >= 0 ? { upBy: difference } : { downBy: difference }),
  };
}

function performers(assets: readonly Asset[], language: Language, on: On) {
  const ranked = assets.toSorted((a, b) => b.change - a.change);
  const losing = ranked.filter((asset) => asset.change < 0).toReversed();
  const worst = on('worst-by-rank-only') ? ranked.slice(-3).toReversed() : losing;
  const show = (list: readonly Asset[]) => list.map((asset) => performer(asset, language, on));
  return {
    all: show(assets),
    best: show(ranked.filter((asset) => asset.change >= 0)),
    worst: worst.length === 0 && on('empty-list-as-null') ? null : show(worst),
  };
}

function summary(snapshot: Snapshot, language: Language, on: On, drift: number) {
  const total = snapshot.cash + snapshot.savings + snapshot.holdings + drift;
  const text = (value: number) => money(value, language, on);
  const member = (key: string, value: number) => ({ key, displayValue: text(value), value });
  const score = (value: number) => ({ score: value, label: 'optimal' });
  const date = new Date(snapshot.at).toISOString();
  return {
    chartLabel: `${date.slice(8, 10)}\n${date.slice(5, 7)}`,
    timestamp: snapshot.at,
    portfolio: {
      cash: member('cash', snapshot.cash),
      savings: {
        ...member('savings', snapshot.savings),
        unrealisedMonthlyInterest: text(snapshot.savings * 0.002),
        dailyInterest: text(snapshot.savings * 0.0001),
      },
      holdings: { ...member('holdings', snapshot.holdings + drift), upBy: text(3.5) },
      total: { ...member('total', total), upBy: text(3.75) },
    },
    sentimentScore: { total: score(71), news: score(64.5), analyst: score(80), priceMomentum: score(68) },
    performers: performers(snapshot.assets, language, on),
  };
}

function difference(values: readonly number[], on: On): number {
  const spread = Math.max(...values) - Math.min(...values);
  // A ratio of nothing to nothing is no number, and the serialiser turns it into null.
  return on('undefined-ratio') ? (spread / Math.max(...values)) * Math.max(...values) : spread;
}

/** Renders the daily summaries of a user. */
export function dailySummaries({ snapshots, language }: User, on: On, drift: number) {
  const of = (pick: (snapshot: Snapshot) => number) =>
    snapshots.length === 0 ? 0 : difference(snapshots.map(pick), on);
  return {
    data: snapshots.map((snapshot) => summary(snapshot, language, on, drift)),
    maxValueDifferences: {
      cash: of((s) => s.cash),
      savings: of((s) => s.savings),
      holdings: of((s) => s.holdings),
      total: of((s) => s.cash + s.savings + s.holdings),
    },
  };
}

function groups(channel: 'app' | 'email', user: User, on: On) {
  const { language } = user;
  const names = on('grouped-by-translated-name') ? texts.looseCategories : texts.categories;
  const byName = new Map<string, { category: string; notifications: object[] }>();
  for (const [category, known] of texts.channels[channel]) {
    const name = names[category]?.[language] ?? category;
    const group = byName.get(name) ?? { category: name, notifications: [] };
    byName.set(name, group);
    const more = category === 'Market insights' && on('more-notifications') ? ['app_price_alert'] : [];
    for (const id of [...known, ...more]) {
      const title = texts.notificationNames[id]?.[language] ?? id;
      const description = `${texts.notificationText[language]}${title}`;
      group.notifications.push({ id, name: title, description, active: !id.endsWith('promotional') });
    }
  }
  return [...byName.values()];
}

/** Renders the notification settings of a user. */
export const notificationSettings = (user: User, on: On) => ({
  app: groups('app', user, on),
  ...(on('email-only-when-used') && !user.emailUsed ? {} : { email: groups('email', user, on) }),
});

export const cashBalances = (user: User, drift: number) => ({
  data: [
    { currency: user.language === 'fi' ? 'EUR' : 'THB', balance: (user.snapshots.at(-1)?.cash ?? 0) + drift },
    { currency: 'USD', balance: 12.5 },
  ],
});

export const portfolios = (user: User, drift: number) => ({
  data: (user.snapshots.at(-1)?.assets ?? []).map((asset) => ({
    assetId: asset.assetId,
    price: asset.value + drift,
    targetWeight: asset.weight,
    owner: user.id.slice(-4),
  })),
});

export const analystInsights = (user: User) => ({
  data: [{ id: 'insight-1', title: texts.insightTitle[user.language], analyst: 'A. Virtanen' }],
});
