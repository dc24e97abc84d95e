import type { Row } from './row.ts';

/** Shows the progress on a terminal. Prints nothing to a file or in CI. */
export function progressLine(stream: NodeJS.WriteStream, total: number) {
  if (!stream.isTTY || process.env['CI']) return { show: (_row: Row) => {}, clear: () => {} };
  const began = performance.now();
  let done = 0;
  return {
    show: ({ kind, id }: Row) => {
      done++;
      const left = Math.ceil(((performance.now() - began) / done) * (total - done) * 0.001);
      const line = `${done}/${total} · about ${left} s left · ${kind} ${id}`;
      stream.write(`\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear: () => {
      stream.write('\r\u001b[K');
    },
  };
}
