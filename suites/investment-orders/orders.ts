import { suite, unassessable } from '../../engine/index.ts';
import { named } from '../endpoints.ts';

const later = {
  endpoints: named('orders'),
  section: 'Endpoints that are named but whose shapes are incomplete: POST {base_url}/api/m2m/investments/orders',
  reason: 'not checked by this version',
} as const;

export const orders = suite('orders', [
  unassessable({
    ...later,
    id: 'orders/accepted',
    level: 'must',
    rule: 'An order of the stated types is accepted.',
    brokenBy: ['order-refused'],
  }),
  unassessable({
    ...later,
    id: 'orders/malformed-json',
    level: 'must',
    rule: 'A body that is no JSON is refused.',
    brokenBy: ['order-broken-json-accepted'],
  }),
  unassessable({
    ...later,
    id: 'orders/wrong-shape',
    level: 'must',
    rule: 'A body that is no object is refused.',
    brokenBy: ['order-shape-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'orders/wrong-type',
    level: 'must',
    rule: 'A member of another type is refused.',
    brokenBy: ['order-types-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'orders/content-type',
    level: 'should',
    rule: 'A body without Content-Type, or with another, is refused.',
    brokenBy: ['order-content-type-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'orders/amount-bounds',
    level: 'should',
    rule: 'An amount that is zero or negative is refused.',
    brokenBy: ['order-amount-unchecked'],
  }),
  unassessable({
    ...later,
    id: 'orders/side-values',
    level: 'observe',
    rule: 'Which values of side are allowed is not shown.',
  }),
]);
