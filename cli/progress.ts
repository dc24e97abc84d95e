import type { Progress } from '../engine/run/run.ts';
import type { Detail } from '../reports/console.ts';

interface ProgressLine {
  readonly show: (progress: Progress) => void;
  readonly clear: () => void;
}

/** Returns a progress line that overwrites itself on a terminal. Elsewhere it prints nothing, or with `verbose` a line every 5 s. */
export function progressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>,
  detail: Detail,
): ProgressLine {
  const isLive = stream.isTTY && !process.env['CI'];
  if (detail === 'quiet' || !(isLive || detail === 'verbose')) return { show: () => {}, clear: () => {} };
  const everyMs = isLive ? 100 : 5_000;
  const began = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: ({ unitsDone, units, requests, findings }) => {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      const rate = Math.round(requests / Math.max(0.1, (now - began) / 1000));
      const found = findings === 1 ? '1 finding' : `${findings} findings`;
      const line = `${unitsDone}/${units} checks · ${requests} requests · ${rate}/s · ${found}`;
      stream.write(isLive ? `\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}` : `${line}\n`);
    },
    clear: () => {
      if (isLive) stream.write('\r\u001b[K');
    },
  };
}
