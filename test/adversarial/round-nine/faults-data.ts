import type { Json, Toggle } from './app.ts';
import { onBody, onRefusal, onSuccess } from './hooks.ts';

interface Setting {
  id: string;
}
interface Group {
  category: string;
  notifications: Setting[];
}

export const DATA: Readonly<Record<string, Toggle>> = {
  'asset-populated': onBody('summaries', (body) => {
    const performer = body.data[1].performers.all[2];
    performer.assetId = { _id: performer.assetId, name: 'Fund of funds' };
  }),
  'keys-with-row': onBody('summaries', (body) => {
    body.data.forEach(({ portfolio }: { portfolio: Record<string, Json> }, row: number) => {
      for (const member of Object.values(portfolio)) if (row > 0) member['key'] = `${member['key']}-${row}`;
    });
  }),
  'differences-marshalled': (app) => {
    let readings = 0;
    onBody('summaries', (body) => {
      readings += 1;
      if (readings === 1) return;
      const entries = Object.entries(body.maxValueDifferences);
      body.maxValueDifferences = Object.fromEntries(entries.map(([name, value]) => [name, { N: String(value) }]));
    })(app);
  },
  'interest-not-a-number': onBody('summaries', (body, { user }, app) => {
    const { savings } = body.data[0].portfolio;
    savings.unrealisedMonthlyInterest = app.money(Number.NaN, user === app.users.first ? 'de' : 'fr');
  }),
  'denied-for-legal-reasons': onRefusal((draft, { route }) => {
    if (route?.name !== 'summaries' || draft.status !== 403) return;
    draft.status = 451;
    draft.text = draft.text.replace('403', '451');
  }),
  'groups-as-sets': onBody('notifications', (body) => {
    body.email.at(-1).notifications = new Set(body.email.at(-1).notifications);
  }),
  'single-ones-under-other': onBody('notifications', (body) => {
    for (const channel of ['app', 'email']) {
      const groups: Group[] = body[channel];
      const single = groups.filter(({ notifications }) => notifications.length === 1);
      const other = {
        category: `${single[0]?.category} …`,
        notifications: single.flatMap((group) => group.notifications),
      };
      body[channel] = [...groups.filter((group) => !single.includes(group)), other];
    }
  }),
  'settings-under-rebuild': (app) => {
    let readings = 0;
    let readyAt = 0;
    onSuccess('notifications', (draft) => {
      readings += 1;
      const body = JSON.parse(draft.text) as { app: Group[] };
      if (app.clock() < readyAt) {
        for (const group of body.app) group.notifications = group.notifications.slice(0, 3);
        draft.text = JSON.stringify(body);
      }
      if (readings % 5 === 0) readyAt = app.clock() + 150;
    })(app);
  },
};
