import type { GuideRow } from './data.ts';
import { guideRows, money, percent } from './data.ts';
import type { Flow } from './flow.ts';
import type { Exchange, Json, Language, Reply, User } from './model.ts';
import { json, Refusal } from './model.ts';

export function guideView(row: GuideRow, language: Language): Json {
  return {
    id: row.id,
    key: row.key,
    contentType: 'guide',
    slug: row.slug,
    title: row.title[language],
    description: row.description[language],
    chapterCount: row.chapters,
    backgroundColor: row.colour,
    guideIconURL: `https://files.brickhill.example/icons/${row.key}.svg`,
    mobileCoverImageURL: `https://files.brickhill.example/covers/${row.key}-m.jpg`,
    webCoverImageURL: row.cover ? `https://files.brickhill.example/covers/${row.key}-w.jpg` : null,
  };
}

export function guides(flow: Flow, user: User): Reply {
  const language = flow.languageOfGuides(user);
  const rows = flow.orderOfGuides(flow.tables.guides);
  const data = rows.map((row) => flow.guideView(row, language));
  return json(
    200,
    { data },
    {
      'Cache-Control': flow.guidePolicy(),
      Vary: 'x-user-id',
    },
  );
}

export function guide(flow: Flow, user: User, exchange: Exchange): Reply {
  if (!/^[0-9a-fA-F]{24}$/.test(exchange.guideId)) {
    throw new Refusal('guide-malformed', flow.settings.status.malformedGuide, 'The guide id is malformed');
  }
  const row = flow.findGuide(exchange.guideId);
  if (row === undefined) throw new Refusal('guide-unknown', 404, 'There is no such guide');
  const chapters = Array.from({ length: row.chapters }, (_, index) => ({
    number: index + 1,
    title: `${row.title[user.language]} ${index + 1}`,
  }));
  return json(200, { ...guideView(row, user.language), chapters });
}

export function findGuide(rows: readonly GuideRow[], id: string): GuideRow | undefined {
  return rows.find((row) => row.id === id);
}

export function insightRows(user: User): Json[] {
  const swedish = user.language === 'sv';
  return [
    { isin: 'IE00B4L5Y983', headline: swedish ? 'Världen i en fond' : 'The world in one fund', score: 71, note: null },
    { isin: 'US0378331005', headline: swedish ? 'Stadig kurs' : 'Steady as she goes', score: 64, note: null },
  ];
}

export function cashOf(user: User): Json {
  const amount = Math.round(154_075 * user.factor) / 100;
  return {
    balances: [
      { currency: user.language === 'sv' ? 'SEK' : 'EUR', amount, text: money(amount, user.language) },
      { currency: 'USD', amount: Math.round(8_250 * user.factor) / 100, text: null },
    ],
  };
}

export function portfolioOf(user: User): Json {
  const value = Math.round(1_048_390 * user.factor) / 100;
  return {
    owner: user.id,
    portfolios: [
      {
        name: user.language === 'sv' ? 'Långsiktig' : 'Long term',
        value,
        allocation: [
          { asset: 'IE00B4L5Y983', weight: percent(61.5, user.language), value: Math.round(value * 61.5) / 100 },
          { asset: 'US0378331005', weight: percent(38.5, user.language), value: Math.round(value * 38.5) / 100 },
        ],
      },
    ],
  };
}

export function manyGuides(count: number): GuideRow[] {
  const rows = guideRows();
  return Array.from({ length: count }, (_, index) => {
    const row = rows[index % rows.length] ?? rows[0];
    if (row === undefined) throw new Error('no guides');
    if (index < rows.length) return row;
    return { ...row, id: `${row.id.slice(0, 20)}${(index + 4_096).toString(16).padStart(4, '0')}`, key: `g-${index}` };
  });
}
