import { type Catalogue, rows } from '../catalogue/catalogue.ts';
import type { Config } from '../config/config.ts';
import { keyText } from '../exchange/key.ts';
import type { Request } from '../exchange/request.ts';
import { loadRequest } from '../exchange/stored-request.ts';
import { pieces, valueText } from '../exchange/value.ts';
import { changesInWords } from './changes.ts';
import { curlLine } from './curl.ts';
import type { Exhibit, Finding } from './finding.ts';
import type { Part } from './part.ts';
import type { Failure, ShownRequest, ShownResponse } from './result.ts';

/** Characters of a body in a result. The evidence contains the whole body. */
const shownBody = 8_192;
const shownHeaderValue = 2_048;

/** Groups the findings for reports: one entry per defect with all its places, in catalogue order. */
export function failures(
  catalogue: Catalogue,
  part: Part,
  target: Config['target'],
  run: Pick<Config, 'seed' | 'strict'>,
): Failure[] {
  const byDefect = new Map<string, Finding[]>();
  // Sorted by id, so that the order of merging does not matter.
  for (const [, found] of Object.entries(part.findings).sort(([left], [right]) => (left < right ? -1 : 1))) {
    const id = `${found.requirement}|${found.cause}`;
    byDefect.set(id, [...(byDefect.get(id) ?? []), found]);
  }
  const order = new Map(rows(catalogue).map(({ requirement }, at) => [requirement.id, { at, requirement }]));
  const placeOf = (places: readonly Finding[]) => order.get(places[0]?.requirement ?? '')?.at ?? 0;
  const known = [...byDefect.values()].filter(([first]) => first && order.has(first.requirement));
  return known
    .sort((left, right) => placeOf(left) - placeOf(right))
    .flatMap((places, at) => {
      const [first] = places;
      const requirement = first && order.get(first.requirement)?.requirement;
      if (!requirement) return [];
      const fails = requirement.level !== 'should' || run.strict;
      const replay = { seed: run.seed, command: replayCommand(at + 1) };
      return [failure(requirement.rule, fails ? 'fail' : 'warn', places, first, target, replay)];
    });
}

/** The command works in the folder of the result. `nth` counts from 1, in the order of the result. */
function replayCommand(nth: number): string {
  return `m2m-conformance replay result.json --failure ${nth}`;
}

function failure(
  rule: string,
  outcome: 'fail' | 'warn',
  places: readonly Finding[],
  first: Finding,
  target: Config['target'],
  replay: { readonly seed: number; readonly command: string },
): Failure {
  const { requirement, cause, expected, actual, exchange } = first;
  const key = exchange ? keyText(exchange.key) : '';
  const sent = exchange && loadRequest(exchange.request);
  const origins = {
    api: target.baseUrl,
    token: target.authUrl,
    jwks: target.jwksUrl ?? '',
    listener: 'http://listener',
  };
  const origin = sent && origins[sent.origin];
  const curl = sent && curlLine(sent, origin ?? '');
  const changed = changesInWords(places.flatMap(({ changes = [] }) => changes));
  return {
    requirement,
    outcome,
    cause,
    message: `${rule} Expected ${expected}; actual: ${actual}`,
    ...(changed === undefined ? {} : { changed }),
    expected,
    actual,
    places: places.map((place) => ({
      endpoint: place.endpoint,
      key: place.exchange ? keyText(place.exchange.key) : '',
      count: place.count,
      reproduced: place.reproduced,
    })),
    reproduced: places.reduce(
      (sum, { reproduced }) => ({ of: sum.of + reproduced.of, times: sum.times + reproduced.times }),
      { of: 0, times: 0 },
    ),
    ...(exchange && sent ? { request: shownRequest(sent, origin ?? ''), response: shownResponse(exchange) } : {}),
    ...(exchange?.traceId === undefined ? {} : { traceId: exchange.traceId }),
    ...(curl === undefined ? {} : { curl }),
    ...(key === '' ? {} : { replay: { ...replay, key } }),
  };
}

function shownRequest(request: Request, origin: string): ShownRequest {
  return {
    method: request.method,
    url: `${origin}${valueText(request.path)}`,
    headers: request.headers.map(([name, value]) => [
      name,
      visible(valueText(readable(value))).slice(0, shownHeaderValue),
    ]),
    ...(request.body === undefined ? {} : { body: valueText(readable(request.body)).slice(0, shownBody) }),
  };
}

/** Replaces bytes by the string that they encode, if they are valid UTF-8. */
function readable(value: Parameters<typeof valueText>[0]): Parameters<typeof valueText>[0] {
  return pieces(value).map((piece) => {
    if (!(piece instanceof Uint8Array)) return piece;
    const text = Buffer.from(piece).toString('utf8');
    return text.includes('\uFFFD') ? piece : text;
  });
}

function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

function shownResponse({ answer }: Exhibit): ShownResponse {
  if ('lost' in answer) return { headers: [], body: '', size: 0, lost: `${answer.lost}: ${answer.detail}` };
  const { status, headers, body } = answer;
  return {
    status,
    headers: headers.slice(0, 100).map(([name, value]) => [name, value.slice(0, shownHeaderValue)]),
    body: (body.text ?? `{{base64:${body.base64 ?? ''}}}`).slice(0, shownBody),
    size: body.size,
  };
}
