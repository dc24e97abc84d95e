import type { On } from '../toggles.ts';

/** Writes JSON in the vendor's own manner. */
export class JsonWriter {
  private readonly on: On;

  constructor(on: On) {
    this.on = on;
  }

  write(value: unknown): string {
    if (this.on('pretty-json')) return `\r\n${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')} \n`;
    if (this.on('integers-as-floats')) return writeFloats(value);
    const text = JSON.stringify(value);
    return this.on('escaped-json') ? escapeText(text) : text;
  }
}

function escapeText(text: string): string {
  return text
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .replaceAll('/', '\\/');
}

function writeFloats(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return `${value}.0`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeFloats).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeFloats(member)}`).join(',')}}`;
}
