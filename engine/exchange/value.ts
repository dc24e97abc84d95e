/** Tokens, secrets and users are symbols until a request is sent. */
export type Symbolic = Readonly<{
  /** `token:scoped`, `client:scoped:secret`, `user:first`, `guide:0`, `audience`, ... */
  symbol: string;
  /** Operations of `engine/secrets/forge.ts` on the resolved string, e.g. `alg-none`. */
  forge?: string;
}>;

/** Strings are sent as UTF-8, bytes unchanged. */
export type Piece = string | Uint8Array | Symbolic;
export type Value = Piece | readonly Piece[];

export const symbol = (name: string, forge?: string): Symbolic =>
  forge === undefined ? { symbol: name } : { symbol: name, forge };

export const pieces = (value: Value) => (isList(value) ? value : [value]);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Neighbouring strings stay separate pieces: see `joined`. */
export const concat = (...values: readonly Value[]): Value =>
  values.flatMap((value) => pieces(value));

/** Symbols as `{{name}}` or `{{name|forge}}`, bytes as `{{base64:...}}`. */
export const valueText = (value: Value) =>
  typeof value === 'string' ? value : pieces(value).map(pieceText).join('');

function pieceText(piece: Piece) {
  if (typeof piece === 'string') return piece;
  if (piece instanceof Uint8Array) return `{{base64:${Buffer.from(piece).toString('base64')}}}`;
  return piece.forge === undefined ? `{{${piece.symbol}}}` : `{{${piece.symbol}|${piece.forge}}}`;
}

/** Each request replaces `{{unique}}` in its strings by a different string. */
export const jsonBody = (value: unknown): Value => withUnique(JSON.stringify(value));

export function withUnique(text: string): Value {
  const parts = text.split('{{unique}}');
  return parts.flatMap((part, nth) => (nth === 0 ? [part] : [symbol('unique'), part]));
}

type JsonTemplate =
  | string
  | number
  | boolean
  | null
  | Symbolic
  | readonly JsonTemplate[]
  | { readonly [name: string]: JsonTemplate | undefined };

export const jsonTemplate = (template: JsonTemplate): Value => joined(jsonPieces(template));

export function joined(value: Value): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces(value)) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else all.push(piece);
  }
  return all;
}

function jsonPieces(template: JsonTemplate): Piece[] {
  if (isSymbolic(template)) {
    return ['"', symbol(template.symbol, template.forge ? `${template.forge},json` : 'json'), '"'];
  }
  if (typeof template !== 'object' || template === null) return [JSON.stringify(template)];
  const isArray = isList(template);
  const members = isArray
    ? template.map(jsonPieces)
    : Object.entries(template).flatMap(([name, member]) =>
        member === undefined ? [] : [[`${JSON.stringify(name)}:`, ...jsonPieces(member)]],
      );
  const inside = members.flatMap((member, at) => (at === 0 ? member : [',', ...member]));
  return [isArray ? '[' : '{', ...inside, isArray ? ']' : '}'];
}

const isSymbolic = (value: unknown): value is Symbolic =>
  typeof value === 'object' &&
  value !== null &&
  'symbol' in value &&
  typeof value.symbol === 'string';
