import { alsoInRun, suite, undocumentedSuccess } from '../../engine/index.ts';
import { why } from '../advice.ts';
import { named } from '../endpoints.ts';
import { spec } from '../statements.ts';

export const cash = suite('cash', [
  undocumentedSuccess({
    id: 'cash/ok',
    statement: spec.cash,
    advice: [...why.stricterRoute, ...why.history, ...why.errorWithOk, ...why.otherModel],
    endpoints: alsoInRun(named('cash')),
    path: '/cash',
    rule: 'The response of the cash endpoint is a 2xx, with JSON if it has content.',
  }),
]);
