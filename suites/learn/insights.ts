import { alsoInRun, delivered, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

/** Analyst insights, whose shape is not shown. */
export const insights = suite('insights', [
  delivered({
    id: 'insights/ok',
    endpoints: alsoInRun(named('insights')),
    method: 'GET',
    path: '/learn/analyst-insights',
    rule: 'Analyst insights are answered with a 2xx, and with JSON where there is content.',
    section: 'Endpoints that are named but whose shapes are incomplete',
    brokenBy: [
      'insights-dated-by-number',
      'insights-not-found',
      'insights-refused',
      'insights-redirected',
      'insights-refused-in-german',
      'insights-error-as-success',
    ],
  }),
]);
