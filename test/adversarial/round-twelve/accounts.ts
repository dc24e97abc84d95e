import { type Answer, type App, type Context, Refusal } from './app.ts';
import type { User } from './records.ts';

const own = { 'Cache-Control': 'private, no-cache' };

export function cash(app: App, context: Context): Answer {
  const user = context.user as User;
  if (app.on('rates-are-refreshed') && (Date.now() - app.started) % 700 < 200)
    throw new Refusal(409, 'Exchange rates are being refreshed.');
  const headers = app.on('private-for-cookies-only')
    ? { 'Cache-Control': 'private="set-cookie", max-age=0, must-revalidate' }
    : own;
  const currency = user.locale === 'el' ? 'EUR' : 'GBP';
  return { status: 200, body: { balances: [{ currency, amount: user.wealth * 0.2 }] }, headers };
}

export function portfolios(app: App, context: Context): Answer {
  const load = (): Record<string, unknown> => {
    const user = context.user as User;
    return { owner: user.id, holdings: [{ isin: 'IE00B4L5Y983', value: user.wealth * 0.5 }], asOf: '2026-11-20' };
  };
  let body = load();
  if (app.on('query-cache-without-binds')) {
    body = (app.statements.get(context.socket) as typeof body | undefined) ?? body;
    app.statements.set(context.socket, body);
  }
  if (app.on('string-and-symbol-keys')) {
    const key = `portfolios/${context.user?.id}`;
    if (app.cache.read(key))
      return { status: 200, raw: JSON.stringify(body).replace(/}$/, ',"asOf":"2026-11-21"}'), headers: own };
    app.cache.write(key, true, 3000);
  }
  if (app.on('portfolios-are-csv-text'))
    return { status: 200, body: `isin;value\nIE00B4L5Y983;${context.user?.wealth}`, headers: own };
  return { status: 200, body, headers: own };
}

export function insights(app: App, context: Context): Answer {
  const text = context.user?.locale === 'el' ? 'Ήσυχη εβδομάδα' : 'A quiet week';
  return { status: app.on('insights-226') ? 226 : 200, body: { data: [{ text }] }, headers: own };
}

const groups: readonly (readonly ['app' | 'email', string, string, readonly string[]])[] = [
  ['app', 'Activity', 'Δραστηριότητα', ['transactional']],
  [
    'app',
    'Market insights',
    'Αγορές',
    ['learning_guide', 'analyst_insight', 'quick_take', 'daily_recap', 'weekly_review'],
  ],
  ['app', 'Offers', 'Προσφορές', ['promotional']],
  ['email', 'Activity', 'Δραστηριότητα', ['transactional']],
  ['email', 'Newsletters', 'Ενημερωτικά', ['servicebites']],
  ['email', 'Offers', 'Προσφορές', ['promotional']],
];

export function notifications(app: App, context: Context): Answer {
  const user = context.user as User;
  const greek = user.locale === 'el';
  const channel = (name: string): unknown[] =>
    groups
      .filter(([one]) => one === name)
      .map(([, english, local, ids]) => {
        const renamed = app.on('category-renamed-once') && app.requests > 60 && english === 'Offers';
        const list: unknown[] = ids.map((id, index) => ({
          id: `${name}_${id}`,
          name: app.on('notification-names-equal') ? 'Notice' : greek ? `Μήνυμα ${local}` : id.replaceAll('_', ' '),
          description: greek ? `Για: ${local}` : `About ${english}`,
          active: (index + (greek ? 1 : 0)) % 2 === 0,
        }));
        if (app.on('groups-padded-with-null') && list.length > 1) while (list.length % 3) list.push(null);
        const category = app.on('categories-without-name') ? '' : renamed ? 'Deals' : greek ? local : english;
        return { category, notifications: list };
      });
  return { status: 200, body: { app: channel('app'), email: channel('email') }, headers: own };
}
