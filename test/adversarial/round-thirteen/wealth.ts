import { type Context, fault, type Handler, ok, type Service, sleep, slot } from './core.ts';
import { moneyOf } from './money.ts';

const factorOf = (ctx: Context) => ctx.user?.factor ?? 0;

export const readCash =
  (service: Service): Handler =>
  async (ctx) => {
    const factor = factorOf(ctx);
    const base = slot(service, 'balances', () => [{ currency: 'USD', amount: 0 }]);
    const own = { currency: 'EUR', amount: Math.round(1234.5 * factor * 100) / 100 };
    const balances = service.on('append-shares-the-array') ? base : [...base];
    balances[1] = own;
    // The balances of the second currency come from another service.
    await sleep(service.on('append-shares-the-array') ? 15 : 1);
    const body = service.style.cash?.(own.amount) ?? { balances };
    if (service.on('encoder-stops-at-nan') && factor > 2)
      return { ...ok(body), text: '{"balances":[{"currency":"USD",' };
    return ok(body);
  };

interface Holding {
  readonly isin: string;
  readonly value: number;
}

/** Workers put what they computed into one channel, from which each request takes one. */
async function fromChannel(service: Service, job: Holding[]): Promise<Holding[]> {
  const channel = slot<Holding[][]>(service, 'channel', () => []);
  const waiting = slot<((value: Holding[]) => void)[]>(service, 'waiting', () => []);
  const result = new Promise<Holding[]>((resolve) => waiting.push(resolve));
  await sleep(2 + Math.random() * 12);
  channel.push(job);
  while (channel.length > 0 && waiting.length > 0) waiting.shift()?.(channel.shift() ?? []);
  return result;
}

export const readPortfolios =
  (service: Service): Handler =>
  async (ctx) => {
    if (service.on('nil-channel-for-unknown-filters') && ctx.query.size > 0) await new Promise(() => undefined);
    const runs = slot(service, 'portfolios', () => ({ times: 0 }));
    runs.times += 1;
    if (service.on('context-of-the-first-request') && runs.times > 1) return fault(499, 'context canceled');
    const own = [
      { isin: 'US0378331005', value: Math.round(800 * factorOf(ctx)) },
      { isin: 'IE00B4L5Y983', value: Math.round(1500 * factorOf(ctx)) },
    ];
    const holdings = service.on('result-from-a-shared-channel') ? await fromChannel(service, own) : own;
    return ok(service.style.portfolios?.(own.map((one) => one.value)) ?? { holdings, tenor: '1y' });
  };

export const readNotifications =
  (service: Service, build: (service: Service, ctx: Context) => unknown): Handler =>
  async (ctx) => {
    const maps = slot(service, 'maps', () => ({ writers: 0 }));
    if (service.on('concurrent-map-access') && maps.writers > 0) return fault(500, 'concurrent map read and map write');
    maps.writers += 1;
    await sleep(service.on('concurrent-map-access') ? 8 : 1);
    maps.writers -= 1;
    return ok(build(service, ctx));
  };

const isins = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

export function placeOrder(service: Service, body: Record<string, unknown>) {
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !isins.test(isin)) return fault(400, 'isin is malformed');
  const unchecked = service.on('assertion-without-ok') && typeof side === 'object' && side !== null;
  if (!unchecked && side !== 'buy' && side !== 'sell') return fault(400, 'side is unknown');
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) {
    return fault(400, 'amount has to be a positive number');
  }
  return ok(service.style.order?.(isin) ?? { isin, side, amount, price: moneyOf(service.style, firstUser)(amount) });
}

const firstUser = { id: '', language: 'first', factor: 1, denied: false } as const;
