import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('insights/ok', {
  valid: ['labels-of-other-moods', 'success-in-an-envelope', 'users-who-hold-nothing'],
  invalid: [
    ['insights-read-by-one-at-a-time', 'refused'],
    ['first-call-on-connection-refused', 'refused'],
    ['insights-refused-behind-another-language', 'refused'],
    ['insights-page-left-in-global', 'refused'],
    ['one-node-without-licence', 'refused'],
    ['insights-refused-in-german', 'refused'],
    ['insights-refused', 'refused'],
    ['insights-not-found', 'refused'],
    ['insights-redirected', 'refused'],
    ['insights-dated-by-number', 'other-schema'],
    ['insights-error-as-success', 'error-as-success'],
    ['insights-refused-after-rest', 'refused', { sent: ['robustness/still-alive'] }],
    ['permit-of-refused-request-kept', 'refused', { sent: ['user/unknown'] }],
  ],
});
