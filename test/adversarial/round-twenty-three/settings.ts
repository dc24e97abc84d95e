import type { User, World } from './model.ts';
import type { Bag, Language } from './types.ts';

type Pair = readonly [en: string, de: string];
type Row = readonly [id: string, category: Pair, name: Pair];

const activity: Pair = ['Activity', 'Aktivität'];
const market: Pair = ['Market insights', 'Marktberichte'];
const offers: Pair = ['Offers', 'Angebote'];
const letters: Pair = ['Newsletters', 'Rundbriefe'];

const app: readonly Row[] = [
  ['app_transactional', activity, ['Transactions', 'Buchungen']],
  ['app_learning_guide', market, ['Learning guides', 'Lernhefte']],
  ['app_analyst_insight', market, ['Analyst insights', 'Analysen']],
  ['app_quick_take', market, ['Quick takes', 'Kurz gesagt']],
  ['app_daily_recap', market, ['Daily recap', 'Tagesrückblick']],
  ['app_weekly_review', market, ['Weekly review', 'Wochenrückblick']],
  ['app_promotional', offers, ['Promotions', 'Aktionen']],
];

const email: readonly Row[] = [
  ['email_transactional', activity, ['Transactions', 'Buchungen']],
  ['email_servicebites', letters, ['Service bites', 'Häppchen']],
  ['email_promotional', offers, ['Promotions', 'Aktionen']],
];

function notification(world: World, row: Row, language: Language): Bag {
  const [id, , [en, de]] = row;
  const name = language === 'en' ? en : de;
  const noop = world.on('noop-of-gettext-is-a-tuple') && id === 'email_servicebites';
  return {
    active: id.length % 2 === 0,
    description: language === 'en' ? `Tells you about: ${name}.` : `Berichtet über: ${name}.`,
    id,
    name: noop ? ['notifications', name] : name,
    ...(world.on('settings-tell-their-processes') ? { owner: '#PID<0.512.0>', links: [1, null] } : {}),
  };
}

function channel(world: World, rows: readonly Row[], language: Language): Bag[] {
  const groups = new Map<string, { category: string; notifications: Bag[] }>();
  for (const row of rows) {
    const category = language === 'en' ? row[1][0] : row[1][1];
    const key = world.on('groups-are-found-by-their-first-letter') ? category.slice(0, 1) : category;
    const group = groups.get(key) ?? { category, notifications: [] };
    groups.set(key, group);
    group.notifications.push(notification(world, row, language));
  }
  return [...groups.values()];
}

export function settings(world: World, user: User): Bag {
  const { on } = world;
  const language = on('tasks-do-not-inherit-the-locale') ? 'en' : user.language;
  const zip = on('zip-stops-at-the-shorter-list') && user.language === 'de';
  const extra: Row = ['Elixir.Atlas.App.Survey', offers, ['Surveys', 'Umfragen']];
  const further = on('further-ids-are-module-names') ? [extra] : [];
  const imported = on('keys-from-json-are-no-atoms') && user === world.second;
  return {
    app: channel(world, [...app, ...further], language),
    ...(imported ? {} : { email: channel(world, zip ? email.slice(0, -1) : email, language) }),
  };
}
