import type { Detail } from '../reports/console.ts';
import { counted, numeral } from '../reports/counted.ts';
import { type Progress, systemClock } from './engine.ts';

type ProgressLine = Readonly<{
  show: (progress: Progress) => void;
  clear: () => void;
}>;

const rateOverMs = 3_000;

/** Redrawn twice a second on a terminal. Elsewhere nothing, or with `verbose` a line every 5 s. */
export function progressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>,
  detail: Detail,
  expected: number,
): ProgressLine {
  const isLive = stream.isTTY && !process.env['CI'];
  if (detail === 'quiet' || !(isLive || detail === 'verbose'))
    return { show: () => {}, clear: () => {} };
  let latest: Progress | undefined;
  let seen: readonly (readonly [at: number, requests: number])[] = [];
  const draw = () => {
    const now = performance.now();
    const { requests = 0 } = latest ?? {};
    seen = [...seen.filter(([at]) => now - at <= rateOverMs), [now, requests]];
    const line = latest ? progressText(latest, expected, rateOf(seen)) : 'starting';
    stream.write(
      isLive ? `\r\u001b[K${line.slice(0, Math.max(20, (stream.columns || 80) - 1))}` : `${line}\n`,
    );
  };
  if (isLive) draw();
  const timer = setInterval(draw, isLive ? 500 : 5_000).unref();
  return {
    show: (progress) => {
      latest = progress;
    },
    clear: () => {
      clearInterval(timer);
      if (isLive) stream.write('\r\u001b[K');
    },
  };
}

function rateOf(seen: readonly (readonly [at: number, requests: number])[]) {
  const [first, before, last] = [seen[0], seen.at(-2), seen.at(-1)];
  // Nothing came since the last drawing.
  if (before && last && before[1] === last[1]) return 0;
  return first && last && last[0] > first[0]
    ? ((last[1] - first[1]) * 1000) / (last[0] - first[0])
    : 0;
}

/** `auth · 1,240 of about 6,200 requests · 610/s · 2 findings`. */
export function progressText(
  { requests, findings, latest, pause }: Progress,
  expected: number,
  rate: number,
): string {
  const group = latest?.split('/')[0] ?? 'run';
  const pauseS = pause && Math.max(0, (pause.until - systemClock.now()) / 1000).toFixed(1);
  const idle = pause ? `waiting ${pauseS} s for ${pause.requirement}` : 'waiting for a response';
  return [
    group === 'run' ? 'setup' : group,
    `${numeral(requests)} of about ${numeral(Math.max(expected, requests))} requests`,
    rate < 1 ? idle : `${numeral(Math.round(rate))}/s`,
    counted(findings, 'finding'),
  ].join(' · ');
}
