import type { Clock } from '../clock.ts';
import type { On } from '../toggles.ts';
import { formatMoney, formatPercent, round } from './money.ts';
import type { Position, User } from './users.ts';

const day = 86_400_000;

/** Historical snapshots of a user's portfolio, newest last. */
export class DailySummaries {
  private readonly on: On;
  private readonly launched: number;

  constructor(on: On, clock: Clock) {
    this.on = on;
    this.launched = clock.now() - 3_600_000;
  }

  of(user: User): object {
    const days = [3, 2, 1, 0];
    const snapshots = days.map((age) => this.snapshot(user, age));
    const differ = (pick: (totals: Totals) => number): number => {
      const values = snapshots.map(({ totals }) => pick(totals));
      return round(Math.max(...values) - Math.min(...values));
    };
    return {
      data: snapshots.map(({ summary }) => summary),
      maxValueDifferences: {
        cash: differ((totals) => totals.cash),
        savings: differ((totals) => totals.savings),
        holdings: differ((totals) => totals.holdings),
        total: differ((totals) => totals.total),
      },
    };
  }

  private snapshot(user: User, age: number): { summary: object; totals: Totals } {
    const timestamp = this.launched - age * day;
    const movement = this.on('prices-move') && age === 0 ? 1 + Math.random() / 50 : 1;
    const positions = user.positions.map((position) => ({
      ...position,
      amount: round(position.amount * (1 - age * 0.004) * movement),
    }));
    const holdings = round(positions.reduce((sum, position) => sum + position.amount, 0));
    const gained = round(positions.reduce((sum, position) => sum + position.change, 0) + age);
    const cash = round(user.cash + age * 12.5);
    const savings = round(user.savings * (1 - age * 0.001));
    const totals = { cash, savings, holdings, total: round(cash + savings + holdings) };
    const money = (amount: number) => formatMoney(amount, user);
    const member = (key: keyof Totals) => ({ key, displayValue: money(totals[key]), value: totals[key] });
    const interest = round(savings * 0.0001);
    const summary = {
      chartLabel: this.label(timestamp, user),
      timestamp,
      portfolio: {
        cash: member('cash'),
        savings: {
          ...member('savings'),
          unrealisedMonthlyInterest: money(interest * 30),
          ...(interest === 0 && this.on('zero-interest-omitted') ? {} : { dailyInterest: money(interest) }),
        },
        holdings: { ...member('holdings'), upBy: money(gained) },
        total: { ...member('total'), upBy: money(round(gained + interest)) },
      },
      sentimentScore: {
        total: { score: 71 - age, label: 'optimal' },
        news: { score: 64, label: 'optimal' },
        analyst: { score: 80.5, label: 'optimal' },
        priceMomentum: { score: 58 + age, label: 'optimal' },
      },
      performers: this.performers(positions, holdings, user),
    };
    return { summary, totals };
  }

  private performers(positions: readonly Position[], holdings: number, user: User): object {
    const show = ({ assetId, amount, change }: Position) => ({
      assetId,
      value: formatMoney(amount, user),
      weight: formatPercent(holdings === 0 ? 0 : amount / holdings, user),
      ...this.direction(change, user),
    });
    const ranked = [...positions].sort((a, b) => b.change - a.change);
    const losing = ranked.filter(({ change }) => change < 0).reverse();
    const lowest = this.on('worst-filled-up') ? [...ranked].reverse().slice(0, 4) : losing.slice(0, 3);
    return {
      all: ranked.map(show),
      best: ranked
        .filter(({ change }) => change > 0)
        .slice(0, 3)
        .map(show),
      worst: lowest.map(show),
    };
  }

  private direction(change: number, user: User): object {
    const amount = formatMoney(Math.abs(change), user);
    if (this.on('flat-performer-both')) {
      return { ...(change >= 0 ? { upBy: amount } : {}), ...(change <= 0 ? { downBy: amount } : {}) };
    }
    return change < 0 ? { downBy: amount } : { upBy: amount };
  }

  private label(timestamp: number, user: User): string {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(user.locale, { ...options, timeZone: 'UTC' }).format(timestamp);
    return `${format({ weekday: 'short' })}\n${format({ day: 'numeric', month: 'short' })}`;
  }
}

interface Totals {
  readonly cash: number;
  readonly savings: number;
  readonly holdings: number;
  readonly total: number;
}
