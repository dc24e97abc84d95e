import type { Row } from './frame.ts';
import type { Call, Stage } from './pipeline.ts';
import { Refusal } from './site.ts';

const day = 86_400_000;
const usualMoney = (amount: number, currency: string) =>
  `${amount < 0 ? '-' : ''}${currency}${Math.abs(amount)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',')}`;
const usualPercent = (share: number) => `${share.toFixed(1)}%`;
const round = (value: number) => Math.round(value * 100) / 100;

interface Move {
  readonly assetId: string;
  readonly worth: number;
  readonly weight: number;
  readonly change: number;
}

const movesOf = (at: number, factor: number): Move[] =>
  ['IE00B4L5Y983', 'US0378331005', 'DE000A0S9GB0', 'FI0009000681', 'GB0002374006'].map((assetId, n) => ({
    assetId,
    worth: round((310 + n * 47.5 + at) * factor),
    weight: [31.2, 24.8, 19.5, 14.3, 10.2][n] ?? 0,
    change: round((((n * 3 + at) % 5) - 1.7) * 4 * factor),
  }));

function performersOf(call: Call, moves: readonly Move[], currency: string): Row {
  const { site } = call;
  const money = site.knobs.money ?? usualMoney;
  const percent = site.knobs.percent ?? usualPercent;
  const row = (move: Move, change: number): Row => ({
    assetId: move.assetId,
    value: money(move.worth, currency),
    weight: percent(move.weight),
    [change >= 0 ? 'upBy' : 'downBy']: money(Math.abs(change), currency),
  });
  const ranked = [...moves].sort((one, other) => other.change - one.change);
  const byPosition = site.on('columns-are-aligned-by-position');
  const rows = ranked.map((move, at) => row(move, byPosition ? (moves[at]?.change ?? 0) : move.change));
  return {
    all: moves.map((move) => row(move, move.change)),
    best: rows.slice(0, 2).filter((_, at) => (ranked[at]?.change ?? 0) >= 0),
    worst: rows.slice(-2).filter((_, at) => (ranked.at(at - 2)?.change ?? 0) < 0),
  };
}

function dayOf(call: Call, at: number, timestamp: number, texts: { currency: string }): Row {
  const { site } = call;
  const factor = Number(call.user?.['factor']);
  const code = site.on('currency-is-its-code') && texts.currency === '€';
  const money = code ? (amount: number) => `1 ${amount.toFixed(2)}` : (site.knobs.money ?? usualMoney);
  const values = {
    cash: round((120 + at) * factor),
    savings: round(340.25 * factor),
    holdings: round((1830 + at * 11.4) * factor),
  };
  const total = round(values.cash + values.savings + values.holdings);
  const latest = at === 0;
  const member = (key: string, value: number) => ({
    key: latest && key === 'total' && site.on('flattened-names-keep-a-separator') ? 'total_' : key,
    displayValue: money(value, texts.currency),
    value,
  });
  const gain = money(round(11.4 * factor), texts.currency);
  const suffixed = latest && site.on('names-in-both-frames-get-suffixes');
  const score = (value: number) => {
    const scaled = site.knobs.score?.(value) ?? value;
    return { score: scaled, label: site.knobs.label?.(value) ?? (value > 0.6 ? 'optimal' : 'neutral') };
  };
  const gap = at === 2 && site.on('missing-moments-are-not-a-time');
  return {
    chartLabel: `${new Date(timestamp).getUTCDate()}\n${new Date(timestamp).getUTCMonth() + 1}`,
    timestamp: gap ? 'NaT' : timestamp,
    portfolio: {
      cash: member('cash', values.cash),
      savings: {
        ...member('savings', values.savings),
        unrealisedMonthlyInterest: money(round(0.93 * factor), texts.currency),
        dailyInterest: money(round(0.03 * factor), texts.currency),
      },
      holdings: {
        ...member('holdings', values.holdings),
        ...(suffixed ? { upBy_x: gain, upBy_y: gain } : { upBy: gain }),
      },
      total: { ...member('total', total), upBy: gain },
    },
    sentimentScore: { total: score(0.72), news: score(0.4), analyst: score(0.81), priceMomentum: score(0.55) },
    performers: performersOf(call, movesOf(at, factor), texts.currency),
  };
}

export const history: Stage = (_, call) => {
  const { site } = call;
  const { on, knobs } = site;
  if (call.user?.['consent'] === false && !on('missing-consent-is-true')) throw new Refusal(403, 'Access is denied.');
  const texts = site.tables.texts.get(String(call.user?.['language'])) ?? { currency: '£' };
  const { count, step, floor } = knobs.days ?? { count: 5, step: day };
  const newest = Math.floor(Date.now() / (floor ?? day)) * (floor ?? day);
  const reads = site.next(`summaries ${call.user?.['user']}`);
  const unit = on('moments-are-multiplied-in-place') && reads % 2 === 0 ? 1000 : 1;
  const days = Array.from({ length: count }, (_, at) => dayOf(call, at, (newest - at * step) * unit, texts)).reverse();
  const factor = Number(call.user?.['factor']);
  const difference = (value: number) => knobs.difference?.(round(value * factor)) ?? round(value * factor);
  const differences = {
    cash: difference(1),
    savings: difference(0),
    holdings: difference(11.4),
    total: difference(12.4),
  };
  const labels = on('label-of-the-maximum-is-taken') ? { savings: new Date(newest).toISOString().slice(0, 10) } : {};
  return { data: knobs.summaries?.(days, reads) ?? days, maxValueDifferences: { ...differences, ...labels } };
};
