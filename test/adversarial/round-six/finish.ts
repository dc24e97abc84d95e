import type { On, Reply } from './types.ts';

const escaped = (text: string) =>
  [...text].map((letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('');

/** Gives an answer the form that all answers of the installation have. */
export function finish(reply: Reply, on: On): Reply {
  if (typeof reply.body !== 'string' || reply.body === '') return reply;
  let body = reply.body;
  if (on('member-names-in-escapes'))
    body = body.replace(/"([a-zA-Z_]+)":/g, (_, name: string) => `"${escaped(name)}":`);
  if (on('nothing-is-minus-zero')) body = body.replace(/"value":0(?=[,}])/g, '"value":-0');
  const headers = reply.headers.map(([name, value]): [string, string] =>
    on('media-type-with-an-empty-parameter') && name === 'Content-Type' ? [name, `${value};`] : [name, value],
  );
  return { ...reply, headers, body };
}
