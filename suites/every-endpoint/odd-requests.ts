import {
  type Ask,
  type Bound,
  type Request,
  readableEndpoint,
  valueText,
  withBody,
  withHeader,
} from '../../engine/index.ts';
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
import { incompleteBodies, oddBodies } from '../../fixtures/malformed/odd-body.ts';
import { closing } from './bypass-attempts.ts';

/** Any response is allowed except a 5xx, which http/no-server-error judges. */
export async function askOddly(bound: Bound, ask: Ask) {
  const { origin, method, safety } = bound.endpoint;
  const odd = oddBodiesFor(bound);
  const withOddBody: Request = { ...bound.wellFormed(), purpose: 'odd-body' };
  for (const [nth, { value }] of odd.entries())
    await ask(`odd-${nth}`, withBody(withOddBody, value));
  for (const [nth, type] of oddTypesFor(bound).entries())
    await ask(`odd-type-${nth}`, withHeader(withOddBody, 'Content-Type', type));
  const fields = oddFieldsFor(bound).map((field) => headed(bound, [field]));
  await Promise.all(fields.map((request, nth) => ask(`field-${nth}`, request)));
  // Whether endpoints have these safe methods is unspecified.
  for (const safe of origin === 'api' && method === 'GET' ? ['HEAD', 'OPTIONS'] : [])
    await ask(safe.toLowerCase(), closing(bound.wellFormed(), safe));
  for (const [nth, request] of oddPathsFor(bound).entries()) await ask(`path-${nth}`, request);
  await askAsClients(bound, ask);
  if (odd.length > 0 && safety === 'write') await ask('after-odd', bound.wellFormed());
  return [];
}

/** A firewall or gateway may respond, so only a 5xx is judged. */
const headed = ({ wellFormed }: Bound, fields: readonly LabelledField[]) =>
  fields.reduce<Request>((request, { name, value }) => withHeader(request, name, value), {
    ...wellFormed(),
    purpose: 'own',
  });

/** To the first readable endpoint one header in each request, elsewhere all in one. */
async function askAsClients(bound: Bound, ask: Ask): Promise<void> {
  const { endpoint } = bound;
  const step = (name: string | number) => `by-itself-client-${name}`;
  if (endpoint.origin !== 'api' || endpoint.safety === 'order') return;
  if (endpoint.sample !== undefined) {
    await ask(step('type'), withHeader(headed(bound, []), 'Content-Type', clientContentType));
  } else if (endpoint.name === readableEndpoint(bound)) {
    await Promise.all(
      [...clientFields, ...mistakenFields].map((one, nth) => ask(step(nth), headed(bound, [one]))),
    );
  } else if (endpoint.safety === 'read') {
    await ask(step('all'), headed(bound, clientFields));
    await ask(step('format'), headed(bound, mistakenFields.slice(0, 1)));
  }
}

function oddPathsFor({ endpoint, wellFormed }: Bound): readonly Request[] {
  const { name, path, parameters = {}, safety } = endpoint;
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

/** A server that ignores the type would execute orders. */
const oddTypesFor = ({ endpoint: { safety, sample, origin } }: Bound) =>
  origin === 'api' && sample !== undefined && safety !== 'order' ? oddContentTypes : [];

function oddBodiesFor({ endpoint: { origin, sample, safety } }: Bound) {
  if (origin !== 'api' || sample === undefined) return [];
  const { core, further, few } = oddBodies(sample);
  const more = safety === 'order' ? [...few, ...incompleteBodies(Object(sample))] : further;
  return [...core, ...more];
}

/** All for the first readable endpoint, the core ones for others. */
function oddFieldsFor(bound: Bound) {
  const { name, origin, safety } = bound.endpoint;
  if (origin !== 'api' || safety !== 'read') return [];
  return name === readableEndpoint(bound)
    ? [...meaninglessFields, ...unusualFields]
    : meaninglessFields.slice(0, coreFields);
}
