import { isObject, Refusal, type Row, type Site, type Visit } from './site.ts';

const invalid = (message: string) => new Refusal(400, 'rest_invalid_param', message);

function parse(site: Site, visit: Visit): unknown {
  if (!/^application\/json *(;|$)/i.test(visit.header('content-type') ?? '')) {
    throw new Refusal(415, 'rest_unsupported_media_type', 'Only application/json is taken.');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(visit.body);
    return JSON.parse(site.apply('body_text', text, visit));
  } catch {
    throw new Refusal(400, 'rest_invalid_json', 'The body is no valid JSON.');
  }
}

export function addressOf(site: Site, visit: Visit): Row {
  const body = parse(site, visit);
  if (!isObject(body)) throw invalid('The body has to be an object.');
  const address = site.apply('address_param', body['address'], visit);
  if (!isObject(address)) throw invalid('The address has to be an object.');
  for (const name of ['line1', 'line2', 'city', 'countryCode']) {
    const value = address[name];
    if (value === undefined ? name !== 'line2' : typeof value !== 'string') throw invalid(`${name} has to be text.`);
  }
  const code = address['postalCode'];
  if (typeof code !== 'string' && typeof code !== 'number') throw invalid('postalCode has to be a number or text.');
  const sound = /^[A-Z]{2}$/.test(String(address['countryCode']));
  if (!site.apply('country_sound', sound, visit)) throw invalid('countryCode has to be two capitals.');
  const { line1, line2, city, postalCode, countryCode } = address;
  return { line1, ...(line2 === undefined ? {} : { line2 }), city, postalCode, countryCode };
}

export function orderOf(site: Site, visit: Visit): Row {
  const body = parse(site, visit);
  if (!isObject(body)) throw invalid('The body has to be an object.');
  const { isin, side } = body;
  const amount = site.apply('order_amount', body['amount'], visit);
  if (typeof isin !== 'string' || !/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)) throw invalid('isin has to be an ISIN.');
  if (side !== 'buy' && side !== 'sell') throw invalid('side has to be buy or sell.');
  const sound = typeof amount === 'number' && amount > 0;
  if (!site.apply('amount_sound', sound, Object.assign(visit, { claims: body }))) {
    throw invalid('amount has to be a number above zero.');
  }
  return { isin, side, amount };
}
