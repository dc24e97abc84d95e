import { positiveScenario, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Portfolios, whose shape is not shown. */
export const portfolios = suite('portfolios', [
  positiveScenario({
    id: 'portfolios/ok',
    endpoints: named('portfolios'),
    rule: 'Portfolios are answered with a 2xx, and with JSON where there is content.',
    section: 'Endpoints that are named but whose shapes are incomplete',
    brokenBy: [
      'portfolios-not-found',
      'portfolios-refused',
      'portfolios-need-another-method',
      'portfolios-refused-in-german',
    ],
  }),
]);
