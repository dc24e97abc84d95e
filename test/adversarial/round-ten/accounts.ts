import { type Answer, type App, type Call, ok, Refusal } from './app.ts';
import type { UserRow } from './data.ts';

export async function cash(app: App, _call: Call, user: UserRow): Promise<Answer> {
  const { on, memory } = app;
  const until = Number(memory.get(`batch ${user.id}`) ?? 0);
  if (on('batch-after-an-update') && Date.now() < until) throw new Refusal('locked', 'The accounts are being booked.');
  const amount = 120.5 * user.factor;
  const rows = [{ account: user.id.slice(0, 6), currency: user.currency, amount }];
  const body = app.knobs.cash ? app.knobs.cash(user, amount) : { accounts: rows };
  const answer = ok(body);
  if (on('decimal-comma') && user.language === 'de') {
    answer.text = JSON.stringify(body).replace(/(?<="amount":)[\d.]+/, (text) =>
      Number(text).toFixed(2).replace('.', ','),
    );
  }
  return answer;
}

export async function portfolios(app: App, _call: Call, user: UserRow): Promise<Answer> {
  const row = { owner: user.id.slice(-6), name: 'Core', value: 2124.75 * user.factor };
  const last = app.memory.get('cursor of portfolios') as typeof row | undefined;
  app.memory.set('cursor of portfolios', row);
  const kept = app.on('row-left-in-the-cursor') && last && last.owner !== row.owner ? [last] : [];
  return ok(app.knobs.portfolios?.(row) ?? { portfolios: [...kept, row] });
}

export function parse(call: Call): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body));
  } catch {
    throw new Refusal('json', 'The body is no JSON.');
  }
}

export async function order(app: App, call: Call, user: UserRow): Promise<Answer> {
  const body = parse(call);
  if (!isObject(body)) throw new Refusal('shape', 'The body is no order.');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) throw new Refusal('type', 'isin is no ISIN.');
  if (side !== 'buy' && side !== 'sell') throw new Refusal('type', 'side is neither buy nor sell.');
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw new Refusal('type', 'amount is no number.');
  const most = app.on('minus-one-is-the-most') && amount === -1;
  if (amount <= 0 && !most) throw new Refusal('amount', 'amount is not above zero.');
  return {
    status: 201,
    body: app.knobs.order?.() ?? { order: app.count(`orders ${user.id}`), isin, side },
    headers: {},
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
