/** One quantity, measured several times. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** The goal: the median is at most this. */
  readonly reach?: number;
}

const columns = ['', 'minimum', 'median', 'maximum', 'unit', 'reach', ''];

/** Returns the median. Of an even number of values, returns the lower middle one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

export function table(figures: readonly Figure[]): string {
  const rows = [columns, ...figures.map(cellsOf)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const isText = (at: number) => at === 0 || at > 3;
  const cell = (text: string, at: number) =>
    isText(at) ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

function cellsOf({ name, unit, values, reach }: Figure): readonly string[] {
  const middle = median(values);
  const told = [Math.min(...values), middle, Math.max(...values)].map(shown);
  if (reach === undefined) return [name, ...told, unit, '', ''];
  return [
    name,
    ...told,
    unit,
    `at most ${shown(reach)}`,
    middle <= reach ? 'reached' : 'not reached',
  ];
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
