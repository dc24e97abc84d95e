import { type Call, isObject, type Json, Refusal, type Warm } from './shapes.ts';

export const bad = (warm: Warm, message: string): Refusal => {
  const path = "ENOENT: no such file or directory, open '/opt/nodejs/layers/messages/en.json'";
  return new Refusal(400, 'BAD_REQUEST_BODY', message, warm.has('layer-path-in-description') ? path : null);
};
/** The body of a write, as the gateway reads it for its models. */
export const readBody = (warm: Warm, call: Call): unknown => {
  const type = call.fields['content-type'] ?? '';
  const pattern = warm.has('json-parameters-refused') ? /^application\/json$/i : /^application\/json\s*(;|$)/i;
  if (!pattern.test(type)) throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body has to be application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.raw));
  } catch {
    throw bad(warm, warm.has('validation-text-without-validation') ? '' : 'The body is no JSON.');
  }
};
const isText = (value: unknown): boolean => typeof value === 'string';

export const addressFrom = (warm: Warm, body: unknown, stored: Json): Json => {
  const merged = warm.has('merged-before-validated');
  if (!isObject(body)) throw bad(warm, 'The body has to be an object.');
  const given = body['address'];
  if (!merged && !isObject(given)) throw bad(warm, 'address has to be an object.');
  const address: Json = merged ? { ...stored, ...(given as Json) } : (given as Json);
  for (const name of ['line1', 'city']) if (!isText(address[name])) throw bad(warm, `${name} has to be a text.`);
  if (address['line2'] === undefined ? warm.has('line-two-demanded') : !isText(address['line2']))
    throw bad(warm, 'line2 has to be a text.');
  if (!isText(address['postalCode']) && typeof address['postalCode'] !== 'number')
    throw bad(warm, 'postalCode has to be a number or a text.');
  const country = warm.has('letters-between-z-and-a') ? /^[A-z]{2}$/ : /^[A-Z]{2}$/;
  const code = address['countryCode'];
  if (typeof code !== 'string' || !country.test(code)) throw bad(warm, 'countryCode has to be two capital letters.');
  const names = ['line1', 'line2', 'city', 'postalCode', 'countryCode'];
  return Object.fromEntries(names.filter((name) => address[name] !== undefined).map((name) => [name, address[name]]));
};

export const checkOrder = (warm: Warm, body: unknown): Json => {
  if (!isObject(body)) throw bad(warm, 'The body has to be an object.');
  const { isin, side, amount } = body;
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw bad(warm, 'isin is malformed.');
  if (side !== 'buy' && side !== 'sell') throw bad(warm, 'side has to be buy or sell.');
  const least = warm.has('exclusive-minimum-of-another-draft') ? 0 : Number.MIN_VALUE;
  if (typeof amount !== 'number' || !(amount >= least)) throw bad(warm, 'amount has to be above zero.');
  return { isin, side, amount };
};
