import type { Form } from './fault.ts';
import { type Answer, type Plugin, type Row, row, rows } from './site.ts';

export const guide =
  (change: (item: Row, index: number) => Row): Plugin =>
  (site) =>
    site.add<Row[]>('guides', (list) => list.map((item, index) => ({ ...item, ...change(item, index) })));

export const body =
  (route: string, value: unknown): Plugin =>
  (site) =>
    site.add<Answer>('answer', (answer, visit) => {
      if (visit.route === route && answer.status < 300) answer.body = value;
      return answer;
    });

export const days =
  (change: (day: Row) => void): Plugin =>
  (site) =>
    site.add<Row>('summaries', (summaries) => {
      for (const day of rows(summaries['data'])) change(day);
      return summaries;
    });

export const isMoney = new Set(['displayValue', 'unrealisedMonthlyInterest', 'dailyInterest', 'upBy', 'downBy']);

export const texts = (money: (text: string) => string, weight: (text: string) => string): Plugin =>
  days((day) => {
    for (const member of Object.values(row(day['portfolio'])).map(row)) {
      for (const name of Object.keys(member)) if (isMoney.has(name)) member[name] = money(String(member[name]));
    }
    for (const asset of rows(row(day['performers'])['all'])) asset['weight'] = weight(String(asset['weight']));
  });

export const digits = (zero: number): Plugin => {
  const change = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  return texts(change, change);
};

export const currency = (sign: string): Plugin =>
  texts(
    (text) => text.replace(/[$€]/, sign),
    (text) => text,
  );

export const moods = (change: (mood: Row) => Row): Plugin =>
  days((day) => {
    const scores = Object.entries(row(day['sentimentScore'])).map(([name, mood]) => [name, change(row(mood))] as const);
    day['sentimentScore'] = Object.fromEntries(scores);
  });

export const performers = (change: (asset: Row) => void): Plugin =>
  days((day) => {
    for (const asset of rows(row(day['performers'])['all'])) change(asset);
  });

export const notifications =
  (change: (group: Row) => void): Plugin =>
  (site) =>
    site.add<Row>('settings', (settings) => {
      for (const group of [...rows(settings['app']), ...rows(settings['email'])]) change(group);
      return settings;
    });

export const form = (id: string, title: string, plugin: Plugin): Form => ({ id, title, plugin });
