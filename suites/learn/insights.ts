import { alsoInRun, suite, undocumentedSuccess } from '../../engine/index.ts';
import { why } from '../advice.ts';
import { named } from '../endpoints.ts';
import { spec } from '../statements.ts';

export const insights = suite('insights', [
  undocumentedSuccess({
    id: 'insights/ok',
    statement: spec.insights,
    advice: [...why.stricterRoute, ...why.history, ...why.errorWithOk, ...why.otherModel],
    endpoints: alsoInRun(named('insights')),
    path: '/learn/analyst-insights',
    rule: 'The response of the analyst insights endpoint is a 2xx, with JSON if it has content.',
  }),
]);
