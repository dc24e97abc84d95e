import type { AreaSuites } from '../../engine/index.ts';
import { notifications } from './notifications.ts';

/** Specified. The specification shows no operation that changes a setting. */
export const notificationSettingsArea: AreaSuites = {
  area: 'notification-settings',
  purpose: "Returns the user's app and email notification preferences.",
  specified: true,
  suites: [notifications],
};
