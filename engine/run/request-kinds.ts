import { type Exchange, isAnswered } from '../exchange/exchange.ts';
import { valueText } from '../exchange/value.ts';
import { parsedJson } from '../schema/json-value.ts';

/** The most places of a body that name a kind each, and the most characters of a place. */
const [mostPlaces, longestPlace] = [40, 60];

/**
 * Names the kinds that a request belongs to, from what a server may react to: endpoint, refused or not, the requirement
 * that sends it, the form of the body, and the type at each place of it.
 */
export function kindsOf(exchange: Exchange): readonly string[] {
  const { key, request } = exchange;
  const at = `${request.method} ${key.endpoint.replace(/^\w+ /, '')}`;
  const end = outcomeOf(exchange);
  const status = isAnswered(exchange) ? [`${at} that gets ${exchange.answer.status}`] : [];
  const named = [
    ...status,
    `${at} that ${end}`,
    `${at} of ${key.requirement} that ${end}`,
    `requests of ${key.requirement} that ${end}`,
  ];
  if (request.body === undefined) return named;
  const body = parsedJson(valueText(request.body));
  const form = formOf(body);
  const places = body === undefined ? [] : placesIn(body, '').slice(0, mostPlaces);
  return [...named, `${at} with ${form} that ${end}`, ...places.map((place) => `${at} with ${place}`)];
}

function outcomeOf(exchange: Exchange): string {
  if (!isAnswered(exchange)) return 'gets no response';
  const { status } = exchange.answer;
  // The service refuses these before it reads what the request asks for.
  if (status === 401 || status === 403) return 'is not admitted';
  return status < 300 ? 'is accepted' : status < 500 ? 'is refused' : 'fails';
}

function formOf(body: unknown): string {
  if (body === undefined) return 'a body that is no JSON';
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'a body that is no object';
  return `the members ${Object.keys(body).sort().join(', ').slice(0, longestPlace)}`;
}

function placesIn(value: unknown, pointer: string): readonly string[] {
  const here = pointer === '' ? [] : [`${typeOf(value)} at ${pointer.slice(0, longestPlace)}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return here;
  const members = Object.entries(value).slice(0, mostPlaces);
  return [...here, ...members.flatMap(([name, one]) => placesIn(one, `${pointer}/${name}`))];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return value < 0 ? 'a negative number' : 'a number';
  if (value === '') return 'an empty string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
