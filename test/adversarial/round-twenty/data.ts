export interface Guide {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly slug: string;
  readonly chapterCount: number;
}

const topics: readonly (readonly [string, string, string, number])[] = [
  ['65a1b2c3d4e5f60718293a01', 'First steps', 'Erste Schritte', 3],
  ['65a1b2c3d4e5f60718293a02', 'Saving for later', 'Für später sparen', 4],
  ['65a1b2c3d4e5f60718293a03', 'What a share is', 'Was eine Aktie ist', 7],
  ['65b7c8d9e0f1a20718293a02', 'Bonds in brief', 'Anleihen in Kürze', 5],
  ['65b7c8d9e0f1a20718293a11', 'Funds and baskets', 'Fonds und Körbe', 6],
  ['65b7c8d9e0f1a20718293a12', 'Reading a chart', 'Ein Diagramm lesen', 2],
  ['65c9d0e1f2a3b40718293a21', 'Taxes at a glance', 'Steuern im Überblick', 9],
  ['65c9d0e1f2a3b40718293a22', 'Risk and return', 'Risiko und Ertrag', 8],
  ['65c9d0e1f2a3b40718293a23', 'Staying calm', 'Ruhe bewahren', 1],
];

export function guidesIn(language: string): Guide[] {
  return topics.map(([id, english, german, chapterCount], place) => {
    const slug = english.toLowerCase().replaceAll(' ', '-');
    const title = language === 'de' ? german : english;
    return {
      key: `guide_${slug}`,
      contentType: place < 3 ? 'guide' : 'course',
      id,
      title,
      description: language === 'de' ? `Ein Leitfaden: ${title}.` : `A guide: ${title}.`,
      backgroundColor: `#${(0xa0c4ff + place * 77).toString(16)}`,
      guideIconURL: `https://media.mesa.example/${slug}/icon.svg`,
      mobileCoverImageURL: `https://media.mesa.example/${slug}/mobile.jpg`,
      webCoverImageURL: place % 4 === 1 ? null : `https://media.mesa.example/${slug}/web.jpg`,
      slug,
      chapterCount,
    };
  });
}

type Names = readonly [string, string];
export interface Kind {
  readonly id: string;
  readonly channel: 'app' | 'email';
  readonly category: Names;
  readonly name: Names;
}

const activity: Names = ['Activity', 'Aktivität'];
const insight: Names = ['Market insights', 'Markteinblicke'];
const offers: Names = ['Offers', 'Angebote'];
const newsletters: Names = ['Newsletters', 'Rundbriefe'];

export const kinds: readonly Kind[] = [
  { id: 'app_transactional', channel: 'app', category: activity, name: ['Transactions', 'Umsätze'] },
  { id: 'app_learning_guide', channel: 'app', category: insight, name: ['Learning guides', 'Leitfäden'] },
  { id: 'app_analyst_insight', channel: 'app', category: insight, name: ['Analyst insights', 'Analysen'] },
  { id: 'app_quick_take', channel: 'app', category: insight, name: ['Quick takes', 'Kurz gesagt'] },
  { id: 'app_daily_recap', channel: 'app', category: insight, name: ['Daily recap', 'Tagesrückblick'] },
  { id: 'app_weekly_review', channel: 'app', category: insight, name: ['Weekly review', 'Wochenschau'] },
  { id: 'app_promotional', channel: 'app', category: offers, name: ['Offers', 'Angebote'] },
  { id: 'email_transactional', channel: 'email', category: activity, name: ['Transactions', 'Umsätze'] },
  { id: 'email_servicebites', channel: 'email', category: newsletters, name: ['Bites', 'Häppchen'] },
  { id: 'email_promotional', channel: 'email', category: offers, name: ['Offers', 'Angebote'] },
];

export interface Holding {
  readonly assetId: string;
  readonly value: number;
  readonly weight: number;
  readonly move: number;
}

export function holdingsOf(second: boolean): Holding[] {
  const scale = second ? 2.35 : 1;
  const rows: readonly (readonly [string, number, number, number])[] = [
    ['IE00B4L5Y983', 4200, 42, 61.4],
    ['US0378331005', 2100, 21, 35.2],
    ['DE0007164600', 1500, 15, -22.8],
    ['US5949181045', 1000, 10, 12.1],
    ['NL0010273215', 700, 7, -8.3],
    ['CH0038863350', 500, 5, 4.9],
  ];
  return rows.map(([assetId, value, weight, move]) => ({ assetId, value: value * scale, weight, move: move * scale }));
}
