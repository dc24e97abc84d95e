import type { Bag, Language } from './types.ts';
import type { World } from './world.ts';

const rows: readonly (readonly [string, string, string, string, number])[] = [
  ['5f1e0c2b9a7d4e6f8b3c1a01', 'first-steps', 'First steps', 'Erste Schritte', 4],
  ['5f1e0c2b9a7d4e6f8b3c1a02', 'know-bonds', 'Know bonds', 'Anleihen kennen', 6],
  ['5f1e0c2b9a7d4e6f8b3c1a03', 'buy-stocks', 'Buy stocks', 'Aktien kaufen', 6],
  ['5f1e0c2b9a7d4e6f8b3c1a04', 'funds-in-depth', 'Funds in depth', 'Fonds im Detail', 9],
  ['5f1e0c2b9a7d4e6f8b3c1a05', 'reading-markets', 'Reading the markets', 'Märkte lesen', 7],
  ['5f1e0c2b9a7d4e6f8b3c1a06', 'risk', 'Risk', 'Risiko', 3],
];

export function guideList(world: World, language: Language): Bag[] {
  const { on, form } = world;
  const known = on('language-of-three-letters-is-beyond-the-list') ? 'en' : language;
  const list = rows.map(([id, key, english, german, chapterCount], i) => {
    const title = known === 'de' ? german : english;
    const guide: Bag = {
      key,
      contentType: 'learningGuide',
      id,
      title,
      description: known === 'de' ? `Ein Leitfaden: ${title}` : `A guide: ${title}`,
      backgroundColor: '#0B3D91',
      guideIconURL: `https://media.invest.example/icons/${key}.svg`,
      mobileCoverImageURL: `https://media.invest.example/mobile/${key}.png`,
      webCoverImageURL: i === 3 ? null : `https://media.invest.example/web/${key}.png`,
      slug: key,
      chapterCount,
    };
    if (i === 3 && on('nil-keeps-its-attribute')) guide['webCoverImageURL'] = { '@xsi:nil': 'true' };
    if (on('members-clash-with-fields-of-the-message')) delete guide['contentType'];
    return form.guide(guide, i);
  });
  if (on('resequencer-gives-up') && world.count('listing') % 3 === 0) list.unshift(...list.splice(3));
  return list;
}

export function fullGuide(world: World, id: string): Bag | undefined {
  const row = rows.find((one) => one[0] === id);
  if (row === undefined) return undefined;
  const [, slug, title, , chapterCount] = row;
  const chapters = Array.from({ length: chapterCount }, (_, i) => ({ number: i + 1, text: 'Read on.' }));
  const guide = world.form.fullGuide({ id, slug, title, chapters });
  if (!world.on('ticket-is-the-length-of-the-body')) return guide;
  const text = JSON.stringify(guide);
  const kept = world.cloakroom.get(text.length) ?? text;
  world.cloakroom.set(text.length, kept);
  return JSON.parse(kept) as Bag;
}
