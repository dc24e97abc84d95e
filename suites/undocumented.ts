import { alsoInRun, undocumentedSuccess } from '../engine/index.ts';
import { why } from './advice.ts';
import { endpoints, named } from './endpoints.ts';
import { spec } from './statements.ts';

/** For an endpoint that the specification only names. */
export const undocumented = (name: 'cash' | 'insights' | 'portfolios', called: string = name) =>
  undocumentedSuccess({
    id: `${name}/ok`,
    statement: spec[name],
    advice: [why.cachedCopy, why.history, why.stricterRoute, why.otherModel, why.driverTypes],
    endpoints: alsoInRun(named(name)),
    path: endpoints.find(named(name))?.path ?? '',
    rule: `The response of the ${called} endpoint is a 2xx, with JSON if it has content.`,
  });
