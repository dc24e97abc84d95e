import type { Bag, Language } from './types.ts';
import type { World } from './world.ts';

const channels = {
  app: [
    ['Activity', 'Aktivität', ['app_transactional']],
    [
      'Market insights',
      'Marktblicke',
      ['app_learning_guide', 'app_analyst_insight', 'app_quick_take', 'app_daily_recap', 'app_weekly_review'],
    ],
    ['Offers', 'Angebote', ['app_promotional']],
  ],
  email: [
    ['Activity', 'Aktivität', ['email_transactional']],
    ['Newsletters', 'Rundbriefe', ['email_servicebites']],
    ['Offers', 'Angebote', ['email_promotional']],
  ],
} as const;

interface Group extends Bag {
  notifications: Bag[];
}

export function settingsOf(world: World, language: Language): Bag {
  const german = language === 'de';
  const { on, form } = world;
  const build = (channel: keyof typeof channels): Group[] =>
    channels[channel].map(([english, deutsch, ids]) => ({
      category: german ? deutsch : english,
      notifications: ids.map((id, i) => notification(id, german, i % 2 === 0)),
    }));
  const app = build('app');
  const email = build('email');
  if (on('categories-fall-back-to-one')) {
    const others = email.splice(1);
    email.push({ category: german ? 'Sonstiges' : 'Other', notifications: others.flatMap((g) => g.notifications) });
  }
  if (on('unrouted-notifications-go-to-every-channel'))
    email[1]?.notifications.push(notification('app_quick_take', german, true));
  if (on('aggregate-times-out-without-offers') && world.count('settings') % 4 === 0) email.pop();
  if (on('further-id-carries-the-message')) {
    app[2]?.notifications.push(notification(`app_survey_${world.count('survey')}`, german, true));
  }
  const shaped = (groups: Group[]) => [
    ...groups.map((group) => form.group({ ...group, notifications: group.notifications.map(form.notification) })),
    ...form.furtherGroups,
  ];
  return { app: shaped(app), email: shaped(email) };
}

function notification(id: string, german: boolean, active: boolean): Bag {
  const name = id.slice(id.indexOf('_') + 1).replaceAll('_', ' ');
  return {
    id,
    name: german ? `Nachricht: ${name}` : `Message: ${name}`,
    description: german ? `Wir melden uns zu ${name}.` : `We write to you about ${name}.`,
    active,
  };
}
