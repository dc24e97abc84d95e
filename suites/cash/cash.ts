import { alsoInRun, delivered, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Cash, whose shape is not shown. */
export const cash = suite('cash', [
  delivered({
    id: 'cash/ok',
    endpoints: alsoInRun(named('cash')),
    method: 'GET',
    path: '/cash',
    rule: 'Cash is answered with a 2xx, and with JSON where there is content.',
    section: 'Endpoints that are named but whose shapes are incomplete',
    brokenBy: [
      'cash-amounts-as-text-from-cache',
      'cash-not-found',
      'cash-refused',
      'cash-moved',
      'cash-locked-by-its-reader',
      'cash-unauthorised-by-one-worker',
      'cash-redirected-in-german',
      'cash-error-as-success',
      'user-header-name-with-case',
    ],
  }),
]);
