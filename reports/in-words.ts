import type { Failure, Result, ShownRequest } from '../engine/result.ts';
import { symbols } from './masked-form.ts';
import { withMembers } from './with-members.ts';

type Values = NonNullable<Result['part']['values']>;

const known = new RegExp(symbols, 'g');
/** The symbol of a token that a request of a test got. Its key contains the endpoint. */
const issued = /\{\{token:[^{}]*\{auth_url\}[^{}]*\}\}/g;
const bytes = /\{\{base64:[\w+/=]*\}?\}?/g;

/** Replaces the symbols in findings: those of ids by the ids, others by words. */
export function inWords(result: Result): Result {
  const values = result.part.values ?? {};
  return { ...result, failures: result.failures.map((failure) => failureInWords(failure, values)) };
}

function failureInWords(failure: Failure, values: Values) {
  const write = (text: string) =>
    text
      .replace(issued, '<an issued token>')
      .replace(known, (symbol) => symbolWords(symbol, values))
      .replace(bytes, '<bytes>');
  const sent = (request: ShownRequest): ShownRequest => ({
    ...withMembers(request, {
      url: write,
      headers: (all) => all.map(([name, value]) => [name, write(value)] as const),
      body: write,
    }),
    odd: oddPartsOf(request).flatMap(([name, value]) =>
      value.match(known)?.some((symbol) => isOdd(symbol, values)) ? [name] : [],
    ),
  });
  return withMembers(failure, {
    title: write,
    message: write,
    expected: write,
    actual: write,
    changed: write,
    request: sent,
    accepted: (accepted) => withMembers(accepted, { request: sent }),
    recipe: (recipe) => ({
      ...recipe,
      steps: recipe.steps.map((step) => withMembers(step, { request: sent })),
    }),
  });
}

const oddPartsOf = ({ headers, url, body = '' }: ShownRequest) =>
  [...headers, ['the URL', url], ['the body', body]] as const;

/** Whether it is a credential other than the run's own: forged, expired or a secret. */
function isOdd(text: string, values: Values) {
  const [symbol = '', forge] = text.slice(2, -2).split('|');
  const [kind, which] = symbol.split(':');
  if (kind === 'client') return values[symbol] === undefined;
  if (forge === undefined) return kind === 'token' && which !== 'scoped';
  return values[symbol] === undefined || !codings.has(forge);
}

/** What a body or URL needs to contain a value unchanged. */
const codings: ReadonlySet<string> = new Set(['json', 'form', 'url']);

function symbolWords(text: string, values: Values) {
  const [symbol = '', forge] = text.slice(2, -2).split('|');
  const value = values[symbol];
  if (value !== undefined && (forge === undefined || forge === 'json' || forge === 'form'))
    return value;
  if (value !== undefined && forge === 'url') return encodeURIComponent(value);
  const [kind = '', which = '', part = ''] = symbol.split(':');
  const words: Readonly<Record<string, string>> = {
    token: which === 'scoped' ? 'the token' : `the ${which} token`,
    client: `the ${part} of the ${which} client`,
    user: `the id of the ${which} user`,
    guide: `the id of guide ${Number(which) + 1}`,
    audience: 'the audience',
    unique: 'a unique string',
  };
  return `<${words[kind] ?? kind}${forge === undefined ? '' : `, altered: ${forge}`}>`;
}
