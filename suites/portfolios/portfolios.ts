import { alsoInRun, delivered, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Portfolios, whose shape is not shown. */
export const portfolios = suite('portfolios', [
  delivered({
    id: 'portfolios/ok',
    endpoints: alsoInRun(named('portfolios')),
    method: 'GET',
    path: '/portfolios',
    rule: 'Portfolios are answered with a 2xx, and with JSON where there is content.',
    section: 'Endpoints that are named but whose shapes are incomplete',
    brokenBy: [
      'portfolios-without-returns-after-a-while',
      'portfolios-not-found',
      'portfolios-refused',
      'portfolios-need-another-method',
      'portfolios-refused-in-german',
    ],
  }),
]);
