import type { JsonSchema } from '../../engine/config/config.ts';
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
import type { Components } from './components.ts';

/** In addition to the row in the endpoint table. */
export interface Specified {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly request?: JsonSchema;
  /** Absent if the specification defines none. */
  readonly response?: (components: Components) => object;
  /** If the specification defines none, a plausible one. */
  readonly sample: unknown;
  readonly is200: boolean;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Of a 401 that is not about the token. */
  readonly unauthorized?: object;
}

const shapeNotShown = 'The specification names this endpoint, but does not define its response.';

export const specified: Readonly<Record<string, Specified>> = {
  guides: {
    operationId: 'listLearningGuides',
    summary: "The learning guides of the Learn screen's shelf",
    description:
      'In the order configured in the content management system, in the language of the user. The list is cached for 30 minutes.',
    response: (components) => ({
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: components.refer(learningGuide) } },
      example: sampleGuides,
    }),
    sample: sampleGuides,
    is200: true,
  },
  guide: {
    operationId: 'getLearningGuide',
    summary: 'A full learning guide',
    description: `${shapeNotShown} The specification gives its path without a prefix. The path /learn/learning-guides/{id} is also correct.`,
    sample: sampleGuide,
    is200: false,
    parameters: { id: sampleGuideId },
  },
  insights: {
    operationId: 'listAnalystInsights',
    summary: 'Insights by analysts',
    description: shapeNotShown,
    sample: sampleInsights,
    is200: false,
  },
  address: {
    operationId: 'updateAddress',
    summary: 'Updates the physical address of the user',
    description:
      'The supplied address overwrites any existing one. The specification defines neither status nor body of success.',
    request: addressUpdate,
    sample: {},
    is200: false,
  },
  summaries: {
    operationId: 'listDailySummaries',
    summary: 'Daily portfolio snapshots with performance metrics and market insights',
    description: 'The specification defines no query parameters.',
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
    is200: true,
    unauthorized: sampleErrors.unknownUser,
  },
  notifications: {
    operationId: 'getNotificationSettings',
    summary: "The user's notification settings, by channel and category",
    description: 'Names and descriptions are in the language of the user; ids are stable.',
    response: (components) =>
      components.refer(notificationSettings, 'NotificationSettings', sampleNotifications),
    sample: sampleNotifications,
    is200: true,
  },
  cash: {
    operationId: 'getCash',
    summary: 'Cash balances across currencies',
    description: shapeNotShown,
    sample: sampleCash,
    is200: false,
  },
  portfolios: {
    operationId: 'getPortfolios',
    summary: 'Holdings, target allocation, prices and returns',
    description: shapeNotShown,
    sample: samplePortfolios,
    is200: false,
  },
  orders: {
    operationId: 'submitOrder',
    summary: 'Submits a single-instrument trade',
    description: `${shapeNotShown} It gives no value of side other than buy.`,
    request: order,
    sample: sampleTransaction,
    is200: false,
  },
};
