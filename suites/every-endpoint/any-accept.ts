import {
  type Ask,
  type Bound,
  type Judgement,
  type Request,
  withBody,
  withHeader,
  withoutHeader,
} from '../../engine/index.ts';
import { withId } from '../learn/with-id.ts';

/** What a client sends that says nothing of what it takes; curl, Go and browsers' fetch send the second. */
const accepting: readonly (readonly [step: string, as: (request: Request) => Request])[] = [
  ['none', (request) => withoutHeader(request, 'Accept')],
  ['any', (request) => withHeader(request, 'Accept', '*/*')],
];

/**
 * Asks the endpoint, and for its refusals, without saying that JSON is wanted: whoever says nothing gets what is
 * documented. The monitors judge what comes.
 */
export async function askForAnything(bound: Bound, ask: Ask): Promise<readonly Judgement[]> {
  for (const [step, as] of accepting) {
    for (const [name, request] of plainRequests(bound)) await ask(`accept-${step}-${name}`, as(request));
  }
  return [];
}

function plainRequests(bound: Bound): readonly (readonly [name: string, request: Request])[] {
  const { endpoint, wellFormed } = bound;
  if (endpoint.safety === 'order') return [];
  const request = wellFormed();
  const refused = ['no-token', withoutHeader(request, 'Authorization')] as const;
  if (endpoint.name === 'address') return [refused, ['no-json', withBody(request, '{"address":')]];
  // What else is written may be carried out as often as it is sent.
  if (endpoint.safety === 'write') return [refused];
  const user =
    endpoint.user === 'required' ? [['no-user', withHeader(request, 'x-user-id', 'm2m-conformance')] as const] : [];
  const id = endpoint.name === 'guide' ? [['no-guide', withId(bound, 'm2m-conformance')] as const] : [];
  return [['plain', request], refused, ...user, ...id];
}
