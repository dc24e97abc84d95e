import { STATUS_CODES } from 'node:http';
import type { Entry, Header } from 'har-format';
import { publicSteps } from '../reports/masked.ts';
import { maskBody, maskHeader, maskRequest } from '../reports/masked-exchange.ts';
import { formOf } from '../reports/masked-form.ts';
import {
  arranged,
  defined,
  type EvidenceEntry,
  linesOf,
  pageOf,
  parsedJson,
  queryOf,
  type Result,
  replaceFile,
} from './engine.ts';

/** The new file cannot be judged. Drops an incomplete last line. */
export async function maskEvidence(file: string, result: Result): Promise<void> {
  const { baseUrl, authUrl } = result.target;
  const masking = { origins: [authUrl, baseUrl], steps: publicSteps(result) };
  const { name, version } = result.harness;
  const log = {
    version: '1.2',
    creator: { name, version },
    pages: [pageOf(result.run.startedAt)],
    _masked: true,
  };
  const head = `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  const write = (line: string) =>
    JSON.stringify(masked(JSON.parse(line) as EvidenceEntry, masking));
  await replaceFile(
    file,
    arranged(head, () => entriesIn(file), write),
  );
}

async function* entriesIn(file: string) {
  for await (const { text } of linesOf(file)) {
    const line = text.replace(/,?\r?$/, '');
    if (line.startsWith('{') && (parsedJson(line) as Partial<EvidenceEntry> | undefined)?.request)
      yield line;
  }
}

type Masking = Readonly<{
  origins: readonly string[];
  steps: ReadonlySet<string>;
}>;

function masked({ request, response, ...entry }: EvidenceEntry, { origins, steps }: Masking) {
  const { url, headers, body } = maskRequest(
    {
      method: request.method,
      url: request.url,
      headers: request.headers.map(({ name, value }) => [name, value] as const),
      ...defined({ body: request.postData && (request.postData.text ?? '') }),
    },
    origins,
    steps,
  );
  const { content } = response;
  const mimeType = field('content-type', content.mimeType);
  const { _traceId: traceId, _other: other, pageref } = entry;
  return {
    ...defined({ _other: other, pageref }),
    startedDateTime: entry.startedDateTime,
    time: entry.time,
    request: {
      ...request,
      url,
      headers: headers.map(
        (header, at) => asTraced(request.headers[at], traceId) ?? asHeader(header),
      ),
      queryString: queryOf(url),
      ...defined({
        postData: request.postData && {
          mimeType: field('content-type', request.postData.mimeType),
          text: body ?? '',
        },
      }),
    },
    response: {
      ...response,
      statusText:
        STATUS_CODES[response.status] === response.statusText
          ? response.statusText
          : formOf(response.statusText),
      redirectURL: field('location', response.redirectURL),
      headers: response.headers.map(({ name, value }) => asHeader(maskHeader([name, value]))),
      content: {
        size: content.size,
        mimeType,
        ...defined({ text: content.text === undefined ? undefined : textOf(content) }),
      },
    },
    cache: {},
    timings: entry.timings,
    ...defined({ _traceId: traceId }),
  };
}

/** The harness's own traceparent identifies no person. */
function asTraced(header: Header | undefined, traceId: string | undefined) {
  return header?.name === 'traceparent' && traceId !== undefined ? header : undefined;
}

const asHeader = ([name, value]: readonly [string, string]): Header => ({ name, value });
const field = (name: string, value: string) => maskHeader([name, value])[1];

function textOf({ text = '', encoding }: Entry['response']['content']) {
  return encoding === undefined ? maskBody(text) : '(masked)';
}
