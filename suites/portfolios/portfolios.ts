import { alsoInRun, suite, undocumentedSuccess } from '../../engine/index.ts';
import { why } from '../advice.ts';
import { named } from '../endpoints.ts';
import { spec } from '../statements.ts';

export const portfolios = suite('portfolios', [
  undocumentedSuccess({
    id: 'portfolios/ok',
    statement: spec.portfolios,
    advice: [...why.stricterRoute, ...why.history, ...why.errorWithOk, ...why.otherModel],
    endpoints: alsoInRun(named('portfolios')),
    path: '/portfolios',
    rule: 'The response of the portfolios endpoint is a 2xx, with JSON if it has content.',
  }),
]);
