import type { RequestHandler } from 'express';
import { sendJson } from './answer.ts';
import { userOf } from './guards.ts';
import type { User } from './store.ts';
import { channels, describeNotification, furtherCategory } from './texts.ts';
import type { World } from './world.ts';

interface Group {
  category: string;
  notifications: { id: string; name: string; description: string; active: boolean }[];
}

/** Builds the handler of the notification settings. */
export function makeNotificationsHandler({ on }: World): RequestHandler {
  let asked = 0;

  function listRows(channel: 'app' | 'email', user: User): { category: string; id: string }[] {
    const rows = channels[channel].flatMap(({ category, ids }) =>
      ids.map((id) => ({ category: category[user.language], id })),
    );
    const insight = channels.app[1]?.category[user.language] ?? '';
    if (channel === 'app' && on('notifications-two-releases') && asked % 2 === 0)
      rows.splice(-1, 0, { category: insight, id: 'app_price_alert' });
    if (channel === 'app' && on('notifications-more')) {
      rows.splice(3, 0, { category: insight, id: 'app_price_alert' });
      rows.unshift({ category: furtherCategory[user.language], id: 'app_new_device' });
    }
    return on('notifications-muted-left-out') ? rows.filter(({ id }) => !user.muted.includes(id)) : rows;
  }

  function groupRows(rows: { category: string; id: string }[], user: User): Group[] {
    const groups: Group[] = [];
    rows.forEach(({ category, id }, i) => {
      const batchStarts = on('notifications-split-at-three') && i % 3 === 0;
      let group = batchStarts ? undefined : groups.find((candidate) => candidate.category === category);
      if (!group) {
        group = { category, notifications: [] };
        groups.push(group);
      }
      group.notifications.push({
        id,
        ...describeNotification(id, user.language),
        active: !user.muted.includes(id),
      });
    });
    return groups;
  }

  return (_req, res) => {
    const user = userOf(res);
    asked++;
    res.setHeader('Cache-Control', 'private, no-store');
    sendJson(res, 200, {
      app: groupRows(listRows('app', user), user),
      email: groupRows(listRows('email', user), user),
    });
  };
}
