import type { Progress } from '../engine/run/run.ts';

const everyMs = 100;

interface ProgressLine {
  readonly show: (progress: Progress) => void;
  readonly clear: () => void;
}

/** Returns a progress line that overwrites itself on a terminal. In CI and in files it prints nothing. */
export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  if (!stream.isTTY || process.env['CI']) return { show: () => {}, clear: () => {} };
  const began = performance.now();
  let shownAt = 0;
  return {
    show: ({ unitsDone, units, requests, findings }) => {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      const rate = Math.round(requests / Math.max(0.1, (now - began) / 1000));
      const found = findings === 1 ? '1 finding' : `${findings} findings`;
      const line = `${unitsDone}/${units} checks · ${requests} requests · ${rate}/s · ${found}`;
      stream.write(`\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear: () => {
      stream.write('\r\u001b[K');
    },
  };
}
