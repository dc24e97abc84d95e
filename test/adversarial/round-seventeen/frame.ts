export type Row = Record<string, unknown>;
export const missing = null;

/** A table of columns with a common length. Every operation yields a new frame. */
export class Frame {
  readonly columns: ReadonlyMap<string, readonly unknown[]>;
  readonly length: number;

  constructor(columns: ReadonlyMap<string, readonly unknown[]>) {
    this.columns = columns;
    this.length = columns.values().next().value?.length ?? 0;
  }

  static of(rows: readonly Row[]): Frame {
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    return new Frame(new Map([...names].map((name) => [name, rows.map((row) => row[name] ?? missing)])));
  }

  rows(): Row[] {
    return Array.from({ length: this.length }, (_, at) => this.row(at));
  }

  row(at: number): Row {
    return Object.fromEntries([...this.columns].map(([name, cells]) => [name, cells[at]]));
  }

  column(name: string): readonly unknown[] {
    return this.columns.get(name) ?? [];
  }

  assign(name: string, cell: (row: Row, at: number) => unknown): Frame {
    return new Frame(new Map([...this.columns, [name, this.rows().map(cell)]]));
  }

  where(keep: (row: Row) => boolean): Frame {
    return Frame.of(this.rows().filter(keep));
  }

  drop(...names: string[]): Frame {
    return new Frame(new Map([...this.columns].filter(([name]) => !names.includes(name))));
  }

  select(...names: string[]): Frame {
    return new Frame(new Map(names.map((name) => [name, this.column(name)])));
  }

  sortBy(key: (row: Row) => number): Frame {
    return Frame.of(this.rows().sort((one, other) => key(one) - key(other)));
  }

  sortByText(key: (row: Row) => string): Frame {
    return Frame.of(this.rows().sort((one, other) => (key(one) < key(other) ? -1 : 1)));
  }

  /** The rows of this frame beside those of the other with the same cell in `on`. */
  join(other: Frame, on: string, how: 'inner' | 'left' | 'right' = 'inner'): Frame {
    if (how === 'right') return other.join(this, on, 'left');
    const rows = this.rows().flatMap((row) => {
      const matches = other.rows().filter((match) => match[on] === row[on]);
      return matches.length > 0 ? matches.map((match) => ({ ...match, ...row })) : how === 'left' ? [row] : [];
    });
    return Frame.of(rows);
  }

  /** Groups in the order in which their keys appear. */
  groupBy(key: (row: Row) => unknown): [unknown, Frame][] {
    const groups = new Map<unknown, Row[]>();
    for (const row of this.rows()) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
    return [...groups].map(([name, rows]) => [name, Frame.of(rows)]);
  }

  fillForward(...names: string[]): Frame {
    const filled = names.map((name): [string, unknown[]] => {
      let last: unknown = missing;
      return [name, this.column(name).map((cell) => (last = cell ?? last))];
    });
    return new Frame(new Map([...this.columns, ...filled]));
  }
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
