export type Language = 'en' | 'es' | 'ar';

type Texts = Record<Language, string>;

const topics: readonly Texts[] = [
  { en: 'Saving', es: 'Ahorro y sueños', ar: 'الادخار' },
  { en: 'Bonds', es: 'Bonos', ar: 'السندات' },
  { en: 'Shares', es: 'Acciones', ar: 'الأسهم' },
  { en: 'Inflation', es: 'Inflación', ar: 'التضخم' },
  { en: 'Dividends', es: 'Dividendos', ar: 'الأرباح الموزعة' },
  { en: 'Currencies', es: 'Divisas', ar: 'العملات' },
];

/** The title of the guide at this place of the catalogue. */
export function guideTitle(place: number, language: Language): string {
  const topic = topics[place % topics.length] as Texts;
  const word = { en: 'guide', es: 'guía', ar: 'دليل' }[language];
  return `${topic[language]} – ${word} ${place + 1}`;
}

/** The description of the guide at this place of the catalogue. */
export function guideDescription(place: number, language: Language): string {
  const topic = (topics[place % topics.length] as Texts)[language];
  return {
    en: `All that a beginner asks about “${topic}”.`,
    es: `Todo lo que un principiante pregunta sobre «${topic}».`,
    ar: `كل ما يسأل عنه المبتدئ حول «${topic}».`,
  }[language];
}

const words: Record<string, Texts> = {
  Activity: { en: 'Activity', es: 'Actividad', ar: 'النشاط' },
  'Market insights': { en: 'Market insights', es: 'Análisis del mercado', ar: 'رؤى السوق' },
  Offers: { en: 'Offers', es: 'Ofertas', ar: 'العروض' },
  Newsletters: { en: 'Newsletters', es: 'Boletines', ar: 'النشرات' },
  Security: { en: 'Security', es: 'Seguridad', ar: 'الأمان' },
  transactional: { en: 'Transactions', es: 'Operaciones', ar: 'المعاملات' },
  learning_guide: { en: 'Learning guides', es: 'Guías', ar: 'أدلة التعلم' },
  analyst_insight: { en: 'Analyst insights', es: 'Opiniones de analistas', ar: 'آراء المحللين' },
  quick_take: { en: 'Quick takes', es: 'En breve', ar: 'لمحات' },
  daily_recap: { en: 'Daily recap', es: 'Resumen diario', ar: 'الملخص اليومي' },
  weekly_review: { en: 'Weekly review', es: 'Resumen semanal', ar: 'المراجعة الأسبوعية' },
  promotional: { en: 'Promotions', es: 'Promociones', ar: 'العروض الترويجية' },
  servicebites: { en: 'Service bites', es: 'Bocados', ar: 'مقتطفات' },
  new_device: { en: 'New devices', es: 'Dispositivos nuevos', ar: 'أجهزة جديدة' },
};

/** Translates a word of the notification settings. */
export function translate(word: string, language: Language): string {
  return words[word]?.[language] ?? word;
}

/** The sentence under a notification's name. */
export function notificationDescription(word: string, language: Language): string {
  const name = translate(word, language);
  return { en: `Tell me about: ${name}.`, es: `Avísame sobre: ${name}.`, ar: `أخبرني عن: ${name}.` }[language];
}

const spanishMessages: Record<string, string> = {
  'The address is not valid.': 'La dirección no es válida.',
  'The order is not valid.': 'La orden no es válida.',
  'The body is not valid JSON.': 'El cuerpo no es JSON válido.',
  'The media type is not supported.': 'El tipo de contenido no se admite.',
  'Access denied.': 'Acceso denegado.',
  'No such guide.': 'No existe esa guía.',
};

/** An error message in the user's language, as far as there is a translation. */
export function localiseMessage(message: string, language: Language): string {
  return language === 'es' ? (spanishMessages[message] ?? message) : message;
}
