import type { State } from './state.ts';
import type { Bag, Language } from './types.ts';

type Row = readonly [id: string, key: string, en: string, tr: string, chapters: number, cover: boolean];

const rows: readonly Row[] = [
  ['64a1f0c2d3e4b5a697881001', 'saving-basics', 'Saving & planning', 'Tasarruf ve planlama', 4, true],
  ['64a1f0c2d3e4b5a697881002', 'Index-funds', 'Index funds', 'Endeks fonları', 7, true],
  ['abcdefabcdeffedcbaabcdef', 'bonds', 'What bonds are', 'Tahvil nedir?', 3, false],
  ['64a1f0c2d3e4b5a697881004', 'ideas-for-beginners', 'Ideas for beginners', 'Yeni başlayanlar için', 5, true],
  ['64a1f0c2d3e4b5a697881005', 'risk', 'Risk', 'Risk ve getiri', 6, true],
  ['64a1f0c2d3e4b5a697881006', 'Inflation', 'Inflation', 'Enflasyon', 2, false],
  ['64a1f0c2d3e4b5a697881007', 'taxes', 'Taxes', 'Vergiler', 9, true],
  ['64a1f0c2d3e4b5a697881008', 'income', 'Income', 'Gelir', 0, true],
  ['64a1f0c2d3e4b5a697881009', 'dividends', 'Dividends', 'Temettü', 8, true],
  ['64a1f0c2d3e4b5a69788100a', 'currencies', 'Currencies', 'Döviz', 5, false],
  ['64a1f0c2d3e4b5a69788100b', 'gold', 'Gold', 'Altın', 12, true],
];

function images(s: State, index: number, cover: boolean): Bag {
  const base = s.on('images-are-app-resources') ? 'ms-appx:///Assets/' : 'https://cdn.mesa.example/guides/';
  return {
    guideIconURL: `${base}${index}/icon.png`,
    mobileCoverImageURL: `${base}${index}/mobile.webp`,
    webCoverImageURL: cover ? `${base}${index}/web.webp` : null,
  };
}

function summary(s: State, row: Row, index: number, language: Language): Bag {
  const [id, key, en, tr, chapters, cover] = row;
  const title = language === 'tr' ? tr : en;
  const colour = s.on('colours-are-structures-in-text') ? `Color [A=255, R=45, G=${100 + index}, B=223]` : '#2D6CDF';
  return {
    key: s.on('keys-are-generic-type-names') ? `Mesa.Learn.Guide\`1[[System.Int32]]${index}` : key,
    contentType: 'learningGuide',
    id,
    title: s.on('titles-hold-access-keys') ? `&${title} && _more` : title,
    description: language === 'tr' ? `${title}: kısa bir anlatım.` : `${title}: a short introduction.`,
    backgroundColor: colour,
    ...images(s, index, cover),
    slug: key.toLowerCase(),
    chapterCount: chapters,
  };
}

export function listing(s: State, language: Language): Bag[] {
  const guides = rows.map((row, index) => summary(s, row, index, language));
  const eighth = guides[8];
  if (s.on('object-id-without-a-converter') && eighth) {
    eighth['id'] = { timestamp: 1688334530, machine: 13886645, pid: -18793, increment: 8917001 };
  }
  if (s.on('keys-sorted-by-the-culture')) {
    const { compare } = new Intl.Collator(language, { caseFirst: language === 'tr' ? 'upper' : 'lower' });
    guides.sort((a, b) => compare(String(a['key']), String(b['key'])));
  }
  if (s.on('plinq-without-as-ordered') && s.count('listings') % 3 === 0) {
    return [...guides.slice(6), ...guides.slice(0, 6)];
  }
  return guides;
}

export function fullGuide(s: State, id: string, language: Language): Bag | undefined {
  if (s.on('alpha-constraint-takes-the-id') && /^[a-z]+$/.test(id)) return undefined;
  const index = rows.findIndex((row) => row[0] === id);
  const row = rows[index];
  if (!row) return undefined;
  const guide = summary(s, row, index, language);
  const chapters = Array.from({ length: row[4] }, (_, n) => ({ number: n + 1, title: `${n + 1}. ${row[1]}` }));
  const full: Bag = { ...guide, chapters };
  if (s.on('full-guide-is-a-data-contract')) {
    return { __type: 'Guide:#Mesa.Learn', Body: { Id: id, Text: guide['title'] } };
  }
  if (s.on('full-guides-carry-a-nonce')) full['nonce'] = Math.random().toString(36);
  return full;
}
