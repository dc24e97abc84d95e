import type { Bag } from './types.ts';
import type { User, World } from './world.ts';

const day = 86_400_000;

export function summariesOf(world: World, user: User): Bag {
  const scale = user.language === 'de' ? 1.7 : 1;
  const length = user.language === 'de' ? 4 : 6;
  const today = Math.floor(world.started / 86400) * day;
  const data = Array.from({ length }, (_, i) => snapshot(world, scale + i / 10, today - (length - i) * day, i));
  return { data, maxValueDifferences: { cash: 12.5 * scale, savings: 3.25, holdings: 88 * scale, total: 103.75 } };
}

function snapshot(world: World, scale: number, timestamp: number, i: number): Bag {
  const { on, form } = world;
  const money = (amount: number) =>
    on('character-references-stay') && i === 1 ? form.money(amount).replace('€', '&#8364;') : form.money(amount);
  const member = (key: string, amount: number, more: Bag = {}): Bag => {
    return { key, displayValue: money(amount * scale), value: Math.round(amount * scale * 100) / 100, ...more };
  };
  const up = money(4.2 * scale);
  const score = (value: number, label: string | null = form.label) => ({ score: value, label });
  const unknown = on('label-beyond-the-enumeration-is-null') && i === 2 ? null : form.label;
  return form.day(
    {
      chartLabel: `Mon\n${i + 1}`,
      timestamp,
      portfolio: {
        cash: member('cash', 120),
        savings: member('savings', 300, { unrealisedMonthlyInterest: money(1.1), dailyInterest: money(0.04) }),
        holdings: member('holdings', 900, { upBy: up }),
        total: member('total', 1320, { upBy: up }),
      },
      sentimentScore: { total: score(71), news: score(64), analyst: score(80, unknown), priceMomentum: score(58) },
      performers: performers(world, scale, i),
    },
    i,
  );
}

function performers(world: World, scale: number, i: number): Bag {
  const { on, form } = world;
  const element = (assetId: string, amount: number, share: number, change: number): Bag => ({
    assetId,
    value: form.money(amount * scale),
    weight: form.percent(share),
    ...(change < 0 ? { downBy: form.money(-change) } : { upBy: form.money(change) }),
  });
  const gainers = () => [element('AAA', 500, 55.5, 12), element('BBB', 250, 27.75, 3)];
  const losers = () => [element('CCC', 150, 16.75, -4)];
  const all = [...gainers(), ...losers()];
  const worst = losers();
  const [first] = worst;
  if (first !== undefined) {
    if (on('percent-stands-in-an-attribute')) first['weight'] = String(first['weight']).replace(/\s*%/, '');
    if (on('two-versions-of-the-model-meet') && i === 0) first['upBy'] = form.money(0);
    if (on('slightly-down-falls-back-to-up')) {
      first['upBy'] = first['downBy'];
      delete first['downBy'];
    }
  }
  return { all, best: gainers(), worst };
}
