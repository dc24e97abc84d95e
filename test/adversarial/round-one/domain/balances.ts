import type { On } from '../toggles.ts';
import { formatMoney, round } from './money.ts';
import type { User } from './users.ts';

/** What a user owns: cash, and holdings by tenor. */
export class Balances {
  private readonly on: On;

  constructor(on: On) {
    this.on = on;
  }

  cash(user: User): object {
    const total = this.move(user.cash);
    return { balances: [{ currency: user.currency, value: total, displayValue: formatMoney(total, user) }] };
  }

  portfolio(user: User): object {
    const holdings = user.positions.map(({ assetId, amount, change }) => ({
      assetId,
      value: this.move(amount),
      displayValue: formatMoney(amount, user),
      returns: { '1D': change, '1M': round(change * 4.2), '1Y': round(change * 11) },
    }));
    return { userCurrency: user.currency, holdings };
  }

  insights(user: User): object {
    const asset = user.positions[0]?.assetId ?? 'ISIN-IE00B4L5Y983';
    return { data: [{ assetId: asset, rating: 'hold', price: this.move(104.2), language: user.language }] };
  }

  private move(amount: number): number {
    return this.on('prices-move') ? round(amount * (0.98 + Math.random() / 25)) : amount;
  }
}
