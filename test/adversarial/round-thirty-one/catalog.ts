import type { Guide, Language, Notice, Wording } from './model.ts';

type Row = readonly [string, string, number, string, boolean, string, string, string, string];

const rows: readonly Row[] = [
  [
    '5f1a3c70b2e94d0018c7a1e0',
    'first-steps',
    5,
    '#1F3A5F',
    true,
    'First steps',
    'How an account is opened and funded.',
    'Erste Schritte',
    'Wie ein Konto eröffnet und gefüllt wird.',
  ],
  [
    '0b77de41c9a2035f66d18e42',
    'shares',
    8,
    '#0E5A4B',
    false,
    'What a share is',
    'Owning a small piece of a company.',
    'Was eine Aktie ist',
    'Ein kleines Stück von einem Unternehmen für sich.',
  ],
  [
    'c3e8142f9d60a7b5510f2e9a',
    'funds',
    6,
    '#6B2D5C',
    true,
    'Funds',
    'Many instruments under one roof.',
    'Fonds',
    'Viele Werte unter einem Dach, täglich geprüft.',
  ],
  [
    '91d4f60a2b7ce83355a0c716',
    'risk',
    4,
    '#8A1C1C',
    true,
    'Risk and return',
    'Why one does not come without the other.',
    'Risiko und Ertrag',
    'Warum das eine nicht ohne das andere zu haben ist: für Anfänger.',
  ],
  [
    '7a20c5b3e1f94d8866b3d05c',
    'bonds',
    7,
    '#B8860B',
    false,
    'Bonds',
    'Lending money to states and companies.',
    'Anleihen',
    'Geld für Staaten und Unternehmen, gegen Zinsen überlassen.',
  ],
  [
    '2e9f00d7a4c1b6835d7710ef',
    'taxes',
    3,
    '#334155',
    true,
    'Taxes',
    'What is withheld and when.',
    'Steuern',
    'Was wann einbehalten wird, und wofür.',
  ],
  [
    'd05b8e6f13a7c29440e2f81b',
    'saving',
    9,
    '#14532D',
    false,
    'Saving plans',
    'Small amounts, month by month.',
    'Sparpläne',
    'Kleine Beträge, Monat für Monat.',
  ],
  [
    '48c6a19e7f30d25bb1e4097d',
    'fees',
    2,
    '#7C2D12',
    true,
    'Fees',
    'What each trade costs.',
    'Gebühren',
    'Was jeder Handel kostet.',
  ],
  [
    'f6013bd98c5e7a42270ad3c4',
    'crises',
    10,
    '#1E1B4B',
    true,
    'Staying calm',
    'What markets do in a crisis.',
    'Ruhig bleiben',
    'Was Märkte in einer Krise tun.',
  ],
];

function texts(row: readonly [string, string, string, string]): Readonly<Record<Language, Wording>> {
  return { en: { title: row[0], text: row[1] }, de: { title: row[2], text: row[3] } };
}

export function guides(): readonly Guide[] {
  return rows.map((row) => ({
    id: row[0],
    key: row[1],
    slug: `guide-${row[1]}`,
    chapters: row[2],
    colour: row[3],
    webCover: row[4],
    texts: texts([row[5], row[6], row[7], row[8]]),
  }));
}

export const categories: Readonly<Record<number, Readonly<Record<Language, string>>>> = {
  10: { en: 'Activity', de: 'Aktivität' },
  20: { en: 'Market insights', de: 'Markteinblicke' },
  30: { en: 'Newsletters', de: 'Rundbriefe' },
  31: { en: 'Offers', de: 'Angebote' },
};

type Line = readonly ['app' | 'email', number, string, string, string, string, string];

const lines: readonly Line[] = [
  [
    'app',
    10,
    'app_transactional',
    'Transactions',
    'Orders, deposits and withdrawals.',
    'Umsätze',
    'Aufträge, Ein- und Auszahlungen.',
  ],
  [
    'app',
    20,
    'app_learning_guide',
    'Learning guides',
    'When a new guide is there.',
    'Lernpfade',
    'Wenn ein neuer Lernpfad verfügbar ist.',
  ],
  ['app', 20, 'app_analyst_insight', 'Analyst insights', 'What analysts say.', 'Analysen', 'Was Analysten sagen.'],
  ['app', 20, 'app_quick_take', 'Quick takes', 'Short comments on the day.', 'Kurz gesagt', 'Kommentare für den Tag.'],
  ['app', 20, 'app_daily_recap', 'Daily recap', 'The day at a glance.', 'Tagesrückblick', 'Der Tag auf einen Blick.'],
  [
    'app',
    20,
    'app_weekly_review',
    'Weekly review',
    'The week at a glance.',
    'Wochenrückblick',
    'Die Woche im Überblick.',
  ],
  ['app', 31, 'app_promotional', 'Offers', 'Campaigns and bonuses.', 'Angebote', 'Aktionen und Prämien.'],
  ['email', 10, 'email_transactional', 'Transactions', 'Statements and notes.', 'Umsätze', 'Auszüge und Abrechnungen.'],
  ['email', 30, 'email_servicebites', 'Service bites', 'Our letter.', 'Service-Häppchen', 'Unser Rundbrief.'],
  ['email', 31, 'email_promotional', 'Offers', 'Campaigns by mail.', 'Angebote', 'Aktionen per E-Mail, für Kunden.'],
];

export function notices(): readonly Notice[] {
  return lines.map((line) => ({
    channel: line[0],
    category: line[1],
    id: line[2],
    texts: texts([line[3], line[4], line[5], line[6]]),
  }));
}

export const insightTexts: Readonly<Record<Language, readonly string[]>> = {
  en: ['Chip makers have room to grow', 'Utilities look fully priced', 'Banks wait for the next cut'],
  de: ['Chiphersteller haben Luft nach oben', 'Versorger sind ausgereizt', 'Banken warten auf die nächste Senkung'],
};
