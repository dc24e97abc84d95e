import { type Answer, type App, type Context, Refusal } from './app.ts';
import type { User } from './records.ts';

type Row = Record<string, unknown>;

const digits = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

function money(app: App, user: User, value: number): string {
  const number = value.toFixed(2);
  if (app.on('lao-digits')) return `${digits(number, 0x0ed0)} ₭`;
  if (app.on('tibetan-digits')) return `¥${digits(number, 0x0f20)}`;
  if (app.on('amounts-in-points')) return `${number} pts`;
  if (app.on('display-values-with-entities')) return `${number}&nbsp;&euro;`;
  if (app.on('pennies-in-words') && value > 0 && value < 0.1) return 'under ten cents';
  return user.locale === 'el' ? `${number.replace('.', ',')} €` : `£${number}`;
}

function percent(app: App, share: number): string {
  if (app.on('lao-digits')) return `${digits(share.toFixed(1), 0x0ed0)}%`;
  if (app.on('tibetan-digits')) return `${digits(share.toFixed(1), 0x0f20)} %`;
  return app.on('approximate-weights') ? `~${Math.round(share)} %` : `${share.toFixed(1)}%`;
}

function performers(app: App, user: User, day: number): Row {
  const changes = (on: number): number[] =>
    ['ACME', 'HELL', 'ORCA', 'PINE'].map((_, n) => ((n * 7 + on * 5) % 11) - 5 || 1);
  const today = changes(day).map((change) => (app.on('everything-lost') ? -Math.abs(change) : change));
  const ranks = app.on('ranks-of-yesterday') ? changes(day - 1) : today;
  const all = ['ACME', 'HELL', 'ORCA', 'PINE'].map((assetId, n): Row => {
    const change = today[n] ?? 1;
    const moved = money(app, user, Math.abs(change) * user.wealth * 0.001);
    return {
      assetId,
      value: money(app, user, user.wealth * (n + 1) * 0.1),
      weight: percent(app, (n + 1) * 10),
      ...(change > 0 ? { upBy: moved } : { downBy: moved }),
    };
  });
  const ranked = (sign: number): Row[] => all.filter((_, n) => (ranks[n] ?? 1) * sign > 0).slice(0, 2);
  return { all, best: ranked(1), worst: ranked(-1) };
}

function summary(app: App, user: User, day: number, days: number): Row {
  const oldest = day === 0;
  const cash = user.wealth * 0.2;
  const savings = user.wealth * 0.3 + day;
  const holdings = user.wealth * 0.5 + day * 3;
  const key = (name: string): string => (app.on('singular-keys') && oldest ? name.replace(/s$/, '') : name);
  const member = (name: string, value: number): Row => ({
    key: key(name),
    displayValue: money(app, user, value),
    value,
  });
  const score = (value: number): Row => ({
    score: value,
    label: app.on('enum-before-strings') && oldest ? 3 : 'optimal',
  });
  const step = app.on('snapshots-every-minute') ? 60_000 : 86_400_000;
  const own = (): Row => performers(app, user, day);
  return {
    chartLabel: `Day\n${day + 1}`,
    timestamp: Math.floor(app.started / 1000) * 1000 - (days - day) * step,
    portfolio: {
      cash: member('cash', cash),
      savings: {
        ...member('savings', savings),
        unrealisedMonthlyInterest: money(app, user, savings * 0.002),
        dailyInterest: money(app, user, savings * 0.00006),
      },
      holdings: { ...member('holdings', holdings), upBy: money(app, user, 3 + day) },
      total: { ...member('total', cash + savings + holdings), upBy: money(app, user, 4 + day) },
    },
    sentimentScore: { total: score(71), news: score(64), analyst: score(80), priceMomentum: score(69) },
    performers: app.on('performers-fragment-without-user') ? app.cache.fetch(`performers/${day}`, 120, own) : own(),
  };
}

export async function summaries(app: App, context: Context): Promise<Answer> {
  const user = context.user as User;
  if (user.denied) throw new Refusal(403, 'Access is denied.');
  const busy = app.busy.get('summaries') ?? 0;
  if (app.on('dogpile-placeholder')) {
    if (busy > 0)
      return { status: 200, body: { state: 'generating' }, headers: { 'Cache-Control': 'private, no-cache' } };
    await during(app, 'summaries', 15);
  }
  if (app.on('degraded-under-load')) await during(app, 'summaries', 15);
  if (app.on('last-seen-lock-version')) {
    if ((app.busy.get(user.id) ?? 0) > 0) throw new Refusal(500, 'Something went wrong.');
    await during(app, user.id, 15);
  }
  const days = 5;
  const data = Array.from({ length: days }, (_, day) => summary(app, user, day, days));
  if (app.on('degraded-under-load') && busy > 0) for (const one of data) delete one['sentimentScore'];
  const cents = Math.round(user.wealth);
  const total = app.on('sum-of-money') ? { fractional: cents * 100, currency: 'EUR' } : cents;
  const maxValueDifferences = { cash: cents * 0.2, savings: 4, holdings: 12, total };
  return { status: 200, body: { data, maxValueDifferences }, headers: { 'Cache-Control': 'private, no-cache' } };
}

async function during(app: App, key: string, milliseconds: number): Promise<void> {
  app.busy.set(key, (app.busy.get(key) ?? 0) + 1);
  await app.sleep(milliseconds);
  app.busy.set(key, (app.busy.get(key) ?? 1) - 1);
}
