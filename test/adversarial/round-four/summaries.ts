import type { Handler } from 'hono';
import type { Env } from './guards.ts';
import { toCents, writeAmount, writeDay, writeShare } from './money.ts';
import type { Person, Position } from './people.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

const day = 86_400_000;
const words: Readonly<Record<string, string>> = { cash: 'नकद', savings: 'बचत', holdings: 'निवेश', total: 'कुल' };

const worthOf = (position: Position, index: number): number => position.values[index] ?? 0;
const moveOf = (position: Position, index: number): number =>
  index === 0 ? worthOf(position, 0) / 100 : worthOf(position, index) - worthOf(position, index - 1);

const sumHoldings = (person: Person, index: number): number =>
  person.positions.reduce((sum, position) => sum + worthOf(position, index), 0);

function rankPerformers(person: Person, index: number) {
  const holdings = sumHoldings(person, index);
  const describe = (position: Position) => {
    const move = moveOf(position, index);
    const text = writeAmount(person, Math.abs(move));
    return {
      assetId: position.assetId,
      value: writeAmount(person, worthOf(position, index)),
      weight: writeShare(person, worthOf(position, index) / holdings),
      ...(move < 0 ? { downBy: text } : { upBy: text }),
    };
  };
  const sorted = [...person.positions].sort((a, b) => moveOf(b, index) - moveOf(a, index));
  return {
    all: sorted.map(describe),
    best: sorted
      .filter((position) => moveOf(position, index) >= 0)
      .slice(0, 3)
      .map(describe),
    worst: sorted
      .filter((position) => moveOf(position, index) < 0)
      .reverse()
      .slice(0, 3)
      .map(describe),
  };
}

function rateMood(world: World, person: Person, index: number) {
  const { on } = world;
  const label = on('labels-in-the-language-of-the-user') ? { pt: 'ótimo', hi: 'बहुत अच्छा' }[person.language] : 'optimal';
  const rate = (score: number) => ({
    score: on('scores-between-minus-one-and-one') ? (score - 75) / 70 : score,
    label,
  });
  return { total: rate(72 + index), news: rate(64), analyst: rate(81), priceMomentum: rate(70 + 2 * index) };
}

function describeDay(world: World, person: Person, index: number, moment: number) {
  const { on } = world;
  const cash = person.cash[index] ?? 0;
  const savings = person.savings[index] ?? 0;
  const holdings = toCents(sumHoldings(person, index));
  const interest = toCents(savings * 0.0003);
  const up = person.positions.reduce((sum, position) => sum + moveOf(position, index), 0);
  const name = (key: string) => (on('keys-translated-along') && person.language === 'hi' ? (words[key] ?? key) : key);
  const member = (key: string, value: number) => ({ key: name(key), displayValue: writeAmount(person, value), value });
  return {
    chartLabel: writeDay(person, moment),
    timestamp: on('large-integers-are-text') && index < 2 ? String(moment) : moment,
    portfolio: {
      cash: member('cash', cash),
      savings: {
        ...member('savings', savings),
        unrealisedMonthlyInterest: writeAmount(person, interest * 12),
        dailyInterest: writeAmount(person, interest),
      },
      holdings: { ...member('holdings', holdings), upBy: writeAmount(person, toCents(up)) },
      total: {
        ...member('total', toCents(cash + savings + holdings)),
        upBy: writeAmount(person, toCents(up + interest)),
      },
      ...(on('a-portfolio-with-a-pension') && { pension: { provider: 'Previ', shares: [1, 2], key: 'pension' } }),
    },
    sentimentScore: rateMood(world, person, index),
    performers: rankPerformers(person, index),
  };
}

const widest = (values: readonly number[]): number => toCents(Math.max(...values) - Math.min(...values));

/** GET /daily-summaries */
export function listSummaries(world: World): Handler<Env> {
  const { on, memory } = world;
  return (c) => {
    const person = c.get('person');
    const key = `summaries ${person.id}`;
    if (on('summaries-kept-before-the-decision') && memory.has(key)) return c.json(memory.get(key) as object);
    const newest = on('snapshots-of-long-ago') ? Date.UTC(2003, 4, 17, 18) : world.startedAt;
    const data = [0, 1, 2].map((index) => describeDay(world, person, index, newest - (2 - index) * day));
    const values = (pick: 'cash' | 'savings' | 'holdings' | 'total') =>
      data.map(({ portfolio }) => portfolio[pick].value);
    const answer = {
      data,
      maxValueDifferences: {
        cash: widest(values('cash')),
        savings: widest(values('savings')),
        holdings: widest(values('holdings')),
        total: widest(values('total')),
        ...(on('a-portfolio-with-a-pension') && { pension: 'n/a' }),
      },
    };
    memory.set(key, answer);
    if (person.denied) throw new Refusal(403, 'Access denied.', 'The summaries of this account are closed.');
    return c.json(answer, 200, { 'cache-control': 'no-store' });
  };
}
