import { setTimeout as delay } from 'node:timers/promises';
import type { On } from '../toggles.ts';
import { notificationDescription, translate } from './texts.ts';
import type { User } from './users.ts';

type Channel = 'app' | 'email';

interface Notification {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
}

interface Group {
  readonly category: string;
  readonly notifications: Notification[];
}

const layout: Record<Channel, readonly (readonly [category: string, words: readonly string[]])[]> = {
  app: [
    ['Activity', ['transactional']],
    ['Market insights', ['learning_guide', 'analyst_insight', 'quick_take', 'daily_recap', 'weekly_review']],
    ['Offers', ['promotional']],
  ],
  email: [
    ['Activity', ['transactional']],
    ['Newsletters', ['servicebites']],
    ['Offers', ['promotional']],
  ],
};

/** The notification settings of each user, made when the user is made. */
export class NotificationSettings {
  private readonly on: On;
  private readonly kept = new Map<string, Record<Channel, Group[]>>();
  private current: User | undefined;

  constructor(on: On) {
    this.on = on;
  }

  async of(user: User): Promise<object> {
    if (this.on('current-user-in-field')) {
      this.current = user;
      await delay(5);
      return this.build(this.current);
    }
    if (this.on('defaults-appended')) return this.migrate(user);
    return this.build(user);
  }

  private build(user: User): Record<Channel, Group[]> {
    return { app: this.channel('app', user), email: this.channel('email', user) };
  }

  // Older accounts lack the promotional setting; the look for it is made in the wrong channel.
  private migrate(user: User): Record<Channel, Group[]> {
    const known = this.kept.get(user.id);
    if (known === undefined) {
      const built = this.build(user);
      this.kept.set(user.id, built);
      return built;
    }
    const offers = known.app.at(-1);
    const promotional = offers?.notifications[0];
    const there = known.email.some((group) => group.notifications.some(({ id }) => id === 'app_promotional'));
    if (!there && promotional && (offers?.notifications.length ?? 0) < 3) offers?.notifications.push(promotional);
    return known;
  }

  private channel(channel: Channel, user: User): Group[] {
    const groups: Group[] = [];
    for (const [category, words] of this.layoutOf(channel)) {
      const name = this.categoryName(category, user);
      const notifications = words.map((word) => this.notification(channel, word, user));
      const same = this.on('grouped-by-translation') ? groups.find((group) => group.category === name) : undefined;
      if (same) same.notifications.push(...notifications);
      else groups.push({ category: name, notifications });
    }
    return groups;
  }

  private layoutOf(channel: Channel): readonly (readonly [category: string, words: readonly string[]])[] {
    if (!this.on('further-notifications')) return layout[channel];
    const security = ['Security', ['new_device']] as const;
    const extended = layout[channel].map(([category, words]) => [category, [...words, `${words[0]}_digest`]] as const);
    return [security, ...extended.reverse()];
  }

  private categoryName(category: string, user: User): string {
    // The translators of the newest release have not been round yet.
    const untranslated = category === 'Newsletters' || category === 'Offers';
    if (this.on('grouped-by-translation') && untranslated && user.language !== 'en') return 'Otros';
    return translate(category, user.language);
  }

  private notification(channel: Channel, word: string, user: User): Notification {
    const id = `${channel}_${word}`;
    return {
      id,
      name: translate(word, user.language),
      description: notificationDescription(word, user.language),
      active: !user.silenced.includes(id),
    };
  }
}
