import type { State } from './state.ts';
import type { Bag, Language } from './types.ts';

type Item = readonly [id: string, en: string, tr: string];
type Group = readonly [en: string, tr: string, items: readonly Item[]];

const app: readonly Group[] = [
  ['Activity', 'Hareketler', [['app_transactional', 'Transactions', 'İşlemler']]],
  [
    'Market insights',
    'Piyasa görüşleri',
    [
      ['app_learning_guide', 'Learning guides', 'Rehberler'],
      ['app_analyst_insight', 'Analyst insights', 'Analist görüşleri'],
      ['app_quick_take', 'Quick takes', 'Kısa yorumlar'],
      ['app_daily_recap', 'Daily recap', 'Günün özeti'],
      ['app_weekly_review', 'Weekly review', 'Haftanın özeti'],
    ],
  ],
  ['Offers', 'Fırsatlar', [['app_promotional', 'Promotions', 'Kampanyalar']]],
];
const email: readonly Group[] = [
  ['Activity', 'Hareketler', [['email_transactional', 'Transactions', 'İşlemler']]],
  ['Newsletters', 'Bültenler', [['email_servicebites', 'Service bites', 'Kısa haberler']]],
  ['Offers', 'Fırsatlar', [['email_promotional', 'Promotions', 'Kampanyalar']]],
];

interface Rendered {
  category: string;
  notifications: Bag[];
}

function render(groups: readonly Group[], language: Language): Rendered[] {
  const turkish = language === 'tr';
  return groups.map(([en, tr, items]) => ({
    category: turkish ? tr : en,
    notifications: items.map(([id, name, ad], index) => ({
      id,
      name: turkish ? ad : name,
      description: turkish ? `${ad} için bildirimler` : `Notifications about ${name.toLowerCase()}`,
      active: index % 2 === 0,
    })),
  }));
}

export function settings(s: State, language: Language): Bag {
  const ui: Language = s.on('ui-culture-is-not-the-culture') ? 'en' : language;
  let inApp = render(app, ui);
  const byMail: unknown[] = render(email, ui);
  const offers = inApp[2];
  const insights = inApp[1];
  if (s.on('binder-appends-to-the-defaults')) offers?.notifications.push(...offers.notifications);
  if (s.on('group-key-has-no-equality') && insights) {
    const { category, notifications } = insights;
    const split = notifications.map((one) => ({ category, notifications: [one] }));
    inApp = inApp.flatMap((group) => (group === insights ? split : [group]));
  }
  if (s.on('temporary-key-is-shown')) {
    const key = -2147482647 + s.count('temporary keys');
    offers?.notifications.push({ id: `app_survey_${key}`, name: 'Survey', description: 'Surveys', active: true });
  }
  if (s.on('further-notifications-are-guids')) {
    const id = '{9D2B6E3C-51F0-4C3A-8B77-0E6A4F1D2C3B}';
    offers?.notifications.push({ id, name: 'Beta', description: 'Beta', active: false });
  }
  if (s.on('references-are-preserved')) {
    const group = render(email, ui)[0];
    byMail[0] = { category: group?.category, notifications: { $id: '2', $values: group?.notifications } };
  }
  return { app: inApp, email: byMail };
}
