type Table = Readonly<Record<string, string>>;
export type Lexicon = Record<string, (key: string) => string | undefined>;

const topics = [
  ['First steps', 'Eerste stappen'],
  ['Risk and reward', 'Risico en rendement'],
  ['Funds explained', 'Fondsen uitgelegd'],
  ['Reading a chart', 'Een grafiek lezen'],
  ['Bonds & bills', 'Obligaties & wissels'],
  ['Costs add up', 'Kosten tellen op'],
  ['Saving for later', 'Sparen voor later'],
  ['Dividends', 'Dividenden'],
  ['Staying calm', 'Rustig blijven'],
] as const;

const settings: readonly (readonly [string, string, string, string, string])[] = [
  ['app_transactional', 'Transactions', 'When an order is executed', 'Transacties', 'Als een order is uitgevoerd'],
  ['app_learning_guide', 'Learning guides', 'New guides to read', 'Leergidsen', 'Nieuwe gidsen om te lezen'],
  ['app_analyst_insight', 'Analyst insights', 'What analysts think', 'Analyses', 'Wat analisten denken'],
  ['app_quick_take', 'Quick takes', 'The market in a minute', 'Korte berichten', 'De markt in een minuut'],
  ['app_daily_recap', 'Daily recap', 'Your day at a glance', 'Dagoverzicht', 'Uw dag in een oogopslag'],
  ['app_weekly_review', 'Weekly review', 'Your week at a glance', 'Weekoverzicht', 'Uw week in een oogopslag'],
  ['app_promotional', 'Promotions', 'Offers and campaigns', 'Promoties', 'Aanbiedingen en acties'],
  ['email_transactional', 'Receipts', 'Receipts of your orders', 'Bewijzen', 'Bewijzen van uw orders'],
  ['email_servicebites', 'Service bites', 'Our newsletter', 'Service bites NL', 'Onze nieuwsbrief'],
  ['email_promotional', 'Promotions by mail', 'Offers by mail', 'Promoties per mail', 'Aanbiedingen per mail'],
];

const categories: readonly (readonly [string, string, string])[] = [
  ['activity', 'Activity', 'Activiteit'],
  ['market', 'Market insights', 'Marktinzichten'],
  ['offers', 'Offers', 'Aanbiedingen'],
  ['newsletters', 'Newsletters', 'Nieuwsbrieven'],
];

function table(column: 0 | 1): Table {
  const entries: [string, string][] = [];
  topics.forEach((topic, index) => {
    const about = column === 0 ? 'All about' : 'Alles over';
    entries.push([`guide.${String(index)}.title`, topic[column]]);
    entries.push([`guide.${String(index)}.description`, `${about}: ${topic[column]}`]);
  });
  for (const [id, name, description, naam, omschrijving] of settings) {
    entries.push([`setting.${id}.name`, column === 0 ? name : naam]);
    entries.push([`setting.${id}.description`, column === 0 ? description : omschrijving]);
  }
  for (const [key, english, dutch] of categories) entries.push([`category.${key}`, column === 0 ? english : dutch]);
  entries.push(['insight', column === 0 ? 'Earnings beat what was expected' : 'Winst beter dan verwacht']);
  return Object.fromEntries(entries);
}

export function lexicon(): Lexicon {
  const english = table(0);
  const dutch = table(1);
  return { en: (key) => english[key], nl: (key) => dutch[key] };
}

export function translate(words: Lexicon, locale: string, key: string): string {
  return words[locale]?.(key) ?? words['en']?.(key) ?? key;
}
