import type { Ask, Bound, NoViolation, Request } from '../../engine/index.ts';
import { readableEndpoint, valueText, withBody, withHeader } from '../../engine/index.ts';
import { clientContentType, oddContentTypes } from '../../fixtures/malformed/content-type.ts';
import { oddSegments } from '../../fixtures/malformed/guide-id.ts';
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

/** Safe methods. The specification does not say whether endpoints have them. */
const safeMethods = ['HEAD', 'OPTIONS'] as const;

/**
 * Sends well-formed but odd requests. Any response is allowed except a 5xx, which
 * http/no-server-error judges.
 */
export async function askOddly(bound: Bound, ask: Ask): Promise<readonly NoViolation[]> {
  const { origin, method, safety } = bound.endpoint;
  const odd = oddBodiesFor(bound);
  const withOddBody: Request = { ...bound.wellFormed(), purpose: 'odd-body' };
  for (const [nth, { value }] of odd.entries())
    await ask(`odd-${nth}`, withBody(withOddBody, value));
  for (const [nth, type] of oddTypesFor(bound).entries()) {
    await ask(`odd-type-${nth}`, withHeader(withOddBody, 'Content-Type', type));
  }
  const fields = oddFieldsFor(bound).map(({ name, value }) =>
    withHeader(withOddHeader(bound), name, value),
  );
  await Promise.all(fields.map((request, nth) => ask(`field-${nth}`, request)));
  for (const safe of origin === 'api' && method === 'GET' ? safeMethods : []) {
    // On a new connection: if a response to HEAD had a body, the client would take it for the next
    // response.
    await ask(
      safe.toLowerCase(),
      withHeader({ ...bound.wellFormed(), method: safe }, 'Connection', 'close'),
    );
  }
  for (const [nth, request] of oddPathsFor(bound).entries()) await ask(`path-${nth}`, request);
  await askAsClients(bound, ask);
  // Overwrite odd values that were stored, so that nothing else reads them.
  if (odd.length > 0 && safety === 'write') await ask('after-odd', bound.wellFormed());
  return [];
}

/**
 * Returns the request for an odd header. A firewall or gateway may respond to it, so only a 5xx is
 * judged.
 */
const withOddHeader = ({ wellFormed }: Bound): Request => ({ ...wellFormed(), purpose: 'own' });

/**
 * Sends the headers of ordinary clients: one in each request to the first readable endpoint,
 * elsewhere all in one.
 */
async function askAsClients(bound: Bound, ask: Ask): Promise<void> {
  const { endpoint } = bound;
  const step = (name: string | number) => `by-itself-client-${name}`;
  if (endpoint.origin !== 'api' || endpoint.safety === 'order') return;
  const headed = (fields: readonly LabelledField[]) =>
    fields.reduce(
      (request, { name, value }) => withHeader(request, name, value),
      withOddHeader(bound),
    );
  if (endpoint.sample !== undefined) {
    await ask(step('type'), withHeader(withOddHeader(bound), 'Content-Type', clientContentType));
  } else if (endpoint.name === readableEndpoint(bound)) {
    await Promise.all(
      [...clientFields, ...mistakenFields].map((one, nth) => ask(step(nth), headed([one]))),
    );
  } else if (endpoint.safety === 'read') {
    await ask(step('all'), headed(clientFields));
    await ask(step('format'), headed(mistakenFields.slice(0, 1)));
  }
}

/** Returns requests with other path parameters. guide/malformed-id sends those of the guide. */
function oddPathsFor({
  endpoint: { name, path, parameters = {}, safety },
  wellFormed,
}: Bound): readonly Request[] {
  const at = path.split('/').findIndex((segment) => segment.includes('{'));
  const [value] = Object.values(parameters);
  if (at < 0 || name === 'guide' || safety !== 'read' || value === undefined) return [];
  const request = wellFormed();
  return oddSegments(value).map((segment) => ({
    ...request,
    path: valueText(request.path).split('/').with(at, encodeURIComponent(segment)).join('/'),
    purpose: 'off-route',
  }));
}

/** Returns none for orders: a server that ignores the type would execute them. */
function oddTypesFor({ endpoint: { safety, sample, origin } }: Bound): readonly string[] {
  return origin === 'api' && sample !== undefined && safety !== 'order' ? oddContentTypes : [];
}

function oddBodiesFor({ endpoint: { origin, sample, safety } }: Bound): readonly Labelled[] {
  if (origin !== 'api' || sample === undefined) return [];
  const { core, further, few } = oddBodies(sample);
  // An accepted order is executed, so only a few are sent.
  return [
    ...core,
    ...(safety === 'order' ? [...few, ...incompleteBodies(Object(sample))] : further),
  ];
}

/** Returns all odd headers for the first readable endpoint, and only the core ones for others. */
function oddFieldsFor(bound: Bound): readonly LabelledField[] {
  const { name, origin, safety } = bound.endpoint;
  if (origin !== 'api' || safety !== 'read') return [];
  if (name === readableEndpoint(bound)) return [...meaninglessFields, ...unusualFields];
  return meaninglessFields.slice(0, coreFields);
}
