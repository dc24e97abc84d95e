import type { Call, Reply, Step } from './exchange.ts';
import type { World } from './world.ts';

// What the parsers of some languages take for numbers.
function parseWithNan(text: string): unknown {
  const marked = text.replace(/([:[,]\s*)(-?Infinity|NaN)\b/g, '$1"number:$2"');
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('number:') ? Number(value.slice(7)) : value,
  );
}

function explain(world: World, error: unknown): string {
  if (world.on('parser-shows-its-stack') && error instanceof Error) return error.stack ?? error.message;
  return 'The body is no JSON text';
}

/** Makes the step that reads a JSON body where the route takes one. */
export function makeBodyReader(world: World): Step {
  const { on, refuse } = world;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !on('byte-order-mark-is-overlooked') });
  const parse = (call: Call): unknown => {
    const text = decoder.decode(call.body);
    return on('order-parser-knows-nan') && call.route?.name === 'orders' ? parseWithNan(text) : JSON.parse(text);
  };

  return (call): Call | Reply => {
    if (call.route?.body !== true) return call;
    if (!/^application\/json\s*(;|$)/i.test(call.headers.get('content-type') ?? '')) {
      return refuse(on('other-content-type-is-400') ? 400 : 415, 'Send application/json');
    }
    try {
      return { ...call, json: parse(call) };
    } catch (error) {
      const code = on('inner-status-stays-in-the-body') ? 422 : 400;
      return refuse(400, 'The body cannot be read', explain(world, error), {}, code);
    }
  };
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
