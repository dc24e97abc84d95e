import type { ComponentChildren } from 'preact';
import { counted, numeral } from '../counted.ts';
import { layOut } from './body-text.ts';
import { Clipped, Cut } from './clipped.tsx';
import { type Differences, findDifferences } from './differences.ts';
import { ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';

type Failure = Shown['failures'][number];
type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Shows the request and the response of a finding side by side, and marks what the finding names.
 */
export function Exchange({
  failure,
  nth,
  bytes,
}: {
  readonly failure: Failure;
  readonly nth: number;
  readonly bytes: number;
}) {
  const { request, response, traceId } = failure;
  if (!request)
    return (
      <p class="soft">
        This finding follows from the responses of the whole run. No single request shows it.
      </p>
    );
  const differences = findDifferences(failure);
  const isMarked = Object.values(differences).some((one) =>
    typeof one === 'boolean' ? one : [...one].length > 0,
  );
  return (
    <>
      <div class="sides">
        <section>
          <h4>Request</h4>
          <ScrollBox label={`Request of finding ${nth}`} class="message">
            <Line>
              {request.method} <Clipped text={request.url} bytes={bytes * 0.05} />
            </Line>
            <HeaderLines
              headers={request.headers}
              marked={differences.requestHeaders}
              bytes={bytes * 0.1}
            />
            {differences.unsent.map((name) => (
              <Line key={name} isMarked>
                <i>({name}: not sent)</i>
              </Line>
            ))}
            {request.body === undefined ? null : (
              <Body body={request.body} members={[]} bytes={bytes * 0.2} />
            )}
          </ScrollBox>
        </section>
        <section>
          <h4>Response</h4>
          <ScrollBox label={`Response of finding ${nth}`} class="message">
            {response ? (
              <Response response={response} differences={differences} bytes={bytes} />
            ) : null}
          </ScrollBox>
        </section>
      </div>
      {traceId === undefined ? null : (
        <p class="soft small">
          Trace id <code>{traceId}</code>
        </p>
      )}
      {isMarked ? (
        <p class="soft small">
          <mark>Marked</mark>: the parts that the finding names, and credentials that do not belong
          to the run.
        </p>
      ) : null}
    </>
  );
}

function Response({
  response,
  differences,
  bytes,
}: {
  readonly response: NonNullable<Failure['response']>;
  readonly differences: Differences;
  readonly bytes: number;
}) {
  const { status, headers, body, size, lost } = response;
  return (
    <>
      {lost === undefined ? null : (
        <Line isMarked>
          No response: <Clipped text={lost} bytes={300} />
        </Line>
      )}
      {status === undefined ? null : (
        <Line isMarked={differences.status}>
          <b>{status}</b>
        </Line>
      )}
      <HeaderLines headers={headers} marked={differences.responseHeaders} bytes={bytes * 0.15} />
      {differences.unanswered.map((name) => (
        <Line key={name} isMarked>
          <i>({name}: not in the response)</i>
        </Line>
      ))}
      {lost === undefined ? (
        <Body body={body} size={size} members={differences.members} bytes={bytes * 0.4} />
      ) : null}
    </>
  );
}

function HeaderLines({
  headers,
  marked,
  bytes,
}: {
  readonly headers: Headers;
  readonly marked: ReadonlySet<number>;
  readonly bytes: number;
}) {
  const shown = headers.slice(0, Math.max(3, Math.floor(bytes / 100)));
  const each = Math.max(60, bytes / Math.max(1, shown.length));
  return (
    <>
      {shown.map(([name, value], at) => (
        // Two headers may have the same name, so the key is the position.
        <Line key={`${at}`} isMarked={marked.has(at)}>
          <b>
            <Clipped text={name} bytes={80} />
          </b>
          : <Clipped text={value} bytes={each} />
        </Line>
      ))}
      {headers.length > shown.length ? (
        <Line>
          <span class="cut">… and {counted(headers.length - shown.length, 'more header')}</span>
        </Line>
      ) : null}
    </>
  );
}

function Body({
  body,
  size,
  members,
  bytes,
}: {
  readonly body: string;
  readonly size?: number;
  readonly members: Differences['members'];
  readonly bytes: number;
}) {
  if (body === '')
    return (
      <Line>
        <span class="cut">(empty body)</span>
      </Line>
    );
  const { stretches, shown } = layOut(body, members, bytes);
  return (
    <div class="body">
      {stretches.map(({ text, isMarked }, at) =>
        isMarked ? <mark key={`${at}`}>{text}</mark> : text,
      )}
      {shown < body.length ? <Cut shown={shown} of={body.length} /> : null}
      {size !== undefined && size > Buffer.byteLength(body) ? (
        <span class="cut"> … {numeral(size)} bytes in total; see the evidence</span>
      ) : null}
    </div>
  );
}

function Line({
  isMarked = false,
  children,
}: {
  readonly isMarked?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={isMarked ? 'line differs' : 'line'}>
      {isMarked ? <mark>{children}</mark> : children}
    </div>
  );
}
