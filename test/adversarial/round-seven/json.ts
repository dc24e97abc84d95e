import { Refusal, type Route, type World } from './chain.ts';

function parseFirstValue(text: string): unknown {
  for (let end = text.indexOf('}'); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1));
    } catch {
      // The brace closed an inner object.
    }
  }
  throw new SyntaxError('no value');
}

const relax = (text: string) =>
  text
    .replaceAll("'", '"')
    .replace(/,\s*([}\]])/g, '$1')
    .replace(/\/\*.*?\*\/|\/\/[^"\n]*$/gm, '')
    .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":');

/** Parses a body, or refuses it. */
export function parseJson({ on }: World, route: Route, body: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    try {
      return JSON.parse(text);
    } catch (error) {
      if (on('bytes-after-json-ignored') && route.name === 'address') return parseFirstValue(text);
      if (on('relaxed-json-for-orders') && route.name === 'orders') return JSON.parse(relax(text));
      throw error;
    }
  } catch {
    throw new Refusal('json', 400, 'The body is no valid JSON.');
  }
}
