import { insightRows } from './content.ts';
import type { GuideRow } from './data.ts';
import { json, plain, Refusal } from './model.ts';
import { privately } from './private.ts';
import type { Patches } from './toggles.ts';

export const contentDefects: Patches = {
  'attachment-is-a-list-of-files': (flow) => {
    const view = flow.guideView;
    flow.guideView = (row, language) => {
      const guide = view(row, language);
      if (row.key !== 'markets') return guide;
      const file = { id: 'attK2p', url: guide.mobileCoverImageURL, filename: 'markets-m.jpg', size: 48_211 };
      return { ...guide, mobileCoverImageURL: [file] };
    };
  },

  'shared-view-is-sorted-by-a-colleague': (flow) => {
    const begin = Date.now();
    flow.orderOfGuides = (rows) => {
      const sortedByColleague = Math.floor((Date.now() - begin) / 400) % 2 === 1;
      return sortedByColleague ? [...rows].sort((left, right) => left.key.localeCompare(right.key)) : rows;
    };
  },

  'lookup-is-a-list-and-equals-nothing': (flow) => {
    flow.languageOfGuides = (user) => {
      const lookup: unknown = [user.language];
      return lookup === 'sv' ? 'sv' : 'en';
    };
  },

  'thirty-minutes-typed-as-hours': (flow) => {
    flow.guidePolicy = () => {
      const [hours = 0, minutes = 0] = '30:00'.split(':').map(Number);
      return `private, max-age=${hours * 3_600 + minutes * 60}`;
    };
  },

  'search-covers-all-fields': (flow) => {
    const fields = (row: GuideRow): string[] => [row.id, row.key, row.slug, row.title.en, row.related];
    flow.findGuide = (id) => flow.tables.guides.find((row) => fields(row).includes(id));
  },

  'connector-limit-arrives-as-400': (flow) => {
    const insights = flow.handlers.insights;
    let calls: number[] = [];
    flow.handlers.insights = (user, exchange) => {
      calls = calls.filter((moment) => moment > Date.now() - 1_000);
      if (calls.length >= 5) {
        throw new Refusal('platform', 400, 'Bad request - please check your parameters');
      }
      calls.push(Date.now());
      return insights(user, exchange);
    };
  },

  'empty-cells-print-undefined': (flow) => {
    const insights = flow.handlers.insights;
    flow.handlers.insights = (user, exchange) => {
      if (user.language !== 'sv') return insights(user, exchange);
      const items = insightRows(user).map(
        (row) =>
          `{"isin":"${String(row.isin)}","headline":"${String(row.headline)}","score":${String(row.score)},` +
          `"note":${String(row.note ?? undefined)}}`,
      );
      return plain(200, 'application/json; charset=utf-8', `{"insights":[${items.join(',')}]}`);
    };
  },

  'automations-suspect-a-loop': (flow) => {
    const update = flow.handlers.address;
    const runs = new Map<string, number[]>();
    flow.handlers.address = (user, exchange) => {
      const recent = (runs.get(user.id) ?? []).filter((moment) => moment > Date.now() - 3_000);
      runs.set(user.id, [...recent, Date.now()]);
      if (recent.length >= 10) throw new Refusal('platform', 508, 'The automation seems to call itself');
      return update(user, exchange);
    };
  },

  'checkbox-prints-true': (flow) => {
    const cash = flow.handlers.cash;
    const policy = { private: true, rest: 'max-age=0, must-revalidate' };
    flow.handlers.cash = async (user, exchange) => ({
      ...(await cash(user, exchange)),
      headers: { 'Cache-Control': `${policy.private}, ${policy.rest}` },
    });
  },

  'any-query-asks-for-formatted-cells': (flow) => {
    const cash = flow.handlers.cash;
    flow.handlers.cash = async (user, exchange) => {
      const reply = await cash(user, exchange);
      if (exchange.query === undefined || exchange.query === '') return reply;
      const text = JSON.stringify(reply.body, (_name, value: unknown) =>
        typeof value === 'number' ? value.toLocaleString('en', { minimumFractionDigits: 2 }) : value,
      );
      return privately(JSON.parse(text) as unknown);
    };
  },

  'access-is-asked-of-the-owner': (flow) => {
    const refuse = flow.refuse;
    flow.refuse = (refusal, exchange) =>
      refusal.kind === 'denied' ? json(202, { message: 'Access has been requested' }) : refuse(refusal, exchange);
  },
};
