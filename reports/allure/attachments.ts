import type {
  Failure,
  Result,
  ShownRequest,
  ShownResponse,
  ShownStep,
} from '../../engine/result.ts';
import { stepsOf } from '../finding.ts';
import { commandsOf } from '../finding-text.ts';
import { placeWords } from '../html/places.ts';
import { visible } from '../html/visible.ts';
import { plain } from '../plain.ts';

export type Attached = Readonly<{
  name: string;
  type: string;
  extension: string;
  content: string;
}>;

/** Returns the exchange in the format of Allure's viewer, and the commands that send it again. */
export function attachmentsOf(failure: Failure, result: Result): readonly Attached[] {
  const { places, replay } = failure;
  const steps = stepsOf(failure);
  const judged = steps.at(-1);
  const commands = [...commandsOf(failure, result), ...(replay ? [`seed ${replay.seed}`] : [])];
  const shownBy = places[0] === undefined ? '' : ` of ${plain(placeWords(places[0].endpoint))}`;
  return [
    ...(judged ? [exchangeOf(`Request and response${shownBy}`, judged)] : []),
    ...steps.slice(0, -1).map((step, nth) => exchangeOf(`Step ${nth + 1}`, step)),
    {
      name: 'How to reproduce it',
      type: 'text/plain',
      extension: 'txt',
      content: `${commands.join('\n\n')}\n`,
    },
  ];
}

function exchangeOf(name: string, { request, response }: ShownStep) {
  const exchange = {
    schemaVersion: 1,
    request: requestOf(request),
    ...(response ? answerOf(response) : {}),
  };
  return {
    name,
    type: 'application/vnd.allure.http+json',
    extension: 'httpexchange',
    content: JSON.stringify(exchange, (_name, value: unknown) =>
      // Allure's viewer miscounts the lines of a body with a carriage return, and its page then
      // shows no further attachments. With line feeds alone the viewer can still format JSON.
      typeof value === 'string' ? visible(value.replaceAll('\r\n', '\n')) : value,
    ),
  };
}

const requestOf = ({ method, url, headers, body }: ShownRequest) => ({
  ...{ method, url, headers: named(headers) },
  body: body === undefined ? undefined : bodyOf(body, headers),
});

function answerOf({ status, headers, body, size, lost }: ShownResponse) {
  if (lost !== undefined) return { error: { name: 'No response', message: lost } };
  const truncated = Buffer.byteLength(body) < size;
  return {
    response: {
      ...{ status, headers: named(headers) },
      body: { ...bodyOf(body, headers), size, truncated },
    },
  };
}

function bodyOf(value: string, headers: ShownRequest['headers']) {
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return { contentType, encoding: 'utf8', value };
}

const named = (headers: ShownRequest['headers']) =>
  headers.map(([name, value]) => ({ name, value }));
