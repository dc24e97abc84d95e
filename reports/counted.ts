export const numeral = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** Formats a number and its noun, such as `1 request` or `2 requests`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${count === 1 ? one : many}`;

/** Lists the words that apply. */
export const present = (...all: readonly (string | false | undefined)[]): readonly string[] =>
  all.filter((one) => one !== false && one !== undefined);
