import type { Warm } from './shapes.ts';
import { Table } from './table.ts';

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly en: readonly [string, string];
  readonly de: readonly [string, string];
  readonly chapters: number;
  readonly cover: string | null;
}
const subjects = [
  [
    'first-steps',
    'First steps',
    'How to begin',
    'Erste Schritte',
    'Wie man anfängt und worauf man zuerst achten sollte',
  ],
  ['shares', 'Shares', 'What a share is', 'Aktien', 'Was eine Aktie ist und was sie ihrem Besitzer einbringt'],
  ['bonds', 'Bonds', 'Lending to states', 'Anleihen', 'Wie man Staaten und Unternehmen sein Geld leiht'],
  ['funds', 'Funds', 'Many at once', 'Fonds', 'Wie man mit einem Kauf an vielen Werten beteiligt ist'],
  ['risk', 'Risk', 'What may go wrong', 'Risiko', 'Was schiefgehen kann und wie man sich davor schützt'],
  ['taxes', 'Taxes', 'What the state takes', 'Steuern', 'Was der Staat von den Erträgen behält'],
  ['saving', 'Saving', 'A little every month', 'Sparen', 'Jeden Monat ein wenig zur Seite legen'],
] as const;

export const guidesOf = (warm: Warm): Guide[] =>
  subjects.map(([key, title, description, titel, text], at) => ({
    id: warm.has('guides-numbered-in-sequence')
      ? `65f0c2a9b17e4d00a3c9e5f${at}`
      : `65f${at}c2a9b17e4d8${at}0a3c9e5${at}`,
    key,
    en: [title, description],
    de: [titel, text],
    chapters: at === 4 ? 0 : 3 + at,
    cover: at === 2 ? null : `https://cdn.invest.example/web/${key}.png`,
  }));

export const settings = [
  ['app', 'activity', 'app_transactional'],
  ['app', 'insights', 'app_learning_guide'],
  ['app', 'insights', 'app_analyst_insight'],
  ['app', 'insights', 'app_quick_take'],
  ['app', 'insights', 'app_daily_recap'],
  ['app', 'insights', 'app_weekly_review'],
  ['app', 'offers', 'app_promotional'],
  ['email', 'activity', 'email_transactional'],
  ['email', 'letters', 'email_servicebites'],
  ['email', 'offers', 'email_promotional'],
] as const;

export interface People {
  readonly first: string;
  readonly second: string;
  readonly denied: string;
}
export const peopleOf = (warm: Warm): People =>
  warm.has('user-ids-read-as-numbers')
    ? { first: '0000000000000000000005e3', second: '000000000000000000005e30', denied: '000000000000000000000051' }
    : { first: '5e1f3c7a9b2d4f6081a3c5e7', second: '6a2b4c8d0e1f3a5b7c9d1e3f', denied: '7b3c5d9e1f2a4b6c8d0e2f4a' };

export const tableOf = (people: People): Table => {
  const table = new Table();
  for (const [at, id] of [people.first, people.second, people.denied].entries()) {
    const pk = `USER#${id}`;
    table.put({ pk, sk: 'PROFILE', language: at === 1 ? 'de' : 'en', denied: at === 2 });
    table.put({ pk, sk: 'CASH#EUR', amount: 1250.5 + 700 * at });
    for (const [row, asset] of ['AAPL', 'SAP', 'ASML'].entries())
      table.put({ pk, sk: `HOLDING#${row}`, asset, units: 4 + row + 10 * at });
    table.put({
      pk,
      sk: 'ADDRESS',
      address: {
        line1: `${11 + at} Mill Lane`,
        line2: 'Flat 2',
        city: 'Dublin',
        postalCode: 10115 + at,
        countryCode: 'IE',
      },
    });
    for (const [row, [channel, category, setting]] of settings.entries())
      table.put({ pk, sk: `SETTING#${setting}`, channel, category, setting, active: (row + at) % 3 !== 0 });
  }
  return table;
};
