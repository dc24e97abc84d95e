import type { ComponentChildren } from 'preact';
import { counted, numeral } from '../counted.ts';
import { layOut } from './body-text.ts';
import { Clipped, Cut } from './clipped.tsx';
import { type Compared, comparedIn, type HeaderLine } from './differences.ts';
import { ScrollBox } from './scroll-box.tsx';
import type { Shown } from './visible.ts';

type Failure = Shown['failures'][number];

export function Exchanges({
  failure,
  nth,
  bytes,
}: {
  failure: Failure;
  nth: number;
  bytes: number;
}) {
  const rows = comparedIn(failure);
  const each = bytes / Math.max(1, rows.flat().length);
  if (rows.length === 0)
    return (
      <p class="soft">
        This finding follows from the responses of the whole run. No single request shows it.
      </p>
    );
  return (
    <>
      {rows.map((row, at) => (
        <div key={`${at}`} class="sides">
          {row.map((one) => (
            <section key={one.title} class="exchange">
              {one.title === '' ? null : <h4>{one.title}</h4>}
              <Message name="Request" of={one} nth={nth}>
                <Request of={one} bytes={each} />
              </Message>
              <Message name="Response" of={one} nth={nth}>
                {one.response && <Response of={one} {...one.response} bytes={each} />}
              </Message>
            </section>
          ))}
        </div>
      ))}
      <p class="soft small">
        {failure.traceId !== undefined && (
          <>
            Trace id <code>{failure.traceId}</code>.{' '}
          </>
        )}
        <mark>Marked</mark>: what differs from the other request, what the finding is about, and
        credentials that do not belong to the run.
      </p>
    </>
  );
}

function Message({
  name,
  of,
  nth,
  children,
}: {
  name: string;
  of: Compared;
  nth: number;
  children: ComponentChildren;
}) {
  return (
    <div>
      <p class="soft small">{name}</p>
      <ScrollBox label={`${name} of finding ${nth} ${of.title}`.trim()} class="message">
        {children}
      </ScrollBox>
    </div>
  );
}

function Request({ of, bytes }: { of: Compared; bytes: number }) {
  const { request, other = request } = of;
  const { method, url, body = '' } = request;
  return (
    <>
      <Line isMarked={method !== other.method || url !== other.url}>
        {method} <Clipped text={url} bytes={bytes * 0.05} />
      </Line>
      <HeaderLines lines={of.sent} bytes={bytes * 0.1} />
      {body === '' && (other.body ?? '') === '' ? null : (
        <Body body={body} other={other.body ?? ''} members={[]} bytes={bytes * 0.2} />
      )}
    </>
  );
}

function Response({
  of,
  status,
  body,
  size,
  lost,
  bytes,
}: NonNullable<Compared['response']> & { of: Compared; bytes: number }) {
  return (
    <>
      {lost !== undefined && (
        <Line isMarked>
          No response: <Clipped text={lost} bytes={300} />
        </Line>
      )}
      {status !== undefined && (
        <Line isMarked={of.isStatusMarked}>
          <b>{status}</b>
        </Line>
      )}
      <HeaderLines lines={of.received} bytes={bytes * 0.15} />
      {lost === undefined && (
        <Body body={body} size={size} members={of.members} bytes={bytes * 0.4} />
      )}
    </>
  );
}

function HeaderLines({ lines, bytes }: { lines: readonly HeaderLine[]; bytes: number }) {
  const most = Math.max(3, Math.floor(bytes / 100));
  const first = (all: readonly HeaderLine[]) =>
    all.toSorted((left, right) => Number(right.isMarked) - Number(left.isMarked)).slice(0, most);
  const shown = lines.length > most ? first(lines) : lines;
  const each = Math.max(60, bytes / Math.max(1, shown.length));
  return (
    <>
      {shown.map(({ name, value, isMarked }, at) => (
        // Two headers may have the same name, so the key is the position.
        <Line key={`${at}`} isMarked={isMarked}>
          <b>
            <Clipped text={name} bytes={80} />
          </b>
          : {value === undefined ? <i>(missing)</i> : <Clipped text={value} bytes={each} />}
        </Line>
      ))}
      {lines.length > shown.length && (
        <Line>
          <span class="cut">… and {counted(lines.length - shown.length, 'more header')}</span>
        </Line>
      )}
    </>
  );
}

function Body({
  body,
  other = body,
  size,
  members,
  bytes,
}: {
  body: string;
  other?: string;
  size?: number;
  members: Compared['members'];
  bytes: number;
}) {
  if (body === '')
    return (
      <Line isMarked={other !== ''}>
        <i>(no body)</i>
      </Line>
    );
  const { stretches, shown } = layOut(body, members, bytes, other);
  return (
    <div class="body">
      {stretches.map(({ text, isMarked }, at) =>
        isMarked ? <mark key={`${at}`}>{text}</mark> : text,
      )}
      {shown < body.length && <Cut shown={shown} of={body.length} />}
      {size !== undefined && size > Buffer.byteLength(body) && (
        <span class="cut"> … {numeral(size)} bytes in total; see the evidence</span>
      )}
    </div>
  );
}

function Line({ isMarked = false, children }: { isMarked?: boolean; children: ComponentChildren }) {
  return (
    <div class={isMarked ? 'line differs' : 'line'}>
      {isMarked ? <mark>{children}</mark> : children}
    </div>
  );
}
