import { type Ask, type Bound, cause, fromTarget, type Judgement } from '../catalogue/index.ts';
import { type Exchange, isAnswered, type Request, say } from '../exchange/index.ts';
import { inconclusive, isServed, summarize, summary } from './answer.ts';
import { fail } from './violation.ts';

/** In lower case (as Node), or with each word capitalised (as Go and Java). */
export function otherCase(name: string) {
  const small = name.toLowerCase();
  return name === small ? small.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()) : small;
}

const asSpecified = ['Authorization', 'x-user-id'];

export const isSpelledAsUsual = ({ headers }: Request) =>
  headers.every(
    ([name]) => asSpecified.includes(name) || !/^(authorization|x-user-id)$/i.test(name),
  );

export const fieldNameCauses = {
  'other-case': cause<{ readonly control: string }>({
    title: 'header names in another case are refused',
    expected: ({ control }) => `the response to the spelling of the specification: ${control}`,
    advice: [
      {
        suspect: 'The code or a proxy compares header names with case.',
        look: 'Compare them without case. HTTP/2 and many clients send them in lowercase.',
      },
    ],
  }),
};

/**
 * The same names (RFC 9110 section 5.1). A refusal counts only if it recurs between two accepted
 * requests.
 */
export async function judgeFieldNames(
  { wellFormed }: Bound,
  ask: Ask,
): Promise<readonly Judgement<typeof fieldNameCauses>[]> {
  const request = wellFormed();
  const headers = request.headers.map(([name, value]) => [otherCase(name), value] as const);
  const first = await ask('names-in-other-case', { ...request, headers });
  if (!isUnderstood(first) || isServed(first)) return [];
  const before = await ask('names-control', request);
  const again = await ask('names-again', { ...request, headers });
  const after = await ask('names-control-after', request);
  if (!isServed(before) || !isServed(after)) return [];
  if (!isUnderstood(again) || isServed(again)) {
    return [
      inconclusive(say`refused only once with header names in another case: ${summary(first)}`),
    ];
  }
  return [fail('other-case', { control: fromTarget(summarize(before)) }, again)];
}

const isUnderstood = (exchange: Exchange) =>
  isAnswered(exchange) && ([400, 401, 403].includes(exchange.answer.status) || isServed(exchange));
