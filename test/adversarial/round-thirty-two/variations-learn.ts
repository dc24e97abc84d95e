import { randomBytes } from 'node:crypto';
import type { App } from './app.ts';
import { digest } from './boot.ts';
import type { Json } from './core.ts';
import type { VariedChange } from './toggle.ts';
import { bodyOf, guides, notifications, speak } from './varied.ts';

const irish = ['Tús', 'Riosca', 'Cistí', 'Cairteacha', 'Bannaí', 'Costais', 'Coigilteas', 'Díbhinní', 'Socair'];
const scots = ['Toiseach', 'Cunnart', 'Maoinean', 'Clàran', 'Bannan', 'Cosgaisean', 'Sàbhaladh', 'Roinnean', 'Sìth'];

function titled(prefix: string, titles: readonly string[]): (key: string) => string | undefined {
  return (key) => {
    const match = /^guide\.(\d+)\.(\w+)$/.exec(key);
    if (!match) return `${prefix}${key.replace(/[._]/g, ' ')}`;
    return `${match[2] === 'title' ? '' : prefix}${titles[Number(match[1])] ?? ''}`;
  };
}

function localTime(moment: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(moment),
  );
  return `${parts.replace(' ', 'T')}${zone === 'Europe/Amsterdam' ? '+02:00' : '+01:00'}`;
}

function afrikaans(app: App): void {
  const dutch = app.words['nl'];
  app.words['af'] = (key) =>
    dutch?.(key)
      ?.replaceAll('ij', 'y')
      .replaceAll('een', "'n")
      .replace('Alles over', 'Alles oor')
      .replace('Winst beter dan verwacht', 'Wins beter as verwag');
}

export const learnVariations: readonly VariedChange[] = [
  {
    id: 'insights-of-action-text',
    title: 'Analyst insights are attachments of rich text with signed ids, a caption of null and markup of an editor.',
    apply: (app) => {
      bodyOf(app, 'insights', (body, x) => ({
        body: `<div class="trix-content">${app.text(x.user, 'insight')}</div>`,
        attachables: (body['data'] as Json[]).map(({ assetId }) => ({
          sgid: digest(String(assetId)),
          caption: null,
          presentation: 'gallery',
        })),
      }));
    },
  },
  {
    id: 'insights-by-polymorphic-type',
    title: 'Analyst insights are gathered under the names of the classes that they belong to, one of which has none.',
    apply: (app) => {
      bodyOf(app, 'insights', (body) => ({
        'Equity::Share': body['data'],
        'Debt::Bond': [],
        count: { 'Equity::Share': 3, 'Debt::Bond': 0 },
      }));
    },
  },
  {
    id: 'insights-count-their-views',
    title: 'Analyst insights carry a counter cache of their views, which each reading increments.',
    apply: (app) => {
      let views = 417;
      bodyOf(app, 'insights', (body) => {
        views += 1;
        return {
          ...body,
          views_count: views,
          data: (body['data'] as Json[]).map((item, place) => ({ ...item, views: views + place })),
        };
      });
    },
  },
  {
    id: 'full-guide-is-a-component-tree',
    title: 'A full guide is a tree of view components with slots and arguments, without an id of its own.',
    apply: (app) => {
      bodyOf(app, 'guide', (body) => ({
        component: 'Guides::ShowComponent',
        args: [{ of: body['key'] }, null],
        slots: { header: { component: 'Ui::Title', args: [body['title']] }, body: body['chapters'] },
      }));
    },
  },
  {
    id: 'reading-touches-the-guide',
    title:
      'Reading a full guide touches it and the shelf above, so that updated_at and lock_version go up with ' +
      'each reading.',
    apply: (app) => {
      let version = 12;
      bodyOf(app, 'guide', (body) => {
        version += 1;
        return {
          ...body,
          updated_at: new Date().toISOString(),
          lock_version: version,
          shelf: { updated_at: new Date().toISOString() },
        };
      });
    },
  },
  {
    id: 'guides-carry-times-in-the-zone-of-the-user',
    title: 'Guides carry published and reviewed times in the zone of the reader, with another offset for each user.',
    apply: (app) => {
      guides(app, (element, index, user) => ({
        ...element,
        publishedAt: localTime(`2026-06-${String(10 + index)}T22:30:00Z`, user.zone),
        reviewedAt: localTime(`2026-06-${String(10 + index)}T23:30:00Z`, user.zone),
      }));
    },
  },
  {
    id: 'guides-carry-global-ids-and-cache-versions',
    title: 'Guides carry gid, sgid, cache_key and a cache version of twenty digits as text.',
    apply: (app) => {
      guides(app, (element) => ({
        ...element,
        gid: `gid://invest/Guide/${String(element['id'])}`,
        sgid: `${digest(String(element['id']))}--v1`,
        cache_key: `guides/${String(element['id'])}`,
        cache_version: '20261102093000123456',
      }));
    },
  },
  {
    id: 'users-read-dutch-and-afrikaans',
    title: 'The users read Dutch and Afrikaans, in which some titles are the same.',
    apply: (app) => {
      afrikaans(app);
      speak(app, 'nl', 'af');
    },
  },
  {
    id: 'users-read-irish-and-scottish',
    title: 'The users read Irish and Scottish Gaelic, and descriptions are little more than titles.',
    apply: (app) => {
      app.words['ga'] = titled('Faoi ', irish);
      app.words['gd'] = titled('Mu ', scots);
      speak(app, 'ga', 'gd');
    },
  },
  {
    id: 'notifications-carry-unsubscribe-links',
    title: 'Notifications carry a link with a signed id for unsubscribing, another one in each answer.',
    apply: (app) => {
      notifications(app, (item) => ({
        ...item,
        unsubscribe: `https://invest.example/off/${randomBytes(18).toString('base64url')}--${digest('off')}`,
      }));
    },
  },
  {
    id: 'settings-sorted-by-translated-name',
    title: 'Groups and notifications are sorted by their translated names, thus otherwise for each language.',
    apply: (app) => {
      const plain = app.presentSettings;
      app.presentSettings = (user) =>
        Object.fromEntries(
          Object.entries(plain(user)).map(([channel, groups]) => [
            channel,
            (groups as { category: string; notifications: Json[] }[])
              .map((group) => ({
                ...group,
                notifications: [...group.notifications].sort((a, b) =>
                  String(a['name']).localeCompare(String(b['name'])),
                ),
              }))
              .sort((a, b) => a.category.localeCompare(b.category)),
          ]),
        );
    },
  },
  {
    id: 'notifications-are-delegated-types',
    title:
      'Notifications carry their delegated type, its id as a number and the object of it, which has a name ' +
      'of its own.',
    apply: (app) => {
      notifications(app, (item) => ({
        ...item,
        notifiable_type: 'Push::Topic',
        notifiable_id: 31,
        notifiable: { id: 31, name: null, active: 'inherited' },
      }));
    },
  },
];
