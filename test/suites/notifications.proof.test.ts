import { proveRequirement, shownBy } from '../simulation/prove-requirement.ts';

proveRequirement('notifications/ok', {
  invalid: [
    ['settings-missing-behind-another-language', 'refused'],
    ['settings-lost-while-table-grows', 'refused'],
    ['notifications-as-list', 'not-object'],
    ['notifications-null-in-german', 'not-object'],
    ['notifications-created-by-reading', 'refused'],
    ['notifications-error-as-success', 'error-as-success'],
    [
      'notifications-refused-until-opted-in',
      'refused',
      { claim: ['notification-settings', 'learn'] },
    ],
  ],
});

proveRequirement('notifications/schema', {
  valid: ['notifications-beyond-the-known', 'third-channel'],
  invalid: [
    [
      'settings-untouched-at-first',
      'wrong-type:/app/*/notifications/*/active',
      { sent: ['notifications/on-creation'] },
    ],
    ...shownBy({ sent: ['notifications/ok'] }, [
      ['category-as-object', 'wrong-type:/app/*/category'],
      ['notification-active-as-text', 'wrong-type:/app/*/notifications/*/active'],
      ['notification-active-as-number', 'wrong-type:/email/*/notifications/*/active'],
      ['notification-name-by-language', 'wrong-type:/app/*/notifications/*/name'],
      ['notification-id-numeric', 'wrong-type:/email/*/notifications/*/id'],
      ['groups-by-category', 'wrong-type:/email'],
      ['notifications-as-set', 'wrong-type:/email/*/notifications'],
      ['notification-active-null', 'wrong-type:/app/*/notifications/*/active'],
      ['notification-without-description', 'missing-member:/app/*/notifications/*/description'],
      ['notification-description-null', 'wrong-type:/app/*/notifications/*/description'],
      ['empty-group-without-notifications', 'missing-member:/app/*/notifications'],
    ]),
  ],
});

proveRequirement('notifications/channels-present', {
  sent: ['notifications/ok'],
  invalid: [
    ['email-called-mail', 'missing-channel'],
    ['channels-capitalised', 'missing-channel'],
    ['notifications-without-email', 'missing-channel'],
    ['app-missing-without-device', 'missing-channel'],
    ['channel-without-active-left-out', 'missing-channel'],
  ],
});

proveRequirement('notifications/known-ids', {
  invalid: [
    ['settings-created-twice', 'repeated', { sent: ['notifications/on-creation'] }],
    ...shownBy({ sent: ['notifications/ok'] }, [
      ['notification-listed-twice', 'repeated'],
      ['notification-in-two-groups', 'repeated'],
      ['notification-in-other-channel', 'other-channel'],
      ['notification-moved-to-other-channel', 'other-channel'],
      ['notification-added-by-each-reading', 'repeated'],
    ]),
  ],
});

proveRequirement('notifications/known-ids-complete', {
  invalid: [
    ['inactive-notification-left-out', 'missing-id', { sent: ['notifications/ok'] }],
    ['transactional-settings-missing', 'missing-id', { sent: ['notifications/ok'] }],
    ['notification-missing', 'missing-id'],
    ['notification-ids-in-capitals', 'missing-id'],
    ['notification-ids-with-hyphens', 'missing-id'],
    ['notification-ids-cut-to-field', 'missing-id'],
  ],
});

proveRequirement('notifications/grouping', {
  invalid: [
    ['groups-merged-in-german', 'merged', { sent: ['notifications/ok'] }],
    ['notifications-in-one-group', 'merged'],
    ['market-insights-split', 'split'],
    ['weekly-review-among-offers', 'split'],
    ['groups-of-three', 'split'],
  ],
});

proveRequirement('notifications/ids-stable', {
  valid: ['notification-released-to-lagging-replicas', 'notification-released-to-replicas-in-turn'],
  invalid: [
    ['further-notification-of-one-replica', 'ids-change'],
    ['notification-ids-drawn-anew', 'ids-change'],
    ['further-notification-with-number', 'ids-change'],
    ['offers-hidden-by-experiment', 'ids-change'],
  ],
});

proveRequirement('notifications/localised', {
  invalid: [
    ['notifications-cached-without-language', 'same-texts'],
    ['notifications-in-one-language', 'same-texts'],
    ['notification-texts-not-translated', 'same-texts'],
    ['notification-ids-localised', 'id-in-one-language'],
  ],
});

proveRequirement('notifications/on-creation', {
  valid: ['new-users-on-lagging-replicas', 'settings-a-moment-later'],
  invalid: [
    ['settings-created-late', 'no-settings', { claim: ['notification-settings', 'learn'] }],
    ['settings-empty-at-first', 'empty'],
  ],
});
