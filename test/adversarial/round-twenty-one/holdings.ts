import type { User } from './catalogue.ts';
import { refuse } from './errors.ts';
import type { Handler } from './http-types.ts';
import { pause, type World } from './world.ts';

/** The saturating counter of two bits guesses that the user of the last request asks again. */
function predict(world: World, user: User): User {
  const last = world.lastCashUser;
  const guess = last && world.predictor >= 2 ? last : user;
  world.predictor = last?.id === user.id ? Math.min(3, world.predictor + 1) : Math.max(0, world.predictor - 1);
  world.lastCashUser = user;
  return guess;
}

function cashBody(world: World, user: User): unknown {
  const amount = Math.round(125_050 * user.scale) / 100;
  if (world.is('cash-as-a-tagged-union')) return [{ Held: { EUR: amount, of: user.name } }, 'Nothing', { Owed: null }];
  if (world.is('cash-as-words-of-32-bits'))
    return { words: [Math.round(amount * 100), 0, 2 ** 32 - 1], name: user.name };
  return { holder: user.name, balances: [{ currency: 'EUR', amount }] };
}

export const readCash: Handler = async (context) => {
  const { world } = context;
  if (world.is('retired-epoch-is-gone') && world.tick('cash') % 10 === 0) {
    return refuse(world, { status: 410, kind: 'other', message: 'The epoch was retired' });
  }
  const asked = context.user as User;
  const user = world.is('saturating-counter-predicts-the-user') ? predict(world, asked) : asked;
  const body = cashBody(world, user);
  return { status: 200, body, headers: { 'Cache-Control': 'private, no-store' } };
};

function portfolioBody(world: World, user: User): unknown {
  const rows = ['IE00B4L5Y983', 'US0378331005'].map((isin, index) => ({
    isin,
    weight: index ? 0.25 : 0.75,
    value: Math.round(1_100_000 * user.scale) / 100 + index,
  }));
  if (world.is('portfolios-as-handles')) {
    return { slots: rows.map((row, index) => ({ index, generation: 4_294_967_295, row })), of: user.name, free: [] };
  }
  return { owner: user.name, currency: 'EUR', positions: rows };
}

function portfolioText(world: World, body: unknown): string {
  const text = JSON.stringify(body);
  if (world.is('flattened-struct-repeats-a-member')) return text.replace('"positions"', '"currency":"EUR","positions"');
  return text;
}

export const readPortfolios: Handler = async (context) => {
  const { world } = context;
  let user = context.user as User;
  if (world.is('pool-object-released-twice')) {
    const row = world.rowPool.pop() ?? { user: undefined };
    row.user = user;
    await pause(5);
    user = row.user;
    if (world.rowPool.length < 8) world.rowPool.push(row, row);
  }
  const cacheControl = world.is('directive-table-off-by-one')
    ? 'public'
    : world.is('private-data-kept-for-a-year')
      ? 'private, max-age=31536000'
      : 'private';
  const headers = { 'Cache-Control': cacheControl, 'Content-Type': 'application/json' };
  return { status: 200, text: portfolioText(world, portfolioBody(world, user)), headers };
};

const trie = (words: readonly string[]): unknown => {
  const root: Record<string, unknown> = {};
  for (const word of words) {
    let node = root;
    for (const letter of word) {
      node[letter] ??= {};
      node = node[letter] as Record<string, unknown>;
    }
  }
  return root;
};

export const readInsights: Handler = async (context) => {
  const { world } = context;
  const english = context.user?.language !== 'de';
  const headline = english ? 'Rates fell to 2.1\u00a0% in June' : 'Zinsen fielen im Juni auf 2,1\u00a0%';
  const body = world.is('insights-as-a-trie')
    ? trie(['rates', 'rally', 'bonds'])
    : { insights: [{ id: 'ins-1', headline, score: 0.7 }] };
  const written = JSON.stringify(body);
  const text = world.is('debug-format-for-strings') ? written.replaceAll('\u00a0', '\\u{a0}') : written;
  return { status: 200, text, headers: { 'Content-Type': 'application/json' } };
};
