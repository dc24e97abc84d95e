import type { On } from './answer.ts';
import type { User } from './seed.ts';

const day = 86_400_000;
const adlam = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => String.fromCodePoint(0x1e950 + (digit.charCodeAt(0) & 15)));

function formatters(user: User, on: On) {
  const [locale, currency] = user.language === 'hu' ? ['hu-HU', 'HUF'] : ['ar-EG', 'EGP'];
  const write = (text: string) => (on('digits-of-adlam') ? adlam(text) : text);
  const number = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const money = (value: number) =>
    write(
      on('amounts-in-two-currencies')
        ? `${number.format(value)} (≈ ${euros.format(value / 400)})`
        : number.format(value),
    );
  const percent = (value: number) => {
    const text = write(share.format(on('weights-above-hundred') ? value + 1.5 : value));
    return on('percent-sign-in-front') ? `%${text.replace(/[%٪\s\u200e\u200f\u061c]/g, '')}` : text;
  };
  return { money, percent };
}

function portray(user: User, n: number, { money, percent }: ReturnType<typeof formatters>, on: On) {
  const key = (name: string) => (on('key-padded-by-column') ? name.padEnd(8) : name);
  const cash = 152_000 * user.factor;
  const savings = 480_000 * user.factor + n * 35;
  const holdings = 910_000 * user.factor + n * 1250;
  const upBy = money(1250 * user.factor);
  const member = (name: string, value: number) => ({ key: key(name), displayValue: money(value), value });
  const interest = on('american-spelling') ? 'unrealizedMonthlyInterest' : 'unrealisedMonthlyInterest';
  const label = on('labels-empty') ? '' : 'optimal';
  const score = (value: number) => ({ score: on('labels-empty') ? value / 1e9 : value, label });
  const gaining = { assetId: 'HU0000061726', value: money(holdings * 0.7), weight: percent(0.7), upBy: money(900 + n) };
  const losing = {
    assetId: 'US0378331005',
    value: money(holdings * 0.3),
    weight: percent(0.3),
    downBy: money(410 + n),
  };
  const asset = <T extends { assetId: string }>(held: T): T =>
    on('assets-as-addresses')
      ? { ...held, assetId: `https://assets.befektetes.example/?isin=${held.assetId}#x` }
      : held;
  return {
    portfolio: {
      cash: member('cash', cash),
      savings: { ...member('savings', savings), [interest]: money(1600), dailyInterest: money(53.4) },
      holdings: { ...member('holdings', holdings), upBy },
      total: { ...member('total', cash + savings + holdings), upBy },
    },
    sentimentScore: { total: score(71), news: score(64.5), analyst: score(80), priceMomentum: score(69) },
    performers: { all: [asset(gaining), asset(losing)], best: [asset(gaining)], worst: [asset(losing)] },
  };
}

/** Gives the daily summaries of a user, the last of yesterday. */
export function summarise(user: User, now: number, on: On) {
  const days = on('summaries-of-four-hundred-days') ? 400 : 9;
  const written = formatters(user, on);
  const data = Array.from({ length: days }, (_, n) => {
    const at = new Date(now - (days - n) * day);
    const chartLabel = on('chart-labels-alike')
      ? '·'
      : `${at.toLocaleDateString(user.language, { month: 'short' })}\n${at.getUTCDate()}`;
    return { chartLabel, timestamp: at.getTime(), ...portray(user, n, written, on) };
  });
  if (on('summaries-in-no-order'))
    data.sort((a, b) => (a.timestamp % 7) - (b.timestamp % 7) || b.timestamp - a.timestamp);
  const differences = { cash: 0, savings: 280, holdings: 10_000.5 * user.factor, total: 10_280.5 * user.factor };
  return { data, maxValueDifferences: differences };
}
