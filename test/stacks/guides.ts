const guides = [
  {
    guide: {
      id: '65f2a7d19c3b8e0041aa0c07',
      backgroundColor: '#0B3D2E',
      slug: 'first-steps',
      chapterCount: 2,
    },
    hasCover: true,
    en: ['First steps in investing', 'What to know before your first order.'],
    de: ['Erste Schritte beim Investieren', 'Was Sie vor dem ersten Auftrag wissen sollten.'],
  },
  {
    guide: {
      id: '65f2a7d19c3b8e0041aa0c01',
      backgroundColor: 'teal',
      slug: 'what-is-an-etf',
      chapterCount: 1,
    },
    hasCover: false,
    en: ['What is an ETF?', 'Funds that trade like shares.'],
    de: ['Was ist ein ETF?', 'Fonds, die wie Aktien gehandelt werden.'],
  },
  {
    guide: {
      id: '0000000000000000000000ab',
      backgroundColor: '#fff',
      slug: 'risk-and-return',
      chapterCount: 2,
    },
    hasCover: true,
    en: ['Risk & return', 'Why “safe” is relative.'],
    de: ['Risiko & Rendite', 'Warum „sicher“ relativ ist.'],
  },
  {
    guide: {
      id: '65f2a7d19c3b8e0041aa0c0d',
      backgroundColor: '#F4B400',
      slug: 'coming-soon',
      chapterCount: 0,
    },
    hasCover: false,
    en: ['Coming soon', 'We are still writing this one. 📈'],
    de: ['Demnächst', 'Daran schreiben wir noch. 📈'],
  },
] as const;

type Language = 'en' | 'de';

/** Returns the learning guides in one language, as a stack lists them. */
export function guideListing(language: Language) {
  const data = guides.map(({ guide, hasCover, [language]: [title, description] }, at) => {
    const files = `https://cdn.m2m.example/${guide.slug}`;
    const webCoverImageURL = hasCover ? `${files}/web.webp?lang=${language}` : null;
    const images = {
      guideIconURL: `${files}/icon.svg`,
      mobileCoverImageURL: `${files}/mobile.webp`,
      webCoverImageURL,
    };
    return {
      key: `guide-${at + 1}`,
      contentType: 'learningGuide',
      title,
      description,
      ...guide,
      ...images,
    };
  });
  return { data };
}

/** Returns the chapters in one language, by guide. */
export function guideChapters(language: Language) {
  const word = { en: 'Chapter', de: 'Kapitel' }[language];
  const chaptersOf = ({
    guide: { id, chapterCount },
    [language]: [, body],
  }: (typeof guides)[number]) =>
    [
      id,
      Array.from({ length: chapterCount }, (_, at) => ({ title: `${word} ${at + 1}`, body })),
    ] as const;
  return Object.fromEntries(guides.map(chaptersOf));
}
