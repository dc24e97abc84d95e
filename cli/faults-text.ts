import { createColors } from 'picocolors';
import type { Fault } from '../fixtures/faults/index.ts';
import { mechanisms } from '../fixtures/faults/mechanisms.ts';
import { isColoured } from '../reports/coloured.ts';
import { groupBy } from '../reports/group-by.ts';

export function faultsText(faults: readonly Fault[]): string {
  const colors = createColors(isColoured(process.stdout));
  const groups = [...groupBy(faults, ({ mechanism }) => mechanism)].map(([mechanism, all]) =>
    [`${colors.bold(mechanism)} (${all.length})`, mechanisms[mechanism], ...all.map(entry)].join(
      '\n',
    ),
  );
  return `${groups.join('\n\n')}\n\n${faults.length} faults\n`;
}

function entry({ id, title, breaks }: Fault): string {
  return `  ${id}\n    ${title}\n    breaks ${breaks.join(', ')}`;
}

export function faultsJson(faults: readonly Fault[]): object {
  return {
    faults: faults.map(({ id, title, mechanism, breaks }) => ({
      id,
      title,
      mechanism,
      cause: mechanisms[mechanism],
      breaks,
    })),
  };
}
