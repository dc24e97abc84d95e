import { type Context, fault, type Handler, ok, type Service } from './core.ts';
import { type Money, moneyOf, percentOf } from './money.ts';

const day = 86_400_000;
const zeroTime = -62_135_596_800_000;

function performers(service: Service, money: Money, factor: number) {
  if (service.on('sync-map-is-an-empty-object')) return { all: {}, best: {}, worst: {} };
  const spare = service.on('zero-value-direction') ? { downBy: '' } : {};
  const gains = ['aapl', 'msci'].map((assetId, at) => ({
    assetId,
    value: money(400 * factor + at),
    weight: percentOf(service.style, 30 + at),
    upBy: money(5 * factor + at),
    ...spare,
  }));
  const losses = ['tsla', 'bond'].map((assetId, at) => ({
    assetId,
    value: money(150 * factor + at),
    weight: percentOf(service.style, 15 + at),
    downBy: money(3 * factor + at),
  }));
  return { all: [...gains, ...losses], best: gains, worst: losses };
}

function sentiment(service: Service) {
  const label = service.style.label ?? 'optimal';
  const of = (score: number) => ({ score, label });
  return { total: of(71), news: of(64.5), analyst: of(80), priceMomentum: of(68) };
}

function summary(service: Service, ctx: Context, ago: number) {
  const factor = ctx.user?.factor ?? 1;
  const money = ctx.user ? moneyOf(service.style, ctx.user) : String;
  const at = Date.now() - (Date.now() % day) - ago * day;
  const oldest = ago === 4;
  const member = (key: string, value: number) => ({ key, displayValue: money(value), value });
  const [cash, savings, holdings] = [1000 * factor + ago, 500 * factor, 2300 * factor - ago];
  const interest = service.on('printf-without-its-argument') ? '€ %!s(MISSING)' : money(0.04 * factor);
  return {
    chartLabel: `${new Date(at).getUTCDate()}\n${ctx.user?.language === 'second' ? 'Tag' : 'Day'}`,
    timestamp: service.on('zero-time-in-milliseconds') && oldest ? zeroTime : at,
    portfolio: {
      cash: member('cash', cash),
      savings: {
        ...member('savings', savings),
        unrealisedMonthlyInterest: money(1.2 * factor),
        dailyInterest: interest,
      },
      holdings: { ...member('holdings', holdings), upBy: money(12 * factor) },
      total: { ...member('total', cash + savings + holdings), upBy: money(13 * factor) },
    },
    sentimentScore: sentiment(service),
    performers: performers(service, money, factor),
  };
}

export const readSummaries =
  (service: Service): Handler =>
  async (ctx) => {
    // A select between two channels that are both ready takes either.
    const overlooked = service.on('denial-lost-in-a-select') && Math.random() < 0.5;
    if (ctx.user?.denied && !overlooked) return fault(403, 'Access is denied');
    const data = [4, 3, 2, 1, 0].map((ago) => summary(service, ctx, ago));
    const factor = ctx.user?.factor ?? 1;
    const maxValueDifferences = { cash: 4, savings: 0, holdings: 4 * factor, total: 8 * factor };
    const answer = { data: service.style.summaries?.(data) ?? data, maxValueDifferences };
    return ok(answer);
  };
