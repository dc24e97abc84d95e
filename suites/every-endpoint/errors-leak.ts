import {
  type Advice,
  type Answered,
  type Bound,
  cause,
  fail,
  findLeak,
  fromTarget,
  isObject,
  type Json,
  json,
  monitor,
  ofHarness,
  pass,
  sentPath,
  valueText,
} from '../../engine/index.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';
import { isApiAnswer, isWordedInItsPlace, monitored, section } from './error-answers.ts';

const repeats = (what: string) =>
  cause<{ symbol: string }>({
    title: `an error repeats a ${what}`,
    expected: 'no credentials in the body',
    actual: ({ symbol }) => `the body contains a ${what} (${symbol})`,
    advice: [
      {
        suspect: 'The message quotes input, such as the Authorization header.',
        look: 'Remove header values from messages, and name the header only.',
      },
    ],
  });

const noInternals = {
  expected: 'no internals of the server in the body',
  actual: ({ value }: { value: string }) => value,
  advice: [
    {
      suspect: 'The error contains the text of the exception, with its stack trace or file paths.',
      look: 'Send a fixed message, log the exception, and switch off debug mode in production.',
    },
  ] satisfies readonly Advice[],
};

export const noLeak = monitor({
  ...monitored,
  id: 'errors/no-leak',
  level: 'should',
  rule:
    'The body of an error contains no bearer token, no stack trace and no path of the ' +
    "server's files.",
  section: `${section}; RFC 9110 section 17`,
  statement: spec.errorMessage,
  causes: {
    token: repeats('token'),
    secret: repeats('secret'),
    'stack-trace': cause<{ value: string; traceOf: string }>({
      title: ({ traceOf }) => `an error shows a stack trace of ${traceOf}`,
      ...noInternals,
    }),
    'file-path': { title: 'an error shows a path of a file on the server', ...noInternals },
  },
  advice: why.ownErrorPath,
  matches: (answered) =>
    (isApiAnswer(answered) || isWordedInItsPlace(answered)) &&
    (answered.answer.body.text ?? '') !== '',
  judge: judgeLeak,
});

export function judgeLeak(answered: Answered, { target }: Pick<Bound, 'target'>) {
  const text = answered.answer.body.text ?? '';
  const secrets = [...text.matchAll(/\{\{((?:token|client|gateway):[^}]*|jwt)\}\}/g)];
  const secret = secrets.find(([, symbol = '']) => answered.facts.echoes.includes(symbol))?.[1];
  if (secret !== undefined)
    return fail(/^(?:client|gateway):/.test(secret) ? 'secret' : 'token', {
      symbol: ofHarness(secret),
    });
  const parsed = json(answered);
  const texts = 'value' in parsed ? textsOf(parsed.value) : [text];
  // {base_url} may have a path, such as /app/index.php.
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const sent = [sentPath(answered.request), valueText(answered.request.path)]
    .map((path) => base + path)
    .join(' ');
  for (const one of texts) {
    const leak = findLeak(one, sent);
    if (!leak) continue;
    const value = fromTarget(leak.excerpt);
    return leak.traceOf === undefined
      ? fail('file-path', { value })
      : fail('stack-trace', { value, traceOf: ofHarness(leak.traceOf) });
  }
  return pass();
}

/** A longer error leaks at its beginning. */
const searched = 200_000;

function textsOf(value: Json): string[] {
  const texts: string[] = [];
  const open: Json[] = [value];
  let length = 0;
  while (open.length > 0 && texts.length < 1_000 && length < searched) {
    const next = open.pop();
    if (typeof next === 'string') {
      texts.push(next);
      length += next.length;
    } else if (Array.isArray(next) || isObject(next))
      open.push(...Object.values<Json>(next).slice(0, 1_000).reverse());
  }
  // A trace may also be a list of lines.
  return [...texts, texts.join('\n')];
}
