import { type Context, type Fault, fault, type Handler, isRecord, ok, type Reply, type Service } from './core.ts';
import { placeOrder } from './wealth.ts';

function readJson(service: Service, ctx: Context): [Record<string, unknown>, undefined] | [undefined, Fault] {
  const [type = ''] = (ctx.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    return [undefined, fault(service.style.mediaTypeRefused ?? 415, 'The body has to be application/json')];
  }
  if (service.on('scanner-line-too-long') && ctx.body.length > 65_536) return [undefined, fault(500, 'token too long')];
  if (ctx.body.length > 1_000_000) return [undefined, fault(413, 'The body is too large')];
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(ctx.body));
    return isRecord(value) ? [value, undefined] : [undefined, fault(service.style.bodyRefused ?? 400, 'No object')];
  } catch {
    return [undefined, fault(400, 'The body is no JSON')];
  }
}

const countries = 'AD,AT,BE,CA,CH,DE,DK,ES,FI,FR,GB,GR,HR,IE,IT,JP,LU,NL,NO,PL,PT,SE,US';

function countryFits(service: Service, code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (service.on('country-in-a-joined-list') && countries.includes(code)) return true;
  return /^[A-Z]{2}$/.test(code);
}

function addressOf(service: Service, given: unknown): [Record<string, unknown>, undefined] | [undefined, Fault] {
  const refused = service.style.bodyRefused ?? 400;
  if (!isRecord(given)) return [undefined, fault(refused, 'address is missing')];
  for (const name of ['line1', 'line2', 'city']) {
    const value = given[name];
    const anything = name === 'line2' && (value === undefined || value === null || service.on('line2-is-any-value'));
    if (typeof value !== 'string' && !anything) return [undefined, fault(refused, `${name} has to be text`)];
  }
  const code = given['postalCode'];
  const narrow = service.on('postal-code-in-sixteen-bits') && typeof code === 'number' && code > 32_767;
  if ((typeof code !== 'string' && typeof code !== 'number') || narrow) {
    return [undefined, fault(refused, 'postalCode is malformed')];
  }
  if (!countryFits(service, given['countryCode'])) {
    const own = service.on('status-text-of-an-own-status');
    return [undefined, own ? fault(460, '') : fault(refused, 'countryCode is malformed')];
  }
  const { line1, line2, city, postalCode, countryCode } = given;
  return [{ line1, line2, city, postalCode, countryCode }, undefined];
}

function store(service: Service, ctx: Context, address: Record<string, unknown>) {
  const addresses = service.data.addresses;
  const own = addresses.get(ctx.user?.id ?? '');
  if (!own || service.on('range-updates-a-copy')) return;
  const shared = service.on('users-share-a-pointer') ? [...addresses.values()] : [own];
  for (const one of shared) one.value = address;
}

export const updateAddress =
  (service: Service): Handler =>
  async (ctx) => {
    const [body, unread] = readJson(service, ctx);
    if (unread) return unread;
    const mismatch = body['address'] !== undefined && !isRecord(body['address']);
    if (mismatch && service.on('mismatch-leaves-the-zero-value')) return ok({ message: 'Nothing to update' });
    const [address, wrong] = addressOf(service, body['address']);
    if (wrong) {
      const given = body['address'];
      if (service.on('retry-skips-validation') && isRecord(given)) setImmediate(() => store(service, ctx, given));
      return wrong;
    }
    store(service, ctx, address);
    return service.style.updated?.(address) ?? ok({ message: 'Address updated' });
  };

export const readAddress =
  (service: Service): Handler =>
  async (ctx): Promise<Reply> =>
    ok({ address: service.data.addresses.get(ctx.user?.id ?? '')?.value ?? null });

export const submitOrder =
  (service: Service): Handler =>
  async (ctx) => {
    const [body, unread] = readJson(service, ctx);
    return unread ?? placeOrder(service, body);
  };
