import type { JsonSchema } from '../../engine/config/config.ts';
import { sampleErrors } from '../../fixtures/samples/errors.ts';
import { sampleGuide, sampleGuides } from '../../fixtures/samples/guides.ts';
import { sampleGuideId } from '../../fixtures/samples/ids.ts';
import { sampleCash, sampleInsights, samplePortfolios, sampleTransaction } from '../../fixtures/samples/not-shown.ts';
import { sampleNotifications } from '../../fixtures/samples/notifications.ts';
import { sampleSummaries } from '../../fixtures/samples/summaries.ts';
import addressUpdate from '../../schemas/address-update.schema.json' with { type: 'json' };
import dailySummary from '../../schemas/daily-summary.schema.json' with { type: 'json' };
import learningGuide from '../../schemas/learning-guide.schema.json' with { type: 'json' };
import maxValueDifferences from '../../schemas/max-value-differences.schema.json' with { type: 'json' };
import notificationSettings from '../../schemas/notification-settings.schema.json' with { type: 'json' };
import order from '../../schemas/order.schema.json' with { type: 'json' };
import type { Components } from './components.ts';

/** What the specification says of an endpoint beyond its row in the endpoint table. */
export interface Specified {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Of the request's body. */
  readonly request?: JsonSchema;
  /** Of the body of a 200, with references made by `components`; absent: not shown. */
  readonly response?: (components: Components) => object;
  /** A body of success, plausible where it is not shown. */
  readonly sample: unknown;
  /** Whether the specification says that success is a 200. */
  readonly is200: boolean;
  readonly parameters?: Readonly<Record<string, string>>;
  /** The ApiError of a 401 that is not about the token. */
  readonly unauthorized?: object;
}

const shapeNotShown = 'The specification names this endpoint; the shape of its answer is not shown.';

/** By the name of the endpoint. */
export const specified: Readonly<Record<string, Specified>> = {
  guides: {
    operationId: 'listLearningGuides',
    summary: "The learning guides of the Learn screen's shelf",
    description:
      'In the order configured in the content management system, in the language of the user. The listing is cached for 30 minutes.',
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
    description: `${shapeNotShown} Its path is shown without a prefix; with /learn/learning-guides/{id} an implementation is as correct.`,
    sample: sampleGuide,
    is200: false,
    parameters: { id: sampleGuideId },
  },
  insights: {
    operationId: 'listAnalystInsights',
    summary: 'What analysts write',
    description: shapeNotShown,
    sample: sampleInsights,
    is200: false,
  },
  address: {
    operationId: 'updateAddress',
    summary: 'Updates the physical address of the user',
    description: 'The supplied address overwrites any existing one. Status and body of success are not shown.',
    request: addressUpdate,
    sample: {},
    is200: false,
  },
  summaries: {
    operationId: 'listDailySummaries',
    summary: 'Daily portfolio snapshots with performance metrics and market insights',
    description: 'Query parameters are not shown.',
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
    response: (components) => components.refer(notificationSettings, 'NotificationSettings', sampleNotifications),
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
    description: `${shapeNotShown} Allowed values of side beyond buy are not shown.`,
    request: order,
    sample: sampleTransaction,
    is200: false,
  },
};
