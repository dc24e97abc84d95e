import { sampleErrors } from '../../fixtures/samples/errors.ts';
import { sampleGuide, sampleGuides } from '../../fixtures/samples/guides.ts';
import { sampleGuideId } from '../../fixtures/samples/ids.ts';
import {
  sampleCash,
  sampleInsights,
  samplePortfolios,
  sampleTransaction,
} from '../../fixtures/samples/not-shown.ts';
import { sampleNotifications } from '../../fixtures/samples/notifications.ts';
import { sampleSummaries } from '../../fixtures/samples/summaries.ts';
import addressUpdate from '../../schemas/address-update.schema.json' with { type: 'json' };
import dailySummary from '../../schemas/daily-summary.schema.json' with { type: 'json' };
import learningGuide from '../../schemas/learning-guide.schema.json' with { type: 'json' };
import maxValueDifferences from '../../schemas/max-value-differences.schema.json' with {
  type: 'json',
};
import notificationSettings from '../../schemas/notification-settings.schema.json' with {
  type: 'json',
};
import order from '../../schemas/order.schema.json' with { type: 'json' };
import type { JsonSchema } from '../engine.ts';
import type { Components } from './components.ts';

import operations from './operations.json' with { type: 'json' };

export type Specified = Readonly<{
  operationId: string;
  summary: string;
  description: string;
  request?: JsonSchema;
  /** The schema of a 200. Absent if the specification defines none: then it shows no status. */
  response?: (components: Components) => object;
  /** If the specification defines none, a plausible one. */
  sample: unknown;
  parameters?: Readonly<Record<string, string>>;
  unauthorized?: object;
}>;

export const specified: Readonly<Record<string, Specified>> = {
  guides: {
    ...operations.guides,
    response: (components) => ({
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: components.refer(learningGuide) } },
      example: sampleGuides,
    }),
    sample: sampleGuides,
  },
  guide: { ...operations.guide, sample: sampleGuide, parameters: { id: sampleGuideId } },
  insights: { ...operations.insights, sample: sampleInsights },
  address: { ...operations.address, request: addressUpdate, sample: {} },
  summaries: {
    ...operations.summaries,
    response: (components) => ({
      type: 'object',
      required: ['data', 'maxValueDifferences'],
      properties: {
        data: { type: 'array', items: components.refer(dailySummary) },
        maxValueDifferences: components.refer(maxValueDifferences),
      },
      example: sampleSummaries,
    }),
    sample: sampleSummaries,
    unauthorized: sampleErrors.unknownUser,
  },
  notifications: {
    ...operations.notifications,
    response: (components) =>
      components.refer(notificationSettings, 'NotificationSettings', sampleNotifications),
    sample: sampleNotifications,
  },
  cash: { ...operations.cash, sample: sampleCash },
  portfolios: { ...operations.portfolios, sample: samplePortfolios },
  orders: { ...operations.orders, request: order, sample: sampleTransaction },
};
