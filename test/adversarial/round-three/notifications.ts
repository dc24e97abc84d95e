import { answer, type Call, type Reply } from './exchange.ts';
import type { Language, User } from './people.ts';
import { because, type Group, groups } from './texts.ts';
import type { World } from './world.ts';

interface Told {
  readonly category: string;
  readonly notifications: readonly { readonly id: string; readonly active: boolean }[];
}

function splitByActive(group: Told): readonly Told[] {
  return [true, false]
    .map((active) => ({ ...group, notifications: group.notifications.filter((entry) => entry.active === active) }))
    .filter(({ notifications }) => notifications.length > 0);
}

/** Makes the handler of the notification settings. */
export function makeNotifications({ on }: World): (user: User, call: Call) => Reply {
  let answers = 0;

  const tell = (group: Group, user: User, language: Language, hidden: string): Told => ({
    category: on('two-categories-share-a-name') ? (groups[0]?.category[language] ?? '') : group.category[language],
    notifications: group.notifications
      .filter(({ id }) => id !== hidden)
      .map(({ id, name }) => ({
        id,
        name: name[language],
        description: because[language](name[language]),
        active: !user.muted.has(id),
      })),
  });

  return (user, call) => {
    answers += 1;
    const hidden = on('experiment-hides-a-notification') && answers % 3 === 0 ? 'app_quick_take' : '';
    const language = on('notifications-speak-as-the-client') ? (call.claims?.client?.language ?? 'pl') : user.language;
    const channel = (name: Group['channel']): readonly Told[] => {
      const told = groups.filter((group) => group.channel === name).map((group) => tell(group, user, language, hidden));
      return on('groups-split-by-what-is-active') ? told.flatMap(splitByActive) : told;
    };
    const text = { id: 'sms_login', name: 'SMS', description: 'SMS', active: true };
    const sms = on('a-third-channel') ? { sms: [{ category: 'SMS', notifications: [text] }] } : {};
    const email = channel('email');
    const isSilent = email.every(({ notifications }) => notifications.every(({ active }) => !active));
    const mail = on('silent-channel-is-left-out') && isSilent ? {} : { email };
    const reply = answer({ app: channel('app'), ...mail, ...sms });
    if (!on('length-counted-in-characters')) return reply;
    return { ...reply, headers: { ...reply.headers, 'Content-Length': String(JSON.stringify(reply.body).length) } };
  };
}
