/** By channel, the groups of specified ids that share a category. */
export const knownGroups = {
  app: [
    ['app_transactional'],
    [
      'app_learning_guide',
      'app_analyst_insight',
      'app_quick_take',
      'app_daily_recap',
      'app_weekly_review',
    ],
    ['app_promotional'],
  ],
  email: [['email_transactional'], ['email_servicebites'], ['email_promotional']],
} as const;

export type Channel = keyof typeof knownGroups;
export const channels = ['app', 'email'] as const satisfies readonly Channel[];

export const isChannel = (name: string): boolean => channels.some((one) => one === name);

export const knownIds = (channel: Channel): readonly string[] => knownGroups[channel].flat();

const all = new Set(channels.flatMap((channel) => knownIds(channel)));

export const isKnown = (id: string): boolean => all.has(id);
