import type { Json } from './layer.ts';
import type { Reader } from './settings.ts';

type Words = Readonly<Record<Reader['language'], string>>;

interface Guide {
  readonly id: string;
  readonly slug: string;
  readonly title: Words;
  readonly description: Words;
  readonly chapters: number;
}

const guide = (id: string, slug: string, chapters: number, title: Words, description: Words): Guide => ({
  id,
  slug,
  title,
  description,
  chapters,
});

const guides: readonly Guide[] = [
  guide(
    '65a1f3c09b7d24e8610c5f32',
    'first-steps',
    6,
    { en: 'First steps', da: 'De første skridt' },
    { en: 'How to begin with small amounts.', da: 'Sådan begynder du med små beløb.' },
  ),
  guide(
    '65a1f3c09b7d24e8610c5f47',
    'funds',
    9,
    { en: 'What a fund is', da: 'Hvad en fond er' },
    { en: 'Many shares in one basket.', da: 'Mange aktier i én kurv.' },
  ),
  guide(
    '65b20e77c41fa9035d86b1e4',
    'risk',
    4,
    { en: 'Risk and time', da: 'Risiko og tid' },
    { en: 'Why patience pays.', da: 'Hvorfor tålmodighed betaler sig.' },
  ),
  guide(
    '65b8d24a0e93c76f1b5280da',
    'bonds',
    7,
    { en: 'Bonds in brief', da: 'Obligationer kort fortalt' },
    { en: 'Lending to states and firms.', da: 'Lån til stater og firmaer.' },
  ),
  guide(
    '65c3907bde514f2a8c06e713',
    'fees',
    3,
    { en: 'Mind the fees', da: 'Hold øje med gebyrerne' },
    { en: 'What small percentages cost.', da: 'Hvad små procenter koster.' },
  ),
  guide(
    '65d4ab18f7620c9e35b1d840',
    'dividends',
    5,
    { en: 'Dividends', da: 'Udbytte' },
    { en: 'Income from shares.', da: 'Indkomst fra aktier.' },
  ),
  guide(
    '65e6c05d1a48b3972fe07c9b',
    'pensions',
    11,
    { en: 'Saving for a pension', da: 'Opsparing til pension' },
    { en: 'Long plans and taxes.', da: 'Lange planer og skatter.' },
  ),
];

const image = (slug: string, form: string): string => `https://images.fjordinvest.example/guides/${slug}/${form}.png`;

export const listing = ({ language }: Reader): Json[] =>
  guides.map((one, at) => ({
    key: `guide-${one.slug}`,
    contentType: 'learningGuide',
    id: one.id,
    title: one.title[language],
    description: one.description[language],
    backgroundColor: '#1d4e6f',
    guideIconURL: image(one.slug, 'icon'),
    mobileCoverImageURL: image(one.slug, 'mobile'),
    webCoverImageURL: at % 3 === 1 ? null : image(one.slug, 'web'),
    slug: one.slug,
    chapterCount: one.chapters,
  }));

export const fullGuide = (id: string, { language }: Reader): Json | undefined => {
  const found = guides.find((one) => one.id === id);
  return (
    found && {
      id,
      title: found.title[language],
      chapters: Array.from({ length: found.chapters }, (_, at) => ({
        number: at + 1,
        text: `${found.slug} ${at + 1}`,
      })),
    }
  );
};

export const insights = ({ language }: Reader): Json => ({
  insights: [
    { id: 'rates', title: language === 'en' ? 'Rates stay where they are' : 'Renten bliver, hvor den er' },
    { id: 'ships', title: language === 'en' ? 'A good year for ships' : 'Et godt år for skibe' },
  ],
});
