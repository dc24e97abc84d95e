import { answersWell, check, series, suite } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

export const cash = suite('cash', [
  check({
    id: 'cash/ok',
    level: 'must',
    endpoints: named('cash'),
    section: 'Endpoints that are named but whose shapes are incomplete: GET {base_url}/cash',
    rule: 'A well-formed request gets a 2xx.',
    brokenBy: ['cash-refused'],
    control: 'none',
    cases: (bound) => series([{ label: 'well-formed', request: bound.wellFormed() }]),
    judge: (answered, _control, bound) => answersWell(answered, bound),
  }),
]);
