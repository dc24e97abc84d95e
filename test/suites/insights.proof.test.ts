import { proveRequirement } from '../simulation/prove-requirement.ts';

proveRequirement('insights/ok', {
  invalid: [
    ['insights-read-by-one-at-a-time', 'refused'],
    ['first-call-on-connection-refused', 'refused'],
    ['insights-refused-behind-another-language', 'refused'],
    ['insights-refused-after-rest', 'refused', { sent: ['robustness/still-alive'] }],
    ['insights-page-left-in-global', 'refused'],
    [
      'permit-of-refused-request-kept',
      'refused',
      {
        sent: [
          'auth/missing',
          'user/missing',
          'errors/unknown-route',
          'errors/method',
          'user/unknown',
        ],
      },
    ],
    ['one-node-without-licence', 'refused'],
    ['insights-refused-in-german', 'refused'],
    ['insights-refused', 'refused'],
    ['insights-not-found', 'refused'],
    ['insights-redirected', 'refused'],
    ['insights-dated-by-number', 'other-schema'],
    ['insights-error-as-success', 'error-as-success'],
  ],
});
