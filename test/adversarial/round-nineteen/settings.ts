import type { Row, Site, User, Visit } from './site.ts';

const groups = [
  ['app', 'Activity', 'Aktivität', ['app_transactional']],
  [
    'app',
    'Market insights',
    'Markt',
    ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
  ],
  ['app', 'Offers', 'Angebote', ['app_promotional']],
  ['email', 'Activity', 'Aktivität', ['email_transactional']],
  ['email', 'Newsletters', 'Rundbriefe', ['email_servicebites']],
  ['email', 'Offers', 'Angebote', ['email_promotional']],
] as const;

export function settingsOf(site: Site, visit: Visit, user: User): Row {
  const german = user.language === 'de';
  const channel = (name: string): Row[] =>
    groups
      .filter((group) => group[0] === name)
      .map(([, english, translated, ids]) => ({
        category: german ? translated : english,
        notifications: ids.map((id, index) => ({
          id,
          name: `${german ? 'Nachricht' : 'Message'} ${index + 1}`,
          description: german ? 'Was Sie erfahren möchten' : 'What you would like to hear of',
          active: german ? index % 2 === 0 : true,
        })),
      }));
  return site.apply('settings', { app: channel('app'), email: channel('email') }, visit);
}
