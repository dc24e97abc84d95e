import { cashOf, insightRows, portfolioOf } from './content.ts';
import { READER } from './data.ts';
import type { Json, User } from './model.ts';
import { Refusal } from './model.ts';
import { privately } from './private.ts';
import type { Patches } from './toggles.ts';

interface Position {
  readonly asset: string;
  readonly weight: string;
  readonly value: number;
}

function positionsOf(user: User): Position[] {
  const portfolios = portfolioOf(user).portfolios as { allocation: Position[] }[];
  return portfolios.flatMap((portfolio) => portfolio.allocation);
}

function block(type: string, text: string): Json {
  const rich = { plain_text: text, href: null, annotations: { bold: false } };
  return { object: 'block', type, [type]: { rich_text: [rich] } };
}

export const shapeVariations: Patches = {
  'cash-in-records': (flow) => {
    flow.handlers.cash = (user) => {
      const balances = cashOf(user).balances as Json[];
      const records = balances.map((fields, index) => ({ id: `recCash${index}${user.id.slice(0, 6)}`, fields }));
      return privately({ records, offset: null });
    };
  },

  'portfolios-as-items': (flow) => {
    flow.handlers.portfolios = (user) =>
      privately(positionsOf(user).map((position, item) => ({ json: position, pairedItem: { item }, binary: {} })));
  },

  'insights-as-blocks': (flow) => {
    flow.handlers.insights = (user) => {
      const results = insightRows(user).map((row) =>
        block('callout', `${String(row.headline)} (${String(row.score)})`),
      );
      return privately({ object: 'list', results, has_more: false, next_cursor: null });
    };
  },

  'portfolios-as-a-range-of-cells': (flow) => {
    flow.handlers.portfolios = (user) => {
      const rows = positionsOf(user).map((position) => [position.asset, position.weight, String(position.value)]);
      const values = [['Asset', 'Weight', 'Value'], ...rows, []];
      return privately({ range: "'Positions 🗂'!A1:C4", majorDimension: 'ROWS', values });
    };
  },

  'full-guide-is-a-page-of-blocks': (flow) => {
    const guide = flow.handlers.guide;
    flow.handlers.guide = async (user, exchange) => {
      const reply = await guide(user, exchange);
      const row = flow.findGuide(exchange.guideId);
      if (row === undefined) throw new Refusal('guide-unknown', 404, 'There is no such guide');
      const results = [block('heading_1', row.title[READER.language]), block('paragraph', row.slug)];
      return { ...reply, body: { object: 'page', results, icon: null, archived: false } };
    };
  },

  'update-says-that-the-flow-was-started': (flow) => {
    flow.updateAnswer = () => ({ message: 'Workflow was started' });
  },

  'update-answered-with-updated-cells': (flow) => {
    flow.updateAnswer = () => ({ updatedRange: 'Addresses!B7:F7', updatedRows: 1, updatedColumns: 5, updatedCells: 5 });
  },

  'order-answered-with-a-form-receipt': (flow) => {
    flow.orderAnswer = (order) => ({
      title: 'Thank you! 🎉',
      answers: Object.entries(order).map(([question, answer]) => ({ question, answer: String(answer) })),
      editUrl: null,
    });
  },

  'read-back-is-a-record': (flow) => {
    flow.settings.readBack = { path: '/tables/people/me', pointer: '/records/0/fields/Home address (auto)' };
    flow.profile = (address, user) => ({
      records: [
        {
          id: `rec${user.id.slice(0, 14)}`,
          fields: { Locale: [user.language], 'Home address (auto)': address },
        },
      ],
    });
  },
};
