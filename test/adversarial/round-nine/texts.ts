const TOPICS: Record<string, readonly string[]> = {
  en: ['Saving', 'The market', 'Risk', 'Bonds', 'Shares', 'Interest', 'Taxes', 'Old age'],
  de: ['Sparen', 'Der Markt', 'Risiko', 'Anleihen', 'Aktien', 'Zinsen', 'Steuern', 'Das Alter'],
  fr: ["L'épargne", 'Le marché', 'Le risque', 'Obligations', "L'action", "L'intérêt", 'Impôts', "L'âge"],
};
const ABOUT: Record<string, string> = { en: 'All about', de: 'Alles über', fr: 'Tout sur' };
const SETTINGS: Record<string, { groups: readonly string[]; on: string; about: string }> = {
  en: { groups: ['Activity', 'Market insights', 'Offers', 'Newsletters'], on: 'Message', about: 'We write to you' },
  de: { groups: ['Aktivität', 'Markt', 'Angebote', 'Rundbriefe'], on: 'Nachricht', about: 'Wir schreiben Ihnen' },
  fr: { groups: ['Activité', 'Marché', 'Offres', "Lettres d'information"], on: 'Avis', about: 'Nous vous écrivons' },
};

function base(language: string): string {
  const short = language.slice(0, 2);
  return short in TOPICS ? short : 'en';
}

export function topic(number: number, language: string): { title: string; description: string } {
  const topics = TOPICS[base(language)] ?? [];
  const round = Math.floor(number / topics.length);
  const title = `${topics[number % topics.length]}${round > 0 ? ` ${round + 1}` : ''}`;
  return { title, description: `${ABOUT[base(language)]}: ${title}` };
}

export function settingTexts(language: string): { groups: readonly string[]; on: string; about: string } {
  return SETTINGS[base(language)] ?? { groups: [], on: '', about: '' };
}
