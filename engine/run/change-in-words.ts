import { excerpt, type Request, valueText } from '../exchange/index.ts';
import { sentHeader, sentPath } from '../judging/positive.ts';

const longest = 200;
/** In characters. From here on, the size may be what matters. */
const longBody = 1_000;

export function changeInWords(request: Request, wellFormed: Request) {
  const names = [...new Set([...wellFormed.headers, ...request.headers].map(([name]) => name))];
  const lines = names.flatMap((name) => {
    const [sent, usual] = [sentHeader(request, name), sentHeader(wellFormed, name)];
    if (sent.join('\n') === usual.join('\n')) return [];
    return [
      sent.length === 0 ? `no ${name} header` : excerpt(`${name}: ${sent.join(' and ')}`, longest),
    ];
  });
  const textOf = (value: Request['path'] | undefined) =>
    value === undefined ? 'none' : valueText(value);
  const body = textOf(request.body);
  const [path = '', ...query] = textOf(request.path).split('?');
  const changes = [
    request.method !== wellFormed.method && `the method ${request.method}`,
    path !== sentPath(wellFormed) && 'another path',
    query.length > 0 && excerpt(`the query ?${query.join('?')}`, longest),
    ...lines,
    body !== textOf(wellFormed.body) &&
      (body.length < longBody ? 'another body' : `another body of ${body.length} characters`),
  ];
  return changes.filter(Boolean).join(' and ') || undefined;
}
