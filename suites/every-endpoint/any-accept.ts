import type { Ask, Bound, NoViolation, Request } from '../../engine/index.ts';
import { withBody, withHeader, withoutHeader, withUser } from '../../engine/index.ts';
import { withId } from '../learn/with-id.ts';

/** Accept headers that express no preference. curl, Go and fetch in browsers send the second. */
const accepting: readonly (readonly [step: string, as: (request: Request) => Request])[] = [
  ['none', (request) => withoutHeader(request, 'Accept')],
  ['any', (request) => withHeader(request, 'Accept', '*/*')],
];

/**
 * Requests the endpoint, and its refusals, with Accept headers that express no preference. The
 * server must send the documented responses. The monitors judge the responses.
 */
export async function askForAnything(bound: Bound, ask: Ask): Promise<readonly NoViolation[]> {
  for (const [step, as] of accepting) {
    for (const [name, request] of plainRequests(bound))
      await ask(`accept-${step}-${name}`, as(request));
  }
  return [];
}

function plainRequests(bound: Bound): readonly (readonly [name: string, request: Request])[] {
  const { endpoint, wellFormed } = bound;
  if (endpoint.safety === 'order') return [];
  const request = wellFormed();
  const refused = ['no-token', withoutHeader(request, 'Authorization')] as const;
  if (endpoint.name === 'address') return [refused, ['no-json', withBody(request, '{"address":')]];
  // Other writes may be executed each time that they are sent.
  if (endpoint.safety === 'write') return [refused];
  const user =
    endpoint.user === 'required'
      ? [['no-user', withUser(request, 'm2m-conformance')] as const]
      : [];
  const id =
    endpoint.name === 'guide' ? [['no-guide', withId(bound, 'm2m-conformance')] as const] : [];
  return [['plain', request], refused, ...user, ...id];
}
