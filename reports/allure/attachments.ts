import type { ShownRequest, ShownResponse } from '../../engine/result.ts';
import { commandsOf } from '../finding-text.ts';
import { placeWords } from '../html/places.ts';
import { visible } from '../html/visible.ts';
import { plain } from '../plain.ts';
import type { Found } from './places.ts';

/** A file that an Allure test refers to. */
export interface Attached {
  readonly name: string;
  readonly type: string;
  readonly extension: string;
  readonly content: string;
}

/**
 * Returns the exchange of a finding, in the format of Allure's viewer, and the commands that send
 * it again.
 */
export function attachmentsOf({ failure, result }: Found): Attached[] {
  const { request, response, places, replay, recipe } = failure;
  const earlier = recipe?.steps.slice(0, recipe.judged) ?? [];
  const commands = [...commandsOf(failure, result), ...(replay ? [`seed ${replay.seed}`] : [])];
  const shownBy = places[0] === undefined ? '' : ` of ${plain(placeWords(places[0].endpoint))}`;
  return [
    ...(request ? [exchangeOf(`Request and response${shownBy}`, request, response)] : []),
    ...earlier.map((step, nth) => exchangeOf(`Step ${nth + 1}`, step.request, step.response)),
    {
      name: 'How to reproduce it',
      type: 'text/plain',
      extension: 'txt',
      content: `${commands.join('\n\n')}\n`,
    },
  ];
}

function exchangeOf(
  name: string,
  request: ShownRequest,
  response: ShownResponse | undefined,
): Attached {
  return {
    name,
    type: 'application/vnd.allure.http+json',
    extension: 'httpexchange',
    content: JSON.stringify(
      {
        schemaVersion: 1,
        request: requestOf(request),
        ...(response ? answerOf(response) : {}),
      },
      (_name, value: unknown) => (typeof value === 'string' ? shown(value) : value),
    ),
  };
}

/**
 * Escapes invisible characters: Allure's viewer miscounts the lines of a body with a carriage
 * return, and its page then shows no further attachments. CR LF becomes a line feed, so that the
 * viewer can still format JSON.
 */
function shown(text: string): string {
  return visible(text.replaceAll('\r\n', '\n'));
}

function requestOf({ method, url, headers, body }: ShownRequest) {
  return {
    method,
    url,
    headers: named(headers),
    ...(body === undefined ? {} : { body: bodyOf(body, headers) }),
  };
}

function answerOf({ status, headers, body, size, lost }: ShownResponse) {
  if (lost !== undefined) return { error: { name: 'No response', message: lost } };
  return {
    response: {
      ...(status === undefined ? {} : { status }),
      headers: named(headers),
      body: { ...bodyOf(body, headers), size, truncated: Buffer.byteLength(body) < size },
    },
  };
}

function bodyOf(value: string, headers: ShownRequest['headers']) {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return { ...(contentType === undefined ? {} : { contentType }), encoding: 'utf8', value };
}

function named(headers: ShownRequest['headers']) {
  return headers.map(([name, value]) => ({ name, value }));
}
