import {
  type Ask,
  type Bound,
  byItselfStep,
  type Exchange,
  type Judgement,
  readableEndpoint,
  withBody,
  withHeader,
} from '../../engine/index.ts';
import { clientContentType, oddContentTypes } from '../../fixtures/malformed/content-type.ts';
import {
  clientFields,
  coreFields,
  type LabelledField,
  meaninglessFields,
  mistakenFields,
  unusualFields,
} from '../../fixtures/malformed/header-field.ts';
import type { Labelled } from '../../fixtures/malformed/labelled.ts';
import { incompleteBodies, oddBodies } from '../../fixtures/malformed/odd-body.ts';

/** Of an order only a few, beside incomplete ones: one that is accepted is carried out. */
const mostOddOrders = 6;
/** Safe methods that no endpoint is said to have. Whether there is one is open. */
const safeMethods = ['HEAD', 'OPTIONS'] as const;

/** Sends what is well-formed and odd: how it is answered is open, but for a 5xx, which http/no-server-error sees. */
export async function askOddly(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  const { origin, method, safety } = bound.endpoint;
  const odd = oddBodiesFor(bound);
  for (const [nth, { value }] of odd.entries()) await ask(`odd-${nth}`, withBody(bound.wellFormed(), value));
  for (const [nth, type] of oddTypesFor(bound).entries()) {
    await ask(`odd-type-${nth}`, withHeader(bound.wellFormed(), 'Content-Type', type));
  }
  for (const [nth, { name, value }] of oddFieldsFor(bound).entries()) {
    await ask(`field-${nth}`, withHeader(bound.wellFormed(), name, value));
  }
  for (const safe of origin === 'api' && method === 'GET' ? safeMethods : []) {
    // On a connection of its own: an answer to HEAD that has a body would be taken for the next one.
    await ask(safe.toLowerCase(), withHeader({ ...bound.wellFormed(), method: safe }, 'Connection', 'close'));
  }
  await askAsClients(bound, ask);
  // What was stored of them is not left for others to read.
  if (odd.length > 0 && safety === 'write') await ask('after-odd', bound.wellFormed());
  return [];
}

/** As ordinary clients ask: each field by itself for what the run reads first; elsewhere all at once, and another format. */
async function askAsClients(bound: Bound, ask: Ask): Promise<void> {
  const { endpoint } = bound;
  const step = (name: string | number) => `${byItselfStep}client-${name}`;
  if (endpoint.origin !== 'api' || endpoint.safety === 'order') return;
  const headed = (fields: readonly LabelledField[]) =>
    fields.reduce((request, { name, value }) => withHeader(request, name, value), bound.wellFormed());
  if (endpoint.sample !== undefined) {
    await ask(step('type'), withHeader(bound.wellFormed(), 'Content-Type', clientContentType));
  } else if (endpoint.name === readableEndpoint(bound)) {
    for (const [nth, one] of [...clientFields, ...mistakenFields].entries()) await ask(step(nth), headed([one]));
  } else if (endpoint.safety === 'read') {
    await ask(step('all'), headed(clientFields));
    await ask(step('format'), headed(mistakenFields.slice(0, 1)));
  }
}

/** Not of an order, which is carried out where the type is overlooked. */
function oddTypesFor({ endpoint: { safety, sample, origin } }: Bound): readonly string[] {
  return origin === 'api' && sample !== undefined && safety !== 'order' ? oddContentTypes : [];
}

function oddBodiesFor({ endpoint: { origin, sample, safety } }: Bound): readonly Labelled[] {
  if (origin !== 'api' || sample === undefined) return [];
  const all = oddBodies(sample);
  if (safety !== 'order') return all;
  return [...all.slice(0, mostOddOrders), ...incompleteBodies(Object(sample))];
}

/** What differs from endpoint to endpoint, everywhere; of all of them, the first that the run may read. */
function oddFieldsFor(bound: Bound): readonly LabelledField[] {
  const { name, origin, safety } = bound.endpoint;
  if (origin !== 'api' || safety !== 'read') return [];
  return name === readableEndpoint(bound)
    ? [...meaninglessFields, ...unusualFields]
    : meaninglessFields.slice(0, coreFields);
}

/** A field that a firewall or a gateway may answer for, in its own way: a 5xx alone is judged. */
export function hasOddField({ key }: Exchange): boolean {
  return key.requirement === 'http/no-server-error' && key.step.startsWith('field-');
}
