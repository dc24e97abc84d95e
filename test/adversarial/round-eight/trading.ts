import { count, isRecord, type On } from './answer.ts';
import { seedUsers, type User } from './seed.ts';
import { summarise } from './snapshots.ts';
import type { Call, Result, Service } from './upstream.ts';

const issues = {
  isin: 'isin: has to be a text of two capital letters, nine letters or digits and a check digit, as in ISO 6166',
  side: 'side: has to be one of the sides that the exchange knows, which are buy and sell, in small letters',
  amount: 'amount: has to be a number above zero, in the currency of the account, without thousands separators',
};

const sumDigits = (n: number) => (n > 9 ? n - 9 : n);

function checksIsin(isin: string, firstLetter: number): boolean {
  const digits = [...isin].map((c) => (/\d/.test(c) ? c : String(c.charCodeAt(0) - 65 + firstLetter))).join('');
  const sum = [...digits].reverse().reduce((total, d, n) => total + sumDigits(Number(d) * (n % 2 === 0 ? 1 : 2)), 0);
  return sum % 10 === 0;
}

/** Opens the service that keeps money, holdings and orders. */
export function openTrading(on: On, memory: Map<string, unknown>): Service {
  const users = seedUsers(on);
  const rows = [users[1], users[0], users[2]];
  const started = Date.now();
  const batch: { user: string; resolve: (result: Result) => void }[] = [];

  const showHoldings = ({ id, factor }: User): Result => {
    const holdings = [
      { isin: 'HU0000061726', pieces: 12 * factor, price: 51_230.5 },
      { isin: 'US0378331005', pieces: 3 * factor, price: 84_120 },
    ];
    if (!on('portfolios-in-columns')) return { status: 200, body: { data: [{ owner: id.slice(-6), holdings }] } };
    return { status: 200, body: [['isin', 'pieces', 'price'], ...holdings.map((h) => Object.values(h))] };
  };

  function flushBatch(): void {
    const waiting = batch.splice(0);
    const asked = [...new Set(waiting.map((w) => w.user))];
    const found = rows.filter((row) => asked.includes(row.id));
    for (const { user, resolve } of waiting) {
      const row = found[asked.indexOf(user)];
      if (row) resolve(showHoldings(row));
    }
  }

  function loadPortfolios(user: User): Result | Promise<Result> {
    if (!on('batch-answers-in-row-order')) return showHoldings(user);
    return new Promise((resolve) => {
      batch.push({ user: user.id, resolve });
      if (batch.length === 1) setTimeout(flushBatch, 12);
    });
  }

  function showCash(owners: readonly User[]): Result {
    const paid = on('deposit-arrives-once') && count(memory, 'cash') > 25 ? 5000 : 0;
    const data = owners.map(({ id, language, factor }) => ({
      account: id.slice(-6),
      currency: language === 'hu' ? 'HUF' : 'EGP',
      balance: 152_000 * factor + paid,
      share: 1,
    }));
    return {
      status: 200,
      body: on('cash-as-linked-data') ? { '@context': 'https://schema.org', '@graph': data } : { data },
    };
  }

  function placeOrder(body: unknown): Result {
    const order = isRecord(body) ? body : {};
    const { isin, side, amount } = order;
    const wrong: string[] = [];
    if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) wrong.push(issues.isin);
    else if (on('isin-letters-from-one') && !checksIsin(isin, 1)) wrong.push(issues.isin);
    if (side !== 'buy' && side !== 'sell') wrong.push(issues.side);
    const sells = on('negative-amount-sells') && typeof amount === 'number' && amount < 0;
    if (typeof amount !== 'number' || !(Number.isFinite(amount) && (amount > 0 || sells))) wrong.push(issues.amount);
    if (wrong.length > 0)
      return { status: 400, body: { message: 'The order is not valid.', reason: wrong.join('; ') } };
    return { status: 201, body: { number: count(memory, 'orders'), isin, side: sells ? 'sell' : side, amount } };
  }

  function showSummaries(user: User, { query, etag }: Call): Result {
    const tag = `"${user.id}"`;
    if (etag === tag) return { status: 304, etag: tag };
    const body = summarise(user, started, on);
    const number = [...query.values()].find((v) => /^\d+$/.test(v));
    const limit = on('first-number-in-query-is-limit') && number !== undefined ? Number(number) : body.data.length;
    return { status: 200, etag: tag, body: { ...body, data: body.data.slice(0, limit) } };
  }

  return (call) => {
    if (call.path === '/orders') return placeOrder(call.body);
    const user = users.find((u) => u.id === call.user);
    if (call.path === '/cash') return showCash(user ? [user] : users);
    if (!user) return { status: 404, body: { message: 'Unknown account.', reason: 'The user was not found.' } };
    return call.path === '/summaries' ? showSummaries(user, call) : loadPortfolios(user);
  };
}
