import type { User, World } from './model.ts';
import { Refusal } from './model.ts';
import type { Bag } from './types.ts';

const zeros: Readonly<Record<string, number>> = {
  'pahawh-hmong-digits': 0x16b50,
  'modi-digits': 0x11650,
  'mro-digits': 0x16a60,
  'tai-laing-digits': 0xa9f0,
  'warang-citi-digits': 0x118e0,
  'sans-serif-digits': 0x1d7e2,
  'bhaiksuki-digits': 0x11c50,
};

const day = 86_400_000;
const gregorian = 62_167_219_200_000;
const names = ['cash', 'savings', 'holdings', 'total'] as const;

function digits(world: World, text: string): string {
  const script = Object.keys(zeros).find(world.on);
  const zero = script === undefined ? undefined : zeros[script];
  return zero === undefined ? text : text.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

function money(world: World, user: User, value: number): string {
  if (world.on('amounts-are-inspected-money')) return `#Money<:EUR, ${value.toFixed(2)}>`;
  const format = new Intl.NumberFormat(user.language, { style: 'currency', currency: 'EUR' });
  return digits(world, format.format(value));
}

const weight = (world: World, value: number): string =>
  digits(world, `${value.toFixed(1)}${world.on('weights-with-a-doubled-sign') ? '%%' : ' %'}`);

interface Move {
  readonly asset: string;
  readonly change: number;
  readonly value: number;
  readonly weight: number;
}

function performer(world: World, user: User, move: Move): Bag {
  const ranks = world.on('performers-move-in-ranks');
  const text = ranks ? `${Math.ceil(Math.abs(move.change))} places` : money(world, user, Math.abs(move.change));
  return {
    assetId: world.on('assets-are-inspected-references') ? `#Reference<0.${move.asset}.7>` : move.asset,
    ...(move.change < 0 ? { downBy: text } : {}),
    ...(move.change > 0 ? { upBy: text } : {}),
    value: money(world, user, move.value),
    weight: weight(world, move.weight),
  };
}

function performers(world: World, user: User, index: number): Bag {
  const fall = index === 0 ? 0.75 : -12.5;
  const moves: Move[] = [
    { asset: 'US0378331005', change: 3.25 + index, value: 120, weight: 30.5 },
    { asset: 'DE0007164600', change: fall * user.factor, value: 240, weight: 44.25 },
    { asset: 'IE00B4L5Y983', change: 0.5, value: 80, weight: 0.5 },
    { asset: 'FR0000120271', change: 1.75, value: 95, weight: 24.75 },
  ];
  const show = (list: readonly Move[]): Bag[] => list.map((move) => performer(world, user, move));
  const down = moves.filter((move) => move.change < 0);
  const up = moves.filter((move) => move.change > 0).sort((a, b) => b.change - a.change);
  const structs = [...moves].sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const best = world.on('decimals-are-sorted-as-structs') ? structs : up;
  const nothing = world.on('empty-proplist-is-an-object') && down.length === 0;
  return { all: show(moves), best: show(best.slice(0, 2)), worst: nothing ? {} : show(down) };
}

function label(world: World, index: number): string {
  const moods = ['optimal', 'neutral', 'weak'];
  const mood = moods[index % 3] ?? 'optimal';
  return world.on('labels-are-module-names') ? `Elixir.Atlas.Mood.${mood}` : mood;
}

function snapshot(world: World, user: User, index: number): Bag {
  const { on } = world;
  const at = world.started - (5 - index) * day;
  const cash = 100.5 * user.factor + index;
  const savings = 250.25 * user.factor + index * 2;
  const holdings = 900.75 * user.factor + index * 12.5;
  const values = { cash, savings, holdings, total: cash + savings + holdings };
  const sorted = on('zipped-with-a-map-that-is-sorted') && user === world.second;
  const keys = sorted ? [...names].sort() : names;
  const member = (name: (typeof names)[number], more: Bag = {}): Bag => ({
    displayValue: money(world, user, values[name]),
    key: keys[names.indexOf(name)],
    value: values[name],
    ...more,
  });
  const score = (offset: number): Bag => ({ label: label(world, index + offset), score: 50.5 + index + offset });
  const iso = new Date(at).toISOString().slice(0, 10);
  return {
    chartLabel: on('chart-labels-are-sigils') ? `~D[${iso}]` : iso.replace('-', '\n'),
    performers: performers(world, user, index),
    portfolio: {
      cash: member('cash'),
      holdings: member('holdings', { upBy: money(world, user, 12.5) }),
      savings: member('savings', {
        dailyInterest: money(world, user, 0.02),
        unrealisedMonthlyInterest: money(world, user, 0.6),
      }),
      total: member('total', { upBy: money(world, user, 15.5) }),
    },
    sentimentScore: { analyst: score(0), news: score(1), priceMomentum: score(2), total: score(0) },
    timestamp: on('days-of-the-gregorian-calendar') && index === 0 ? at + gregorian : at,
    ...(on('days-of-two-code-versions') && index % 2 === 1 ? { vsn: { module: 'Atlas.Day', version: [2, 1] } } : {}),
  };
}

export function summaries(world: World, user: User): Bag {
  const nil = world.on('nil-is-greater-than-every-number');
  return {
    data: [0, 1, 2, 3, 4].map((index) => snapshot(world, user, index)),
    maxValueDifferences: { cash: 4, holdings: 50, savings: nil ? null : 8, total: 62 },
  };
}

export function cash(world: World, user: User): unknown {
  const { on } = world;
  const reading = world.count('cash');
  if (on('state-machine-is-synchronising') && reading % 5 === 0) {
    throw new Refusal(425, 'other', 'The account is busy.');
  }
  if (on('cash-is-an-empty-object')) return {};
  const balance = 100.5 * user.factor;
  if (on('cash-is-a-proplist'))
    return [
      ['EUR', balance],
      ['USD', 12.25 * user.factor],
    ];
  const mailbox = { message_queue_len: reading % 7, reductions: reading * 1931 };
  return {
    balances: [
      { amount: balance, currency: 'EUR' },
      { amount: 12.25 * user.factor, currency: 'USD' },
    ],
    ...(on('cash-tells-its-mailbox') ? { process: mailbox } : {}),
  };
}

export function portfolios(world: World, user: User): unknown {
  if (world.on('cached-pid-is-dead') && world.count('portfolios') % 6 === 0) {
    throw new Refusal(410, 'other', 'The process is gone.');
  }
  const value = {
    portfolios: [{ name: user.language === 'en' ? 'Growth' : 'Wachstum', holdings: 900.75 * user.factor, target: 0.8 }],
  };
  return world.on('portfolios-are-a-tagged-tuple') ? ['ok', value, []] : value;
}
