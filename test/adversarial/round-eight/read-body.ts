import { isRecord, Refusal, type Request, type World } from './answer.ts';

const unreadable = () => new Refusal(400, 'The body is no JSON.');

function parse(world: World, text: string, route: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!world.on('unquoted-names-accepted') || route !== 'address') throw unreadable();
  }
  try {
    return JSON.parse(text.replace(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3'));
  } catch {
    throw unreadable();
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw unreadable();
  }
}

/** Reads the JSON of a write, or refuses it. */
export function readBody(world: World, request: Request, route: string): unknown {
  const { on } = world;
  if (on('length-required') && request.headers.has('transfer-encoding'))
    throw new Refusal(411, 'The body needs a length.');
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(415, 'The body has to be application/json.');
  const value = parse(world, decode(request.body), route);
  if (on('in-operator-on-scalar-body') && route === 'orders' && !('isin' in (value as object)))
    throw new Refusal(400, 'The order has no isin.');
  if (route === 'address' && !isRecord(value)) throw new Refusal(400, 'The body has to be an object.');
  return value;
}
