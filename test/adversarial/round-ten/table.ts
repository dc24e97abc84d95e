/** An in-memory table that knows the few statements which the procedures need. */
export class Table<Row extends object> {
  rows: Row[];

  constructor(rows: readonly Row[]) {
    this.rows = [...rows];
  }

  select(where: Partial<Row> = {}): Row[] {
    return this.rows.filter((row) => matches(row, where));
  }

  single(where: Partial<Row>): Row | undefined {
    return this.select(where)[0];
  }

  update(where: Partial<Row>, set: Partial<Row>): number {
    const found = this.select(where);
    for (const row of found) Object.assign(row, set);
    return found.length;
  }
}

function matches<Row extends object>(row: Row, where: Partial<Row>): boolean {
  return Object.entries(where).every(([column, value]) => row[column as keyof Row] === value);
}
