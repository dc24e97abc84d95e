/** A number with its thousands apart. */
export function numeral(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A number and its noun. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numeral(count)} ${count === 1 ? one : many}`;
}
