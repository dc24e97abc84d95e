import type { RequestHandler } from 'express';
import { sendJson } from './answer.ts';
import { ApiError } from './errors.ts';
import { grantOf, userOf } from './guards.ts';
import { formatMoney, formatPercent } from './money.ts';
import type { Day, Holding, User } from './store.ts';
import type { On } from './toggles.ts';
import type { World } from './world.ts';

const memberNames = ['cash', 'savings', 'holdings', 'total'] as const;
const levelsOf = (day: Day): Record<(typeof memberNames)[number], number> => ({
  cash: day.cash,
  savings: day.savings,
  holdings: day.holdings,
  total: day.cash + day.savings + day.holdings,
});

function describeMove(holding: Holding, user: User, on: On): Record<string, string> {
  const gain = formatMoney(user, Math.abs(holding.amount * holding.price * holding.move));
  if (holding.move === 0 && on('performers-neutral')) return {};
  if (holding.move === 0 && on('summaries-unchanged-goes-both-ways')) return { upBy: gain, downBy: gain };
  return holding.move >= 0 ? { upBy: gain } : { downBy: gain };
}

function rankPerformers(user: User, on: On): Record<'all' | 'best' | 'worst', unknown[]> {
  const worth = user.holdings.reduce((sum, { amount, price }) => sum + amount * price, 0);
  const all = [...user.holdings].sort((a, b) => b.move - a.move);
  const describe = (holding: Holding): unknown => ({
    assetId: holding.assetId,
    value: formatMoney(user, holding.amount * holding.price),
    weight: formatPercent(user, (holding.amount * holding.price) / worth),
    ...describeMove(holding, user, on),
  });
  const worst = on('summaries-worst-are-the-last-three') ? all.slice(-3) : all.filter(({ move }) => move < 0);
  return {
    all: all.map(describe),
    best: all.filter(({ move }) => move > 0).map(describe),
    worst: worst.map(describe),
  };
}

function describeDay(day: Day, user: User, on: On, drift: number): Record<string, unknown> {
  const levels = levelsOf({ ...day, holdings: day.holdings * drift });
  const base = (key: (typeof memberNames)[number]): Record<string, unknown> => ({
    key,
    displayValue: formatMoney(user, levels[key]),
    value: levels[key],
  });
  const change = formatMoney(user, day.change);
  const moved = on('summaries-losing-day') && day.change < 0 ? { downBy: change } : { upBy: change };
  const date = new Intl.DateTimeFormat(user.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(user.locale, { weekday: 'short', timeZone: 'UTC' });
  return {
    chartLabel: `${weekday.format(day.at)}\n${date.format(day.at)}`,
    timestamp: day.at,
    portfolio: {
      cash: base('cash'),
      savings: {
        ...base('savings'),
        unrealisedMonthlyInterest: formatMoney(user, levels.savings * 0.0021),
        dailyInterest: formatMoney(user, levels.savings * 0.00007),
      },
      holdings: { ...base('holdings'), ...moved },
      total: { ...base('total'), ...moved },
    },
    sentimentScore: {
      total: { score: 71.5, label: 'optimal' },
      news: { score: 64, label: 'optimal' },
      analyst: { score: 80.25, label: 'optimal' },
      priceMomentum: { score: 58, label: 'optimal' },
    },
    performers: rankPerformers(user, on),
  };
}

function measureDifferences(days: Day[], on: On): Record<string, number> {
  const differences = memberNames.map((name) => {
    const steps = days.slice(1).map((day, i) => {
      const before = days[i];
      return before ? Math.abs(levelsOf(day)[name] - levelsOf(before)[name]) : 0;
    });
    return [name, Math.max(...(on('summaries-maximum-of-nothing') ? [] : [0]), ...steps)];
  });
  return Object.fromEntries(differences);
}

/** Builds the handler of the daily summaries. */
export function makeSummariesHandler({ on, now }: World): RequestHandler {
  const cached = new Map<string, { body: unknown; until: number }>();
  let asked = 0;

  return (req, res) => {
    const user = userOf(res);
    if (user.denied && !on('summaries-denied-gets-nothing')) throw new ApiError(403, 'Access denied');
    const days = user.denied ? [] : user.days;
    res.setHeader('Cache-Control', 'private, no-store');
    const clientId = grantOf(res).clientId;
    const kept = cached.get(clientId);
    if (on('user-cache-by-client') && kept && kept.until > now()) return sendJson(res, 200, kept.body);
    const drift = on('prices-move') ? 1 + (asked++ % 40) / 1_000 : 1;
    let data = days.map((day, i) => describeDay(day, user, on, i === days.length - 1 ? drift : 1));
    if (on('query-filters-the-list'))
      data = data.filter((element) =>
        Object.entries(req.query).every(([name, value]) => String(element[name]) === value),
      );
    const body = { data, maxValueDifferences: measureDifferences(days, on) };
    cached.set(clientId, { body, until: now() + 2_000 });
    sendJson(res, 200, body);
  };
}
