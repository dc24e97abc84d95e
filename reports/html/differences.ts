import type { ShownRequest, ShownResponse } from '../../engine/result.ts';
import { stepsOf } from '../finding.ts';
import { manners } from '../recipe-words.ts';
import type { Shown } from './visible.ts';

type Failure = Shown['failures'][number];
type Headers = ShownRequest['headers'];

type Exchange = Readonly<{
  request: ShownRequest;
  response?: ShownResponse;
}>;

/** Without a value, the message lacks it. */
export type HeaderLine = Readonly<{
  name: string;
  value?: string;
  isMarked: boolean;
}>;

export interface Compared extends Exchange {
  /** Empty if the finding has no other exchange. */
  readonly title: string;
  /** The request that it is compared with: the accepted one, or that of another step. */
  readonly other?: ShownRequest;
  readonly isStatusMarked: boolean;
  readonly sent: readonly HeaderLine[];
  readonly received: readonly HeaderLine[];
  /** JSON pointers into the body of the response, as lists of segments. */
  readonly members: readonly (readonly string[])[];
}

/**
 * Returns the exchanges of a finding in rows, in the order of time. The accepted exchange is beside
 * the one that shows the defect.
 */
export function comparedIn(failure: Failure): readonly (readonly Compared[])[] {
  const { accepted } = failure;
  const steps = stepsOf(failure);
  const judged = steps.at(-1);
  if (!judged) return [];
  const shown = steps.map((step, at) => {
    const isLast = step === judged;
    const other = isLast && accepted ? accepted : steps[at === 0 ? 1 : at - 1];
    const nth = steps.length > 1 ? `Step ${at + 1}${manners(step)}` : '';
    const what = isLast && other ? 'The defect' : '';
    return compared(
      step,
      [nth, what].filter(Boolean).join(': '),
      other,
      isLast ? failure : undefined,
    );
  });
  const rows = accepted
    ? [shown.slice(0, -1), [compared(accepted, 'Accepted', judged), ...shown.slice(-1)]]
    : [shown];
  return rows.filter(({ length }) => length > 0);
}

function compared(
  { request, response }: Exchange,
  title: string,
  other: Exchange | undefined,
  { facts, accepted, response: judged }: Partial<Failure> = {},
) {
  const valuesOf = (name: string) => [facts?.[name]?.value ?? []].flat().map(String);
  const [names, members, places] = [valuesOf('header'), valuesOf('member'), valuesOf('place')];
  const isNamed = names.length + members.length + places.length > 0;
  const { status, headers = [], lost } = response ?? {};
  const sent = request.headers;
  const theirs = other?.request.headers ?? sent;
  const differs = (name: string) => `${linesOf(sent, name)}` !== `${linesOf(theirs, name)}`;
  const isOdd = (name: string) => request.odd?.some((one) => isSame(one, name)) ?? false;
  const isOfRequest = (name: string) => differs(name) || (has(sent, name) && !has(headers, name));
  const ofRequest = names.filter(isOfRequest);
  const ofResponse = names.filter((name) => !isOfRequest(name)).map((name) => [name, ''] as const);
  const missing = (all: Headers, own: Headers) =>
    all.flatMap(([name]) => (has(own, name) ? [] : [{ name, isMarked: true }]));
  return {
    ...{ request, title, ...(response ? { response } : {}) },
    ...(other ? { other: other.request } : {}),
    isStatusMarked:
      (other?.response !== undefined && other.response.status !== status) ||
      (judged !== undefined && !accepted && !isNamed && (status ?? 0) >= 400),
    sent: [
      ...sent.map(([name, value]) => ({
        ...{ name, value },
        isMarked: isOdd(name) || differs(name) || ofRequest.some((one) => isSame(one, name)),
      })),
      ...missing(theirs, sent),
    ],
    received: [
      ...headers.map(([name, value]) => ({ name, value, isMarked: has(ofResponse, name) })),
      ...(lost === undefined ? missing(ofResponse, headers) : []),
    ],
    members: (places.length > 0 ? places : members)
      .filter((pointer) => pointer.startsWith('/'))
      .map((pointer) => pointer.slice(1).split('/').map(unescapePointer)),
  };
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
const linesOf = (headers: Headers, name: string) => headers.filter(([one]) => isSame(one, name));
const has = (headers: Headers, name: string) => linesOf(headers, name).length > 0;

const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');
