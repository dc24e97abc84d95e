import { type Answer, type App, type Call, ok, pause, Refusal } from './app.ts';
import { type AssetRow, categories, type NoticeRow, type UserRow } from './data.ts';

export function money(app: App, user: UserRow, amount: number): string {
  if (app.knobs.money) return app.knobs.money(amount, user);
  const text = new Intl.NumberFormat(user.locale, { style: 'currency', currency: user.currency }).format(amount);
  return app.on('euro-is-a-question-mark') ? text.replace('€', '?') : text;
}
const percent = (app: App, user: UserRow, share: number) =>
  app.knobs.percent?.(share) ?? `${new Intl.NumberFormat(user.locale).format(share)} %`;

function performer(app: App, user: UserRow, asset: AssetRow, day: number) {
  const move = asset.moves[day] ?? 0;
  const fell = app.on('direction-of-the-day-before') && (asset.moves[day - 1] ?? 0) < 0 && move >= 0;
  const change = money(app, user, Math.abs(move) * user.factor);
  const delisted = app.on('asset-outer-joined') && day === 2 && asset.id.startsWith('FR');
  return {
    assetId: delisted ? null : asset.id,
    value: money(app, user, asset.price * user.factor),
    weight: percent(app, user, asset.weight),
    ...(move >= 0 ? { upBy: change } : { downBy: change }),
    ...(fell ? { downBy: money(app, user, 0) } : {}),
  };
}

function day(app: App, user: UserRow, index: number, newest: boolean) {
  const amounts = {
    cash: 120.5 * user.factor,
    savings: 900 * user.factor,
    holdings: (2000 + index * 31) * user.factor,
  };
  const total = amounts.cash + amounts.savings + amounts.holdings;
  const part = (key: string, value: number) => ({
    key: newest && app.on('key-of-the-loop-end') ? 'total' : key,
    displayValue: money(app, user, value),
    value,
  });
  const score = (value: number) => ({ score: value, label: 'optimal' });
  const ranked = [...app.db.assets.rows].sort((a, b) => (b.moves[index] ?? 0) - (a.moves[index] ?? 0));
  const write = (assets: AssetRow[]) => assets.map((asset) => performer(app, user, asset, index));
  const taken = new Date(Date.now() - (5 - index) * 86_400_000);
  const stamp = taken.getTime() - (taken.getTime() % 60_000);
  const decimal = Number(new Date(stamp).toISOString().replace(/\D/g, '').slice(0, 14));
  return {
    chartLabel: `${taken.getUTCDate()}\n${taken.getUTCMonth() + 1}`,
    timestamp: app.on('date-in-decimal') && index === 1 ? decimal : stamp,
    portfolio: {
      cash: part('cash', amounts.cash),
      savings: {
        ...part('savings', amounts.savings),
        unrealisedMonthlyInterest: money(app, user, 2.4 * user.factor),
        dailyInterest: money(app, user, 0.08 * user.factor),
      },
      holdings: { ...part('holdings', amounts.holdings), upBy: money(app, user, 31 * user.factor) },
      total: { ...part('total', total), upBy: money(app, user, 31 * user.factor) },
    },
    sentimentScore: { total: score(71), news: score(64), analyst: score(80), priceMomentum: score(69.5) },
    performers: {
      all: write(ranked),
      best: write(ranked.filter(({ moves }) => (moves[index] ?? 0) > 0).slice(0, 2)),
      worst: write(ranked.filter(({ moves }) => (moves[index] ?? 0) < 0).slice(-2)),
    },
  };
}

export async function summaries(app: App, _call: Call, user: UserRow): Promise<Answer> {
  const early = app.on('consent-loaded-late') && app.count(`consent of ${user.id}`) === 1;
  if (user.denied && !early) throw new Refusal('denied', 'Access to the daily summaries is denied.');
  const data = [0, 1, 2, 3, 4].map((index) => day(app, user, index, index === 4));
  const savings = app.on('greatest-of-nothing') ? false : 0;
  return ok({
    data: app.knobs.days?.(data) ?? data,
    maxValueDifferences: { cash: 0, savings, holdings: 31 * user.factor, total: 31 * user.factor },
  });
}

export async function notifications(app: App, _call: Call, asked: UserRow): Promise<Answer> {
  let user = asked;
  if (app.on('row-number-moves')) {
    const { users } = app.db;
    const place = users.rows.indexOf(asked);
    await pause(12);
    user = users.rows[place] ?? asked;
    users.rows = [asked, ...users.rows.filter((row) => row !== asked)];
  }
  const { on } = app;
  const language = user.language;
  const index = language === 'en' ? 0 : 1;
  const channel = (name: NoticeRow['channel']) => {
    const rows = app.db.notices.select({ channel: name });
    const devices = on('once-for-each-device') && name === 'app' && user.language === 'de' ? 2 : 1;
    const groups: unknown[] = [...new Set(rows.map(({ category }) => category))].map((category) => ({
      category: categories[category]?.[index],
      notifications: rows
        .filter((row) => row.category === category)
        .flatMap((row) => Array.from({ length: devices }, () => row))
        .map((row) => ({ id: row.id, name: row[language], description: `${row[language]}.`, active: row.active })),
    }));
    if (on('rollup-group') && name === 'email') groups.push({ category: null, notifications: [] });
    return groups;
  };
  const body = { app: channel('app'), email: channel('email') };
  return ok(app.knobs.settings?.(body, app.count('settings')) ?? body);
}
