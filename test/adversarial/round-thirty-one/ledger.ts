import { insightTexts } from './catalog.ts';
import type { Exchange, Members, Site, User } from './model.ts';
import { Refused } from './model.ts';

export const cycleDate = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

export function userOf(x: Exchange): User {
  if (x.user === undefined) throw new Refused('unknown-user');
  return x.user;
}

export function money(amount: number, user: User): string {
  const sign = amount < 0 ? '-' : '';
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.');
  const german = user.language === 'de';
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, german ? '.' : ',');
  if (german) return `${sign}${grouped},${cents} €`;
  return `${sign}${user.currency === 'GBP' ? '£' : '$'}${grouped}.${cents}`;
}

export function share(ratio: number, user: User): string {
  const text = (ratio * 100).toFixed(1);
  return user.language === 'de' ? `${text.replace('.', ',')} %` : `${text}%`;
}

export function chartLabel(moment: number, user: User): string {
  const day = new Date(moment);
  const names = (user.language === 'de' ? 'So Mo Di Mi Do Fr Sa' : 'Su Mo Tu We Th Fr Sa').split(' ');
  return `${names[day.getUTCDay()] ?? ''}\n${day.getUTCDate()}`;
}

export function mood(score: number): string {
  if (score >= 66) return 'optimal';
  return score >= 33 ? 'neutral' : 'weak';
}

export function closes(count: number): readonly number[] {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  return Array.from({ length: count }, (_, index) => midnight - (count - index) * 86_400_000 + 64_800_000);
}

const moves: readonly (readonly number[])[] = [
  [1.25, -0.5, 2, -3.75, 0.4],
  [0.75, 1.5, 0.25, 2.25, 1.1],
  [-2.5, 3.25, -1.75, 0.5, -0.3],
  [4.5, -1.25, 0.75, -0.25, 2.2],
  [-0.75, -2.25, 1.25, 3.5, 0.9],
  [2.75, 0.25, -0.5, 1.75, -1.6],
  [1.5, -3.5, 2.25, -1.25, 0.6],
];

function performers(site: Site, user: User, index: number): Members {
  const changes = moves[index % moves.length] ?? [];
  const all = site.assets.map((assetId, place) => {
    const change = round((changes[place % changes.length] ?? 1) * user.scale);
    const ratio = [0.413, 0.212, 0.175, 0.12, 0.08][place % 5] ?? 0.08;
    const direction = change > 0 ? { upBy: site.money(change, user) } : { downBy: site.money(-change, user) };
    const value = site.money(round(ratio * 9000 * user.scale), user);
    const entry = { assetId, value, weight: site.share(ratio, user) };
    return { change, entry: { ...entry, ...direction } };
  });
  const sorted = [...all].sort((one, other) => other.change - one.change);
  const gaining = sorted.filter(({ change }) => change > 0).map(({ entry }) => entry);
  const losing = sorted
    .filter(({ change }) => change < 0)
    .reverse()
    .map(({ entry }) => entry);
  return { all: all.map(({ entry }) => entry), best: gaining.slice(0, 3), worst: losing.slice(0, 3) };
}

function day(site: Site, user: User, moment: number, index: number): Members {
  const cash = round((412.5 + index * 10) * user.scale);
  const savings = round((2300 + index * 0.35) * user.scale);
  const holdings = round((9120.4 + index * 31.2) * user.scale);
  const total = round(cash + savings + holdings);
  const member = (key: string, value: number): Members => ({ key, displayValue: site.money(value, user), value });
  const score = (value: number): Members => ({ score: value, label: site.mood(value) });
  return {
    chartLabel: site.chartLabel(moment, user),
    timestamp: moment,
    portfolio: {
      cash: member('cash', cash),
      savings: {
        ...member('savings', savings),
        unrealisedMonthlyInterest: site.money(round(6.2 * user.scale), user),
        dailyInterest: site.money(round(0.35 * user.scale), user),
      },
      holdings: { ...member('holdings', holdings), upBy: site.money(round(31.2 * user.scale), user) },
      total: { ...member('total', total), upBy: site.money(round(41.55 * user.scale), user) },
    },
    sentimentScore: {
      total: score(55 + index * 3),
      news: score(20 + index * 4),
      analyst: score(70 - index),
      priceMomentum: score(48.5 + index),
    },
    performers: performers(site, user, index),
  };
}

export function days(site: Site, x: Exchange): Members {
  const user = userOf(x);
  const span = Math.max(site.moments.length - 1, 1);
  const difference = (step: number): number => round(step * span * user.scale);
  return {
    data: site.moments.map((moment, index) => day(site, user, moment, index)),
    maxValueDifferences: {
      cash: difference(10),
      savings: difference(0.35),
      holdings: difference(31.2),
      total: difference(41.55),
    },
  };
}

export function settings(site: Site, x: Exchange): Members {
  const user = userOf(x);
  const channel = (name: 'app' | 'email'): Members[] => {
    const groups = new Map<number, Members[]>();
    for (const notice of site.notices.filter((entry) => entry.channel === name)) {
      const { title, text } = notice.texts[user.language];
      const active = (notice.id.length + Math.round(user.scale * 4)) % 3 !== 0;
      const list = groups.get(notice.category) ?? [];
      list.push({ id: notice.id, name: title, description: text, active });
      groups.set(notice.category, list);
    }
    return [...groups].map(([code, notifications]) => ({
      category: site.categories[code]?.[user.language] ?? '',
      notifications,
    }));
  };
  return { app: channel('app'), email: channel('email') };
}

export function cash(x: Exchange): Members {
  const user = userOf(x);
  return {
    cycleDate: cycleDate(),
    accounts: [
      { currency: user.currency, balance: round(472.5 * user.scale), blocked: round(25.25 * user.scale) },
      { currency: 'CHF', balance: 0.42, blocked: 0 },
    ],
  };
}

export function portfolios(x: Exchange): Members {
  const user = userOf(x);
  return {
    portfolios: [
      {
        number: `P${user.id.slice(0, 7).toUpperCase()}`,
        currency: user.currency,
        positions: [
          { isin: 'US0378331005', units: round(3.5 * user.scale), value: round(640.1 * user.scale), target: 0.6 },
          { isin: 'IE00B4L5Y983', units: round(12 * user.scale), value: round(911.75 * user.scale), target: 0.4 },
        ],
        returns: { '1M': 0.0123, '1Y': round(0.08 * user.scale) },
      },
    ],
  };
}

export function insights(x: Exchange): Members {
  const user = userOf(x);
  const headlines = insightTexts[user.language];
  return { insights: headlines.map((headline, index) => ({ number: index + 1, headline, rating: 4 - index })) };
}
