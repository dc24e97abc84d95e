const bytes = (text: string) => Buffer.from(text, 'utf8');
const each = (text: string, write: (character: string) => string) =>
  text.replace(/[^A-Za-z0-9]/g, write);
const hex = (character: string) => character.charCodeAt(0).toString(16);

/** The encodings in which programs repeat what they received. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => bytes(text).toString('base64'),
  base64url: (text) => bytes(text).toString('base64url'),
  'base64 behind a name': (text) => bytes(`name:${text}`).toString('base64'),
  'base64 within a message': (text) => bytes(`It said ${text}, and went.`).toString('base64'),
  percent: (text) => encodeURIComponent(text),
  'percent in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ x: text }).toString().slice(2),
  json: (text) => JSON.stringify(text),
  'json in ascii': (text) => each(text, (one) => `\\u${hex(one).padStart(4, '0')}`),
  'json in json': (text) => JSON.stringify(JSON.stringify(text)),
  html: (text) => each(text, (one) => `&#${one.charCodeAt(0)};`),
  'html in hexadecimal': (text) => each(text, (one) => `&#x${hex(one).toUpperCase()};`),
  hex: (text) => bytes(text).toString('hex'),
  'hex in capitals': (text) => bytes(text).toString('hex').toUpperCase(),
  'the first half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  'the second half': (text) => text.slice(Math.ceil(text.length / 2)),
};
