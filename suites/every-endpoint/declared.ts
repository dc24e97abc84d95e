import { type Endpoint, suite, unassessable } from '../../engine/index.ts';

const isDeclared = (endpoint: Endpoint) => endpoint.source === 'declared';
const later = {
  endpoints: isDeclared,
  section: 'Areas that the specification only names',
  reason: 'not checked by this version',
} as const;

export const declared = suite('declared', [
  unassessable({
    ...later,
    id: 'declared/ok',
    level: 'must',
    rule: 'The declared request gets a declared status.',
    brokenBy: ['declared-endpoint-broken'],
  }),
  unassessable({
    ...later,
    id: 'declared/schema',
    level: 'must',
    rule: 'The response conforms to the declared schema.',
    brokenBy: ['declared-schema-broken'],
  }),
  unassessable({
    ...later,
    id: 'declared/malformed-body',
    level: 'must',
    rule: 'A body that contradicts the declared request schema in one place is refused.',
    brokenBy: ['declared-body-unchecked'],
  }),
]);
