import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { createInterface } from 'node:readline';
import type { Entry, Header } from 'har-format';
import { type EvidenceEntry, queryOf } from '../engine/evidence/har-entry.ts';
import type { Result } from '../engine/result.ts';
import { publicSteps } from '../reports/masked.ts';
import { maskBody, maskHeader, maskRequest } from '../reports/masked-exchange.ts';
import { formOf } from '../reports/masked-form.ts';

/**
 * Replaces an evidence file by one without personal data. The new file shows requests and responses, but it cannot be
 * judged. An incomplete last line, which an interrupted run may leave, is dropped.
 */
export async function maskEvidence(file: string, result: Result): Promise<void> {
  const { baseUrl, authUrl } = result.target;
  const masking = { origins: [authUrl, baseUrl], steps: publicSteps(result) };
  const stream = createWriteStream(`${file}.tmp`);
  const failed = once(stream, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const put = async (text: string) => {
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
  };
  const { name, version } = result.harness;
  await put(`{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"_masked":true,"entries":[`);
  let count = 0;
  for await (const line of createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const entry = entryOf(line);
    if (!entry) continue;
    await put(`${count++ === 0 ? '' : ','}\n${JSON.stringify(masked(entry, masking))}`);
  }
  stream.end(`\n],"_entries":${count}}}\n`);
  await Promise.race([once(stream, 'close'), failed]);
  await rename(`${file}.tmp`, file);
}

/** Parses the entry in a line. Returns undefined for the head, the end and an incomplete line. */
function entryOf(line: string): EvidenceEntry | undefined {
  try {
    const parsed = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Partial<EvidenceEntry>;
    return parsed.request === undefined ? undefined : (parsed as EvidenceEntry);
  } catch {
    return undefined;
  }
}

interface Masking {
  readonly origins: readonly string[];
  readonly steps: ReadonlySet<string>;
}

function masked({ request, response, ...entry }: EvidenceEntry, { origins, steps }: Masking): Entry {
  const { url, headers, body } = maskRequest(
    {
      method: request.method,
      url: request.url,
      headers: request.headers.map(({ name, value }) => [name, value] as const),
      ...(request.postData === undefined ? {} : { body: request.postData.text ?? '' }),
    },
    origins,
    steps,
  );
  const { content } = response;
  const mimeType = field('content-type', content.mimeType);
  const { _traceId: traceId } = entry;
  return {
    startedDateTime: entry.startedDateTime,
    time: entry.time,
    request: {
      ...request,
      url,
      headers: headers.map((header, at) => asTraced(request.headers[at], traceId) ?? asHeader(header)),
      queryString: queryOf(url),
      ...(request.postData === undefined
        ? {}
        : { postData: { mimeType: field('content-type', request.postData.mimeType), text: body ?? '' } }),
    },
    response: {
      ...response,
      statusText:
        STATUS_CODES[response.status] === response.statusText ? response.statusText : formOf(response.statusText),
      redirectURL: field('location', response.redirectURL),
      headers: response.headers.map(({ name, value }) => asHeader(maskHeader([name, value]))),
      content: { size: content.size, mimeType, ...(content.text === undefined ? {} : { text: textOf(content) }) },
    },
    cache: {},
    timings: entry.timings,
    ...(traceId === undefined ? {} : { _traceId: traceId }),
  };
}

/** Returns the harness's own traceparent unmasked, because it identifies no person. */
function asTraced(header: Header | undefined, traceId: string | undefined): Header | undefined {
  return header?.name === 'traceparent' && traceId !== undefined ? header : undefined;
}

const asHeader = ([name, value]: readonly [string, string]): Header => ({ name, value });
const field = (name: string, value: string) => maskHeader([name, value])[1];

/** Masks a text body, and removes a binary one. */
function textOf({ text = '', encoding }: Entry['response']['content']): string {
  return encoding === undefined ? maskBody(text) : '(masked)';
}
