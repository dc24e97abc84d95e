import { answersWell, check, series, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

export const portfolios = suite('portfolios', [
  check({
    id: 'portfolios/ok',
    level: 'must',
    endpoints: named('portfolios'),
    section: 'Endpoints that are named but whose shapes are incomplete: GET {base_url}/portfolios',
    rule: 'A well-formed request gets a 2xx.',
    brokenBy: ['portfolios-refused'],
    control: 'none',
    cases: (bound) => series([{ label: 'well-formed', request: bound.wellFormed() }]),
    judge: (answered, _control, bound) => answersWell(answered, bound),
  }),
]);
