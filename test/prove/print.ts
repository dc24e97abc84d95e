import type { createColors } from 'picocolors';
import type { Entry, Summary } from './summary.ts';

type Colors = ReturnType<typeof createColors>;

/** Formats the matrix: faults by the requirement that must find them, then variants. */
export function matrixLines({ entries, killRates }: Summary, color: Colors): string[] {
  const faults = entries.filter(({ kind }) => kind === 'fault');
  const variants = entries.filter(({ kind }) => kind === 'variant');
  const widest = Math.max(0, ...entries.map(({ id }) => id.length));
  const lines: string[] = [];
  for (const { group, found, of } of killRates) {
    lines.push('', color.bold(`${group}  ${found}/${of}`));
    const own = faults.filter(({ intended }) => intended?.startsWith(`${group}/`));
    for (const requirement of new Set(own.map(({ intended }) => intended ?? ''))) {
      lines.push(color.cyan(`  ${requirement}`));
      for (const fault of own.filter(({ intended }) => intended === requirement)) {
        lines.push(`    ${entryLine(fault, widest, color, howShown(fault))}`);
      }
    }
  }
  if (variants.length > 0) {
    const innocent = variants.filter(({ proven, seeds }) => proven === seeds).length;
    lines.push('', color.bold(`correct servers  ${innocent}/${variants.length}`));
    for (const variant of variants) lines.push(`    ${entryLine(variant, widest, color, '')}`);
  }
  return lines;
}

function entryLine(entry: Entry, widest: number, color: Colors, shown: string): string {
  const { id, proven, seeds, requests, cpuMs, alsoFails, accused } = entry;
  const isProven = proven === seeds;
  const mark = isProven ? color.green('+') : color.red('-');
  const inSeeds = seeds > 1 ? ` ${`${proven}/${seeds}`.padStart(5)}` : '';
  const cost = color.dim(`${requests} requests, ${(cpuMs / 1000).toFixed(1)} s`);
  const beside = [
    alsoFails.length > 0 ? `with ${alsoFails.join(', ')}` : '',
    accused.length > 0 ? color.red(`accused by ${accused.join(', ')}`) : '',
  ].filter((text) => text !== '');
  return [`${mark} ${id.padEnd(widest)}${inSeeds}`, shown, cost, ...beside]
    .filter((text) => text !== '')
    .join('  ');
}

function howShown({ cases, violated, judged, drawnOnly }: Entry): string {
  if (violated === 0) return 'not found';
  const [fewest, most] = cases ?? [];
  const needed =
    fewest === undefined ? '' : fewest === most ? `case ${fewest}` : `case ${fewest} to ${most}`;
  return [needed || `${violated} of ${judged}`, drawnOnly > 0 ? 'drawn only' : '']
    .filter((one) => one !== '')
    .join(', ');
}

export function problemLines({ problems }: Summary, color: Colors): string[] {
  return problems.map(({ kind, subject, text }) => {
    const [first = '', ...rest] = text.split('\n');
    return `${color.red(kind)}  ${color.bold(subject)}  ${[first, ...rest.map((line) => `    ${line}`)].join('\n')}`;
  });
}

export function noteLines({ entries }: Summary, color: Colors): string[] {
  const drawn = entries.filter(({ drawnOnly }) => drawnOnly > 0).map(({ id }) => id);
  return drawn.length > 0 ? [color.dim(`found by drawn requests only: ${drawn.join(', ')}`)] : [];
}

/** Formats the faults that were found only at the second try. They are not problems. */
export function secondTryLines(found: readonly string[]): string[] {
  return found.map((id) => `found at the second try  ${id}`);
}

export function totalLine({ entries, problems }: Summary, seconds: number): string {
  const share = (kind: Entry['kind']) => {
    const own = entries.filter((entry) => entry.kind === kind);
    return `${own.filter(({ proven, seeds }) => proven === seeds).length} of ${own.length}`;
  };
  const cpu = entries.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;
  const requests = entries.reduce((sum, entry) => sum + entry.requests, 0);
  const counted = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return [
    `${share('fault')} faults found`,
    `${share('variant')} correct servers unaccused`,
    counted,
    `${requests} requests, ${Math.round(seconds)} s (CPU ${Math.round(cpu)} s)`,
  ].join(' · ');
}
