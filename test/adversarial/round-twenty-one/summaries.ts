import type { User } from './catalogue.ts';
import { refuse } from './errors.ts';
import type { Handler } from './http-types.ts';
import { money, percent } from './money.ts';
import type { World } from './world.ts';

const day = 86_400_000;
const moves: readonly (readonly [string, number, number])[] = [
  ['IE00B4L5Y983', 0.34, 212.4],
  ['US0378331005', 0.27, -84.1],
  ['DE0007164600', 0.21, 37.9],
  ['FR0000121014', 0.18, -12.6],
];

interface Performer {
  readonly assetId: string;
  readonly value: string;
  readonly weight: string;
  readonly upBy?: string;
  readonly downBy?: string;
}

function performer(world: World, user: User, [assetId, share, move]: (typeof moves)[number]): Performer {
  const change = money(world, user, Math.abs(move) * user.scale);
  return {
    assetId,
    value: money(world, user, 11_000 * share * user.scale),
    weight: percent(world, user, share),
    ...(move > 0 ? { upBy: change } : { downBy: change }),
  };
}

const bitsOf = (value: number): bigint => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};

function performers(world: World, user: User): unknown {
  const make = (list: readonly (typeof moves)[number][]) => list.map((move) => performer(world, user, move));
  const byBits = [...moves].sort((a, b) => (bitsOf(b[2]) > bitsOf(a[2]) ? 1 : -1)).slice(0, 2);
  const best = world.is('doubles-compared-by-their-bits') ? byBits : moves.filter((move) => move[2] > 0);
  const zero: Performer = { assetId: '', value: '', weight: '' };
  const all = make(moves);
  return {
    all: world.is('slice-made-with-a-length') ? [zero, ...all] : all,
    best: make(best),
    worst: make(moves.filter((move) => move[2] < 0)),
  };
}

/** All names lie in one constant, and each is a slice of it. */
const names = 'cashsavingsholdingstotal';

function portfolio(world: World, user: User, age: number): unknown {
  const scale = user.scale * (1 - age / 100);
  const shown = (value: number) => ({ displayValue: money(world, user, value), value: Math.round(value * 100) / 100 });
  const totalAt = world.is('keys-cut-from-one-constant') ? 18 : 19;
  const interestName = world.is('broken-struct-tag') ? 'UnrealisedMonthlyInterest' : 'unrealisedMonthlyInterest';
  return {
    cash: { key: names.slice(0, 4), ...shown(1_250.5 * scale) },
    savings: {
      key: names.slice(4, 11),
      ...shown(3_400 * scale),
      [interestName]: money(world, user, 9.35 * scale),
      dailyInterest: money(world, user, 0.31 * scale),
    },
    holdings: { key: names.slice(11, 19), ...shown(11_000 * scale), upBy: money(world, user, 153.6 * scale) },
    total: { key: names.slice(totalAt), ...shown(15_650.5 * scale), upBy: money(world, user, 163.2 * scale) },
  };
}

function sentiment(world: World, age: number): unknown {
  const label = world.is('labels-are-bit-patterns') ? '01101001' : 'optimal';
  const score = (value: number) => ({ score: value - age, label });
  return { total: score(71), news: score(64), analyst: score(80.5), priceMomentum: score(69) };
}

function timestamp(world: World, age: number): number {
  const moment = Math.floor(Date.now() / day) * day - age * day;
  if (world.is('timestamp-in-32-bits')) return moment % 2 ** 32;
  return world.is('timestamps-are-multiples-of-two-to-the-22nd') ? Math.floor(moment / 2 ** 22) * 2 ** 22 : moment;
}

export const readSummaries: Handler = async (context) => {
  const { world } = context;
  const user = context.user as User;
  if (user.denied) return refuse(world, { status: 403, kind: 'other', message: 'Access denied' });
  const data = [4, 3, 2, 1, 0].map((age) => ({
    chartLabel: `Day\n${5 - age}`,
    timestamp: timestamp(world, age),
    portfolio: portfolio(world, user, age),
    sentimentScore: sentiment(world, age),
    performers: performers(world, user),
  }));
  const greatest = (value: number) => Math.round(value * user.scale * 100) / 100;
  const holdings = world.is('atomic-marshals-to-nothing') ? {} : greatest(440);
  return {
    status: 200,
    body: {
      data,
      maxValueDifferences: { cash: greatest(50.1), savings: greatest(136), holdings, total: greatest(626.02) },
    },
    headers: { 'Cache-Control': 'private, no-store' },
  };
};
