import type { App, Json } from './app.ts';
import type { AppEvent } from './events.ts';
import { settingTexts, topic } from './texts.ts';

const GROUPS = {
  app: [
    [0, ['app_transactional']],
    [1, ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review']],
    [2, ['app_promotional']],
  ],
  email: [
    [0, ['email_transactional']],
    [3, ['email_servicebites']],
    [2, ['email_promotional']],
  ],
} as const;

export function eventsOf<T extends AppEvent['type']>(log: readonly AppEvent[], type: T) {
  return log.filter((event): event is Extract<AppEvent, { type: T }> => event.type === type);
}

/** A number that tells the users apart, so that everything they own differs. */
function wealth(app: App, user: string): number {
  return eventsOf(app.log, 'user-registered').findIndex((event) => event.user === user) * 1317.25 + 2400;
}

export function guideSummary(event: { number: number; id: string }, language: string): Json {
  return {
    key: `guide-${event.number}`,
    contentType: 'learning-guide',
    id: event.id,
    ...topic(event.number, language),
    backgroundColor: '#ffd7aa',
    guideIconURL: `https://img.example/icon-${event.number}.svg`,
    mobileCoverImageURL: `https://img.example/mobile-${event.number}.png`,
    webCoverImageURL: event.number % 3 === 0 ? null : `https://img.example/web-${event.number}.png`,
    slug: `guide-${event.number}`,
    chapterCount: 2 + (event.number % 5),
  };
}

export function listing(app: App, language: string): Json {
  return { data: eventsOf(app.log, 'guide-published').map((event) => guideSummary(event, language)) };
}

export function fullGuide(app: App, id: string, language: string): Json | undefined {
  const event = eventsOf(app.log, 'guide-published').find((published) => published.id === id);
  if (!event) return undefined;
  const chapters = [1, 2].map((chapter) => ({ chapter, text: `${topic(event.number, language).title} ${chapter}` }));
  return { ...guideSummary(event, language), chapters };
}

export function cash(app: App, user: string): Json {
  const amount = wealth(app, user);
  return { balances: [{ currency: 'EUR', amount, limit: amount * 4 }], owner: `account-${Math.round(amount)}` };
}

export function portfolios(app: App, user: string): Json {
  const value = wealth(app, user) * 3;
  return {
    portfolios: [{ name: `P${Math.round(value)}`, value, positions: [{ assetId: 'ETF1', units: value / 50 }] }],
  };
}

export function insights(_app: App, language: string): Json {
  return { insights: [0, 1, 2].map((number) => ({ number, ...topic(number, language) })) };
}

function snapshot(app: App, user: string, language: string, at: number, step: number): Json {
  const rich = wealth(app, user) + step * 13.5;
  const money = (value: number) => app.money(value, language);
  const member = (key: string, value: number) => ({ key, displayValue: money(value), value });
  const score = (value: number) => ({ score: value, label: 'optimal' });
  const performer = (assetId: string, share: number, move: number) => ({
    assetId,
    value: money(rich * share),
    weight: app.percent(share, language),
    ...(move > 0 ? { upBy: money(move) } : { downBy: money(-move) }),
  });
  const gains = [performer('ETF1', 0.4, 12.5), performer('ETF2', 0.3, 4.25)];
  const losses = [performer('FUND7', 0.2, -3.5), performer('BOND3', 0.1, -1.75)];
  return {
    chartLabel: `${new Date(at).toISOString().slice(8, 10)}\n${new Date(at).toISOString().slice(5, 7)}`,
    timestamp: at,
    portfolio: {
      cash: member('cash', rich),
      savings: { ...member('savings', rich / 2), unrealisedMonthlyInterest: money(4.2), dailyInterest: money(0.14) },
      holdings: { ...member('holdings', rich * 2), upBy: money(11.5) },
      total: { ...member('total', rich * 3.5), upBy: money(11.64) },
    },
    sentimentScore: { total: score(71), news: score(66), analyst: score(80), priceMomentum: score(67) },
    performers: { all: [...gains, ...losses], best: gains, worst: losses },
  };
}

export function summaries(app: App, user: string, language: string): Json {
  const taken = eventsOf(app.log, 'snapshot-taken').filter((event) => event.user === user);
  const data = taken.map(({ at, step }) => snapshot(app, user, language, at, step));
  return { data, maxValueDifferences: { cash: 54, savings: 27, holdings: 1108, total: 1189 } };
}

export function notifications(app: App, user: string, language: string): Json {
  const texts = settingTexts(language);
  const rich = wealth(app, user) > 3000;
  const channel = (groups: (typeof GROUPS)['app' | 'email']) =>
    groups.map(([title, ids]) => ({
      category: texts.groups[title],
      notifications: ids.map((id, place) => ({
        id,
        name: `${texts.on} ${place + 1}`,
        description: `${texts.about} (${place + 1})`,
        active: rich || place % 2 === 0,
      })),
    }));
  return { app: channel(GROUPS.app), email: channel(GROUPS.email) };
}
