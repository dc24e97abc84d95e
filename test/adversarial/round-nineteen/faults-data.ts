import type { Fault } from './fault.ts';
import { type Answer, type Row, row, rows, type Site } from './site.ts';

const days = (change: (day: Row, index: number) => Row) => (site: Site) =>
  site.add<Row>('summaries', (body) => ({ ...body, data: rows(body['data']).map(change) }));

const settings = (change: (body: Row) => void) => (site: Site) =>
  site.add<Row>('settings', (body, visit) => {
    if (visit.user?.language === 'de') change(body);
    return body;
  });

export const dataFaults: readonly Fault[] = [
  {
    id: 'scheduled-day-is-shown',
    title:
      'The day that is scheduled for tomorrow is among the summaries, as the query takes future posts for published.',
    breaks: 'summaries/timestamp-digits',
    plugin: (site) =>
      site.add<Row>('summaries', (body) => {
        const data = rows(body['data']);
        const last = data.at(-1) ?? {};
        return { ...body, data: [...data, { ...last, timestamp: Number(last['timestamp']) + 86_400_000 }] };
      }),
  },
  {
    id: 'dollar-and-digits-are-a-reference',
    title:
      'Amounts are put in by a replacement of patterns, in which $12 stands for a group: the dollar and two digits are gone.',
    breaks: 'summaries/currency-text',
    plugin: days((day) => {
      for (const member of Object.values(row(day['portfolio'])).map(row)) {
        member['displayValue'] = String(member['displayValue']).replace(/\$\d{1,2}/, '');
      }
      return day;
    }),
  },
  {
    id: 'placeholder-of-percent-stays',
    title:
      'The database layer guards per cent signs by a placeholder of hexadecimal digits, which nobody takes out of weights.',
    breaks: 'summaries/percent-text',
    plugin: days((day) => {
      for (const asset of rows(row(day['performers'])['all'])) {
        asset['weight'] = String(asset['weight']).replace('%', `{${'9f3a61c0'.repeat(8)}}`);
      }
      return day;
    }),
  },
  {
    id: 'meta-values-are-ordered-as-text',
    title: 'The best three are the last by meta value, which is a text with its sign, and minus comes behind plus.',
    breaks: 'summaries/performer-lists',
    plugin: days((day) => {
      const { all } = row(day['performers']);
      const text = (asset: Row) => (asset['downBy'] ? `-${asset['downBy']}` : `+${asset['upBy']}`);
      const sorted = [...rows(all)].sort((a, b) => (text(a) < text(b) ? 1 : -1));
      return {
        ...day,
        performers: { all, best: sorted.slice(0, 3), worst: sorted.filter((asset) => asset['downBy']) },
      };
    }),
  },
  {
    id: 'loop-leaves-its-reference',
    title:
      'A loop by reference over the portfolio is followed by one by value, after which the last member is a copy of that before.',
    breaks: 'summaries/member-key',
    plugin: days((day) => {
      const portfolio = row(day['portfolio']);
      return { ...day, portfolio: { ...portfolio, total: portfolio['holdings'] } };
    }),
  },
  {
    id: 'shortcode-attributes-are-lower-cased',
    title:
      'The performers of the oldest day are attributes of a shortcode, whose names are lower-cased: assetid, upby and downby.',
    breaks: 'summaries/schema',
    plugin: days((day, index) => {
      if (index > 0) return day;
      const lowered = (asset: Row) =>
        Object.fromEntries(Object.entries(asset).map(([name, value]) => [name.toLowerCase(), value]));
      const lists = Object.entries(row(day['performers'])).map(
        ([name, list]) => [name, rows(list).map(lowered)] as const,
      );
      return { ...day, performers: Object.fromEntries(lists) };
    }),
  },
  {
    id: 'missing-meta-row-is-an-empty-text',
    title: 'The second day has no row for the score of the analysts, and reading it yields an empty text.',
    breaks: 'summaries/schema',
    plugin: days((day, index) => {
      if (index === 1) row(row(day['sentimentScore'])['analyst'])['score'] = '';
      return day;
    }),
  },
  {
    id: 'private-post-is-not-found',
    title:
      'Daily summaries of the denied user are private posts, which are not found by those who may not read them: 404.',
    breaks: 'summaries/forbidden',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (visit.route !== 'summaries' || answer.status !== 403) return answer;
        return { ...answer, status: 404, body: { ...row(answer.body), status: 404 } };
      }),
  },
  {
    id: 'defaults-merged-recursively',
    title:
      'Settings of the second user are merged recursively with the defaults, by which active is a list of both values.',
    breaks: 'notifications/schema',
    plugin: settings((body) => {
      const [notification] = rows(rows(body['email'])[1]?.['notifications']);
      if (notification) notification['active'] = [true, notification['active']];
    }),
  },
  {
    id: 'defaults-fill-the-top-level-only',
    title:
      'What the second user has saved replaces the defaults of a category whole: the ids that he never touched are missing.',
    breaks: 'notifications/known-ids-complete',
    plugin: settings((body) => {
      const group = rows(body['app'])[1];
      if (group) group['notifications'] = rows(group['notifications']).slice(0, 2);
    }),
  },
  {
    id: 'unique-id-counts-on',
    title: 'The notification of a plugin gets its id from the counter of the page, which goes on from visit to visit.',
    breaks: 'notifications/ids-stable',
    plugin: (site) =>
      site.add<Row>('settings', (body) => {
        const next = ((site.cache.get('unique_id') as number | undefined) ?? 0) + 1;
        site.cache.set('unique_id', next);
        const extra = { id: `field-${next}`, name: 'Events', description: 'Events near you', active: false };
        return { ...body, app: [...rows(body['app']), { category: 'Events', notifications: [extra] }] };
      }),
  },
  {
    id: 'serialised-length-is-wrong',
    title:
      'A move to another domain changed lengths within serialised settings of the second user: unserialize yields false for email.',
    breaks: 'notifications/schema',
    plugin: settings((body) => {
      body['email'] = false;
    }),
  },
  {
    id: 'amounts-through-absint',
    title: 'Amounts of orders go through the sanitiser of positive integers, which drops the minus.',
    breaks: 'orders/amount-bounds',
    plugin: (site) =>
      site.add<unknown>('order_amount', (amount) => (typeof amount === 'number' ? Math.abs(amount) : amount)),
  },
  {
    id: 'anything-is-greater-than-zero',
    title: 'An amount is sound where it is greater than zero, as a list, an object and a word are in loose comparison.',
    breaks: 'orders/wrong-type',
    plugin: (site) =>
      site.add<boolean>('amount_sound', (sound, visit) => {
        const { amount } = visit.claims;
        if (typeof amount === 'string') return sound || (Number.isNaN(Number(amount)) && amount > '0');
        return sound || (typeof amount === 'object' && amount !== null);
      }),
  },
];
