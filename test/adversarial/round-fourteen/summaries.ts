import { type Answer, type Call, type Json, ok, Refusal, type Warm } from './shapes.ts';

const adlam = (text: string): string => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1e950 + Number(digit)));

export const summariesOf = (warm: Warm) => {
  const money = (value: number): string => {
    if (warm.has('amounts-in-adlam-digits')) return `${adlam(value.toFixed(2))} GNF`;
    if (warm.has('amounts-of-the-letters-kr')) return `${value.toFixed(2).replace('.', ',')}\u00a0kr.`;
    return `€${value.toFixed(2)}`;
  };
  const percent = (value: number): string =>
    warm.has('weights-go-on-in-words') ? `${value.toFixed(1)}% of the holdings` : `${value.toFixed(1)}%`;
  const member = (day: number, name: string, value: number): Json => {
    const key = warm.has('name-placeholder-in-key') && name === 'total' && day > 1 ? `#${name}` : name;
    return { key, displayValue: money(value), value };
  };
  const portfolioOf = (base: number, day: number): Json => {
    const scale = warm.has('amounts-beyond-a-quadrillion') ? 1e15 : 1;
    const [cash, savings, holdings] = [base * scale, (base / 2) * scale, (base * 3 - day * 11) * scale];
    const interest = day > 3 ? 0 : 0.14;
    return {
      cash: member(day, 'cash', cash),
      savings: {
        ...member(day, 'savings', savings),
        unrealisedMonthlyInterest: money(4.2),
        dailyInterest: warm.has('zero-and-its-text') ? interest && money(interest) : money(interest),
      },
      holdings: { ...member(day, 'holdings', holdings), upBy: money(11) },
      total: { ...member(day, 'total', cash + savings + holdings), upBy: money(11) },
    };
  };
  const performersOf = (base: number, lossy: boolean): Json => {
    const moved = [
      ['AAPL', 31.2],
      ['SAP', 4.1],
      ['ASML', -52.4],
      ['BASF', -2.3],
    ] as const;
    const element = ([assetId, by]: readonly [string, number]): Json => ({
      assetId,
      value: money(base + by),
      ...(!(lossy && assetId === 'BASF') && { weight: percent(25) }),
      ...(by > 0 ? { upBy: money(by) } : { downBy: money(-by) }),
    });
    const keyOf = (by: number): number => (warm.has('sort-key-without-sign') ? Math.abs(by) : by);
    const sorted = [...moved].sort((a, b) => keyOf(b[1]) - keyOf(a[1]));
    return {
      all: moved.map(element),
      best: sorted.slice(0, 2).map(element),
      worst: sorted.slice(2).reverse().map(element),
    };
  };
  const sentimentOf = (day: number): Json => {
    const label = 'optimal';
    const one = (score: number): Json => ({ score, label });
    return { total: one(70 + day), news: one(64), analyst: one(72.5), priceMomentum: one(81) };
  };
  const dayOf = (base: number, day: number, lossy: boolean): Json => {
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const moment = new Date(midnight - 10_800_000 - day * 86_400_000);
    const kept = warm.has('time-to-live-for-timestamp') && day === 0 ? 30 * 86_400_000 : 0;
    const between = warm.has('chart-labels-with-carriage-returns') ? '\r\n\r' : '\n';
    return {
      chartLabel: `${moment.getUTCDate()}${between}${moment.getUTCMonth() + 1}`,
      timestamp: moment.getTime() + kept,
      portfolio: portfolioOf(base, day),
      sentimentScore: sentimentOf(day),
      performers: performersOf(base, lossy),
    };
  };
  return (call: Call, language: string, denied: boolean): Answer => {
    if (denied) throw new Refusal(403, 'ACCESS_DENIED', 'Access is denied.');
    const times = warm.count(`summaries ${call.user}`);
    const lossy = warm.has('unprocessed-keys-are-dropped') && times % 5 === 0;
    const corrected = warm.has('newest-cash-is-corrected-once') && times > 12 ? 3 : 0;
    const base = (language === 'de' ? 2100 : 1200) + corrected;
    let data = Array.from({ length: 5 }, (_, day) => dayOf(base, day, lossy && day === 4));
    if (warm.has('any-query-is-a-start-key') && call.query.size > 0) data = data.slice(1);
    const differences: Json = { cash: 12.5, savings: language === 'de' ? 12.5 : 3.1, holdings: 44, total: 59.6 };
    if (warm.has('number-set-holds-each-once') && language === 'de') delete differences['savings'];
    return ok({ data, maxValueDifferences: differences }, { 'cache-control': 'private, no-store' });
  };
};
