import { type Guide, textOf, type User } from './entities.ts';
import { moneyOf, percentOf } from './money.ts';
import type { On } from './types.ts';

/** Maps a guide to an element of the listing. */
export function guideSummary(guide: Guide, language: string, on: On): Record<string, unknown> {
  const at = guide.position;
  const image = (name: string) =>
    on('images-of-other-schemes') ? `urn:dautu:image:${name}:${at}` : `https://cdn.dautu.example/${name}/${at}.png`;
  return {
    key: guide.key,
    contentType: 'learning-guide',
    id: guide.id,
    title: `${textOf(language, at)} ${at + 1}`,
    description: `${textOf(language, at + 1)}; ${textOf(language, at + 2)}`,
    backgroundColor: '#E0F0FF',
    guideIconURL: image('icon'),
    mobileCoverImageURL:
      on('cover-without-escapes') && at === 17 ? `https://cdn.dautu.example/bìa sách ${at}.png` : image('mobile'),
    webCoverImageURL: at % 4 === 3 ? null : image('web'),
    slug: on('slugs-are-paths') ? `/hoc/${guide.key}/../${at}.html` : guide.key,
    chapterCount: on('chapters-beyond-twenty') && guide.chapters > 20 ? '20+' : guide.chapters,
  };
}

const ASSETS = ['VN30', 'GOLD', 'US-TECH', 'BONDS', 'ILS-IX'];

function performersOf(user: User, day: number, on: On): object {
  const count = on('four-hundred-performers') ? 400 : 5;
  const all = Array.from({ length: count }, (_, at) => {
    const name = `${ASSETS[at % 5]}${at < 5 ? '' : `-${at}`}`;
    const change = (at % 5) - 2 || 1;
    const text = on('performers-gain-in-per-cent')
      ? percentOf(Math.abs(change) * 1.5, on)
      : moneyOf(user, Math.abs(change) * 10 * user.factor, on);
    return {
      assetId: name,
      value: moneyOf(user, (at + 1) * 100 * user.factor + day, on),
      weight: percentOf(100 / count, on),
      ...(change > 0 ? { upBy: text } : { downBy: text }),
    };
  });
  const outside = (name: string, key: string) => ({
    assetId: name,
    value: moneyOf(user, 50, on),
    weight: percentOf(0, on),
    [key]: moneyOf(user, 9, on),
  });
  if (on('best-of-the-whole-market'))
    return { all, best: [outside('MARKET-TOP', 'upBy')], worst: [outside('MARKET-LOW', 'downBy')] };
  return {
    all,
    best: all.filter((one) => 'upBy' in one).slice(0, 3),
    worst: all.filter((one) => 'downBy' in one).slice(0, 3),
  };
}

const DAY = 86_400_000;

function snapshot(user: User, day: number, on: On): object {
  const cash = 1000 * user.factor + day;
  const savings = day === 4 ? 0 : 500 * user.factor;
  const holdings = 4000 * user.factor + 10 * day;
  const sum = cash + savings + holdings;
  const total = on('total-in-another-currency') ? sum / 25_000 : sum;
  const change = on('losing-days-have-negative-gains') ? -12 - day : 12 + day;
  const money = (value: number) => moneyOf(user, value, on);
  const part = (key: string, value: number) => ({ key, displayValue: money(value), value });
  const savingsKey = on('savings-key-of-the-enumeration') && savings === 0 ? 'SAVINGS' : 'savings';
  const noPrice = on('no-momentum-on-the-oldest-day') && day === 4;
  const live = on('newest-snapshot-is-now') && day === 0;
  const score = (value: number) => ({ score: value, label: 'optimal' });
  return {
    chartLabel: `N${5 - day}\n${textOf(user.language, day)}`,
    timestamp: live ? Date.now() : Date.UTC(2025, 4, 20) - day * DAY,
    portfolio: {
      cash: part('cash', on('nothing-is-minus-zero') ? 0 : cash),
      savings: {
        ...part(savingsKey, savings),
        unrealisedMonthlyInterest: money(savings / 100),
        dailyInterest: money(savings / 3000),
      },
      holdings: { ...part('holdings', holdings), upBy: money(change) },
      total: {
        ...part('total', total),
        ...(on('total-in-another-currency') ? { displayValue: `US$ ${total.toFixed(2)}` } : {}),
        upBy: money(change),
      },
    },
    sentimentScore: {
      total: score(0.8),
      news: score(0.7),
      analyst: score(0.9),
      priceMomentum: { score: noPrice ? null : 0.6, label: 'optimal' },
    },
    performers: performersOf(user, day, on),
  };
}

/** Maps a user to the history of daily summaries. */
export function dailySummaries(user: User, on: On): Record<string, unknown> {
  const sign = on('differences-are-negative') ? -1 : 1;
  const number = (value: number) =>
    on('differences-formatted') && value >= 1000
      ? value.toLocaleString('en-US', { minimumFractionDigits: 2 })
      : value * sign;
  return {
    data: [0, 1, 2, 3, 4].map((day) => snapshot(user, day, on)),
    maxValueDifferences: {
      cash: number(4),
      savings: number(500 * user.factor),
      holdings: number(40),
      total: number(500 * user.factor + 44),
    },
  };
}

const NAMES: Record<string, Record<string, string>> = {
  vi: { Activity: 'Hoạt động', 'Market insights': 'Góc nhìn thị trường', Offers: 'Ưu đãi', Newsletters: 'Bản tin' },
  he: { Activity: 'פעילות', 'Market insights': 'תובנות שוק', Offers: 'מבצעים', Newsletters: 'עלונים' },
};

const GROUPS: Record<string, [string, string[]][]> = {
  app: [
    ['Activity', ['app_transactional']],
    [
      'Market insights',
      ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ],
    ['Offers', ['app_promotional']],
  ],
  email: [
    ['Activity', ['email_transactional']],
    ['Newsletters', ['email_servicebites']],
    ['Offers', ['email_promotional']],
  ],
};

/** Maps a user to notification settings. */
export function notificationSettings(user: User, turn: number, on: On): object {
  const name = (category: string): string =>
    on('two-groups-of-one-name') && category === 'Newsletters'
      ? name('Offers')
      : (NAMES[user.language]?.[category] ?? textOf(user.language, category.charCodeAt(0)));
  const group = ([category, ids]: [string, string[]]) => ({
    category: name(category),
    notifications: ids.map((id, at) => ({
      id,
      name: `${name(category)} ${at + 1}`,
      description: on('notifications-without-description') ? '' : textOf(user.language, id.length),
      active: on('flags-flip-by-the-hour') ? (at + turn) % 2 === 0 : at % 2 === 0,
    })),
  });
  const [app, email] = ['app', 'email'].map((channel) => (GROUPS[channel] ?? []).map(group));
  if (on('digest-in-both-channels')) email?.push(group(['Market insights', ['app_daily_recap']]));
  return { app, email };
}
