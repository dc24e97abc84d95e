import type { SecondLevelCache } from './cache.ts';
import { type Group, settingsOf, type User, users } from './data.ts';
import type { Exchange, Json, Toggle } from './messages.ts';

export interface Settings extends Json {
  app: Group[];
  email: Group[];
}
const ofId = (id: string, list: readonly Group[]) =>
  list.find(({ notifications }) => notifications.some((each) => each['id'] === id))?.notifications;

/** Reads notification settings by way of the second-level cache. */
export function notificationService(on: Toggle, cache: SecondLevelCache, orphaned: ReadonlySet<string>) {
  let served = 0;
  return (_exchange: Exchange, user: User): Settings => {
    served += 1;
    const { value, hit } = cache.get('settings', user.id, 2_000, (): Settings => settingsOf(user));
    const shown = structuredClone(value);
    const last = shown.email.at(-1);
    if (hit && last && on('lazy-lists-come-back-as-null')) (last as Json)['notifications'] = null;
    if (user === users[1] && on('revisions-are-joined')) {
      const promotional = ofId('email_promotional', shown.email);
      if (promotional?.[0]) promotional.push({ ...promotional[0], active: false });
    }
    if (on('a-sorted-map-knows-positions-only')) {
      const [first, second, third] = shown.email;
      if (first && second && third) {
        shown.email = [first, { ...second, notifications: [...second.notifications, ...third.notifications] }];
      }
    }
    if (orphaned.has(user.id) && on('merging-a-user-removes-orphans')) {
      shown.email = shown.email.map((group) => ({ ...group, notifications: [] }));
    }
    if (on('a-feature-is-drawn-for-each-request') && served % 5 < 2) {
      const more = { id: 'app_price_alert', name: 'Alarm', description: 'Alarm 2', active: true };
      ofId('app_promotional', shown.app)?.push(more);
    }
    return shown;
  };
}
