import { createHash } from 'node:crypto';
import type { Language } from './people.ts';
import type { On } from './world.ts';

type Text = Readonly<Record<Language, string>>;

export interface Guide {
  readonly id: string;
  readonly key: string;
  readonly slug: Text;
  readonly contentType: string;
  readonly title: Text;
  readonly description: Text;
  readonly backgroundColor: string;
  readonly chapterCount: number;
  readonly untranslated: boolean;
}

const topics: readonly (Text & { readonly key: string })[] = [
  { key: 'savings', pt: 'Poupança', hi: 'बचत' },
  { key: 'shares', pt: 'Ações', hi: 'शेयर' },
  { key: 'funds', pt: 'Fundos de investimento', hi: 'निवेश कोष' },
  { key: 'bonds', pt: 'Títulos públicos', hi: 'सरकारी बॉन्ड' },
  { key: 'risk', pt: 'Risco e proteção', hi: 'जोखिम और सुरक्षा' },
  { key: 'taxes', pt: 'Impostos', hi: 'कर' },
  { key: 'pensions', pt: 'Previdência', hi: 'पेंशन' },
  { key: 'markets', pt: 'Mercados', hi: 'बाज़ार' },
];
const steps: readonly (Text & { readonly key: string })[] = [
  { key: 'start', pt: 'primeiros passos', hi: 'पहला कदम' },
  { key: 'basics', pt: 'noções básicas', hi: 'मूल बातें' },
  { key: 'practice', pt: 'na prática', hi: 'व्यवहार में' },
  { key: 'mistakes', pt: 'erros comuns', hi: 'आम गलतियाँ' },
  { key: 'mastery', pt: 'visão avançada', hi: 'गहरी समझ' },
];
const colours = ['hsl(210 40% 90%)', 'rebeccapurple', '', 'linear-gradient(#fff, #000)'];

/** Makes the forty guides of the catalogue, in the order of the content management system. */
export function writeCatalogue(on: On, firstUser: string): readonly Guide[] {
  return topics.flatMap((topic, row) =>
    steps.map((step, column): Guide => {
      const position = row * steps.length + column;
      const key = `${topic.key}-${step.key}`;
      const hashed = createHash('sha1').update(`guia-${key}`).digest('hex').slice(0, 24);
      const chapters = on('guides-without-chapters') && position % 4 === 0 ? 0 : 3 + (position % 9);
      const digits = new Intl.NumberFormat('hi-IN-u-nu-deva').format(chapters);
      return {
        id: on('a-guide-has-the-id-of-a-user') && position === 0 ? firstUser : hashed,
        key,
        slug: on('slugs-are-localised')
          ? { pt: `${topic.pt} ${step.pt}`.replaceAll(' ', '-'), hi: `${topic.hi} ${step.hi}`.replaceAll(' ', '-') }
          : { pt: key, hi: key },
        contentType: 'learning-guide',
        title: { pt: `${topic.pt}: ${step.pt}`, hi: `${topic.hi}: ${step.hi}` },
        description: {
          pt: `Um guia em ${chapters} capítulos, sem pressa e com exemplos.`,
          hi: `${digits} अध्यायों की मार्गदर्शिका, उदाहरणों के साथ।`,
        },
        backgroundColor: on('colours-in-other-notations')
          ? (colours[position % colours.length] ?? '')
          : `#${hashed.slice(0, 6)}`,
        chapterCount: chapters,
        untranslated: position === 17 || position === 29,
      };
    }),
  );
}
