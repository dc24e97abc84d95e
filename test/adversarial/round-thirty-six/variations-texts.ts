import type { Json } from './model.ts';
import { isObject } from './model.ts';

/** Applies a change to every number in a value. */
export function byNumber(value: unknown, change: (one: number) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => byNumber(one, change));
  }
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, byNumber(one, change)]));
  }
  return typeof value === 'number' ? change(value) : value;
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** TJSONMarshal */
export function marshalled(type: string, value: Json): Json {
  let count = 0;
  const written = (name: string, one: unknown): unknown => {
    if (!isObject(one) && !Array.isArray(one)) {
      return one;
    }
    count += 1;
    const id = count;
    const fields = Array.isArray(one)
      ? { FItems: one.map((item) => written('TItem', item)), FCount: one.length }
      : Object.fromEntries(Object.entries(one).map(([key, item]) => [`F${capital(key)}`, written(`T${key}`, item)]));
    return { type: `Estuary.Types.${name}`, id, fields };
  };
  return written(type, value) as Json;
}

/** TFDMemTable.SaveToStream in JSON */
export function dataSet(name: string, rows: readonly Json[]): Json {
  const columns = Object.entries(rows[0] ?? {}).map(([column, value], at) => ({
    class: 'Column',
    Name: column.toUpperCase(),
    SourceID: at + 1,
    DataType: typeof value === 'number' ? 'Currency' : 'WideString',
    Searchable: true,
  }));
  const list = rows.map((row, at) => ({
    RowID: at,
    Original: Object.fromEntries(Object.entries(row).map(([column, value]) => [column.toUpperCase(), value])),
  }));
  const table = { class: 'Table', Name: name, TabID: 0, ColumnList: columns, ConstraintList: [], RowList: list };
  return { FDBS: { Version: 15, Manager: { UpdatesRegistry: true, TableList: [table], RelationList: [] } } };
}

/** A literal of the language: letters outside ASCII stand outside the apostrophes, by their number. */
const literal = (text: string): string =>
  `'${text.replaceAll("'", "''").replace(/[^ -~]/g, (unit) => `'#${unit.charCodeAt(0)}'`)}'`.replaceAll("''#", "'#");

/** The text of a form with a label for each row. */
export function dfm(rows: readonly Json[]): string {
  const labels = rows.flatMap(({ title, rating }, at) => [
    `  object lblInsight${at + 1}: TLabel`,
    `    Caption = ${literal(String(title))}`,
    `    Tag = ${String(rating)}`,
    '  end',
  ]);
  return ['object frmInsights: TfrmInsights', '  Left = 0', ...labels, 'end', ''].join('\r\n');
}

/** TClientDataSet.XMLData */
export function packet(rows: readonly Json[]): string {
  const attribute = (value: unknown): string =>
    String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const written = rows.map(
    (row) =>
      `<ROW ${Object.entries(row)
        .map(([name, value]) => `${name}="${attribute(value)}"`)
        .join(' ')}/>`,
  );
  const fields = Object.keys(rows[0] ?? {}).map((name) => `<FIELD attrname="${name}" fieldtype="string.uni"/>`);
  return [
    '<?xml version="1.0" standalone="yes"?>',
    `<DATAPACKET Version="2.0"><METADATA><FIELDS>${fields.join('')}</FIELDS><PARAMS/></METADATA>`,
    `<ROWDATA>${written.join('')}</ROWDATA></DATAPACKET>`,
  ].join('  ');
}

/** A document of a TRichEdit. */
export function richText({ title, description, chapters }: Json): string {
  const escaped = (text: unknown): string =>
    String(text)
      .replace(/[\\{}]/g, '\\$&')
      .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0)}?`);
  const parts = (Array.isArray(chapters) ? (chapters as Json[]) : []).map(
    (one) => `\\pard\\b ${escaped(one['title'])}\\b0\\par`,
  );
  const head = `{\\rtf1\\ansi\\ansicpg1252\\uc1{\\*\\generator Estuary;}`;
  return `${head}\\pard\\fs32 ${escaped(title)}\\par\\fs20 ${escaped(description)}\\par\r\n${parts.join('\r\n')}}\r\n`;
}

const cells: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyząćęłńóśźż'].map((letter, at) => [
    letter,
    [...'⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵⠡⠩⠱⠣⠹⠬⠪⠮⠯'][at] ?? letter,
  ]),
);
/** Each letter as its cell, a digit as that of a letter behind the sign of numbers, a space as the empty cell. */
export const latinBraille = (text: string): string =>
  [...text.toLowerCase()]
    .map((letter) => {
      if (/\d/.test(letter)) {
        return `⠼${cells['jabcdefghi'.charAt(Number(letter))]}`;
      }
      return letter === ' ' ? '\u2800' : (cells[letter] ?? (letter === ':' ? '⠒' : '⠲'));
    })
    .join('');
