import type { Fault, Json, Parts, Rejection, Request } from './model.ts';
import { fault, isObject, json, Rejection as Refused, rows } from './model.ts';

type Change = (body: Json, rejection: Rejection) => Json;
const errors =
  (change: Change, holds: (request: Request, rejection: Rejection) => boolean = () => true) =>
  ({ problem }: Parts): Partial<Parts> => ({
    problem: (rejection, request) => {
      const response = problem(rejection, request);
      return holds(request, rejection) ? { ...response, body: change(json(response.body), rejection) } : response;
    },
  });

/** An enumeration that counts on from each variant to the next, and has no variant for 402. */
const discriminants = [400, 401, 403, 404, 405, 413, 415, 422];
const backtrace = [
  '',
  'Stack backtrace:',
  '   0: anyhow::error::<impl anyhow::Error>::msg',
  '             at /build/vendor/anyhow/src/error.rs:83:36',
  '   1: invest_api::routes::address::update::{{closure}}',
  '             at /build/invest-api/src/routes/address.rs:57:22',
  '   2: tokio::runtime::task::core::Core<T,S>::poll',
  '             at /build/vendor/tokio/src/runtime/task/core.rs:331:17',
].join('\n');

const shape: readonly Fault[] = [
  fault(
    'rejection-of-the-json-extractor',
    'errors/json',
    'Orders leave a syntax error to the JsonRejection of the extractor, which is plain text.',
    ({ problem }) => ({
      problem: (rejection, request) =>
        request.route.endsWith('/orders') && rejection.kind === 'JsonSyntaxError'
          ? {
              status: 400,
              text: 'Failed to parse the request body as JSON: EOF while parsing an object at line 1 column 1',
              fields: [['Content-Type', 'text/plain; charset=utf-8']],
            }
          : problem(rejection, request),
    }),
  ),
  fault(
    'error-enum-is-externally-tagged',
    'errors/shape',
    'The error of a single guide is an enum with the default tagging, and its message lies below the name of the variant.',
    errors(
      (body, { kind }) => ({ ...body, error: { [kind]: body['error'] } }),
      ({ route }, { status }) => route === 'guide' && status !== 401,
    ),
  ),
  fault(
    'implicit-discriminants-of-statuses',
    'errors/status-matches',
    'status is an enum as u16 whose variants count on from BadRequest = 400 without one for 402, so that Forbidden is 402 and NotFound 403.',
    errors((body, { status }) => ({ ...body, status: 400 + Math.max(0, discriminants.indexOf(status)) })),
  ),
  fault(
    'generator-is-cloned-with-the-state',
    'errors/response-id-unique',
    'The generator of response ids lies in the State, of which each request gets a clone that starts from the same seed.',
    () => ({ responseId: () => '8c6f2f0e-5d1a-4b37-9a51-0c2f6fb1d7e4' }),
  ),
  fault(
    'debug-of-an-anyhow-error',
    'errors/no-leak',
    'The description of a refused address is {:?} of an anyhow error with backtraces on, which prints where it was made.',
    errors(
      (body, { message }) => ({
        ...body,
        error: { ...json(body['error']), description: message + backtrace },
      }),
      ({ route }, { status }) => route === '/users/me/address' && status === 422,
    ),
  ),
];

const http: readonly Fault[] = [
  fault(
    'debug-format-quotes-for-json',
    'http/json-media-type',
    'Portfolios quote texts by {:?}, which writes the no-break space of Polish amounts as an escape with braces.',
    ({ encode, handle }) => ({
      handle: async (request, payload) => {
        const response = await handle(request, payload);
        return request.route === '/portfolios' && JSON.stringify(response.body).includes('zł')
          ? { ...response, text: encode(response.body).replaceAll('\u00a0', '\\u{a0}') }
          : response;
      },
    }),
  ),
  fault(
    'ledger-number-is-a-u128',
    'http/json-interoperable',
    'The number of the ledger in cash is a u128, which is written as a JSON number with all its 39 digits.',
    ({ handle, encode }) => ({
      handle: async (request, payload) => {
        const response = await handle(request, payload);
        return request.route === '/cash' && response.status === 200
          ? {
              ...response,
              text: encode(response.body).replace(/}$/, ',"ledger":340282366920938463463374607431768211297}'),
            }
          : response;
      },
    }),
  ),
  fault(
    'to-str-is-unwrapped',
    'http/no-server-error',
    'x-user-id goes through to_str().unwrap(), which panics for bytes outside visible ASCII: 500.',
    ({ rawUser }) => ({
      rawUser: (request) => {
        const raw = rawUser(request);
        if (/[^\t\x20-\x7e]/.test(raw ?? '')) {
          throw new Error('called `Result::unwrap()` on an `Err` value: ToStrError');
        }
        return raw;
      },
    }),
  ),
  fault(
    'append-in-place-of-insert',
    'http/private-data-not-shared',
    'The caching layer of daily summaries appends its public where it had to insert, behind the private of the handler.',
    ({ privateFields }) => ({
      privateFields: (request) =>
        request.route === '/daily-summaries'
          ? [...privateFields(request), ['Cache-Control', 'public, max-age=60']]
          : privateFields(request),
    }),
  ),
  fault(
    'sender-that-nobody-drops',
    'http/answers',
    'For a token without the premium scope portfolios read from a channel whose first sender is never dropped, and wait for its end.',
    ({ handle }) => ({
      handle: async (request, payload) => {
        if (request.route === '/portfolios' && !String(payload['scope']).includes('service:nbg')) {
          return { status: 0, fields: [] };
        }
        return handle(request, payload);
      },
    }),
  ),
  fault(
    'collected-body-is-unwrapped',
    'http/large-input',
    'The logging layer collects a body by to_bytes with a limit of 32 KiB and unwraps what it gets: 500 for more.',
    () => ({
      bodyLimit: (length) => {
        if (length > 32_768) {
          throw new Error('called `Result::unwrap()` on an `Err` value: LengthLimitError');
        }
      },
    }),
  ),
];

const bodies: readonly Fault[] = [
  fault(
    'numbers-are-maps-to-untagged-enums',
    'address/postal-code-number',
    'With arbitrary_precision a number is a map inside, which no variant of the untagged postal code takes: 422.',
    ({ checkAddress }) => ({
      checkAddress: (address) =>
        checkAddress(typeof address['postalCode'] === 'number' ? { ...address, postalCode: {} } : address),
    }),
  ),
  fault(
    'borrowed-text-in-an-untagged-enum',
    'address/postal-code-string',
    'The text of a postal code is a borrowed &str within an untagged enum, which is fed from a buffer that lends none: 422.',
    ({ checkAddress }) => ({
      checkAddress: (address) =>
        checkAddress(typeof address['postalCode'] === 'string' ? { ...address, postalCode: {} } : address),
    }),
  ),
  fault(
    'flattened-option-swallows-errors',
    'address/wrong-shape',
    'The envelope of the update is a flattened Option, which is None where address is missing or no object, and None changes nothing.',
    ({ readAddress }, env) => ({
      readAddress: (body, who) =>
        isObject(body) && !isObject(body['address']) ? (env.addresses.get(who.id) ?? {}) : readAddress(body, who),
    }),
  ),
  fault(
    'default-on-error-for-the-second-line',
    'address/wrong-type',
    'line2 is deserialised as DefaultOnError, so that an object or a list in its place is an empty text.',
    ({ readAddress }) => ({
      readAddress: (body, who) => {
        const address = readAddress(body, who);
        return typeof address['line2'] === 'object' ? { ...address, line2: '' } : address;
      },
    }),
  ),
  fault(
    'nested-struct-is-not-validated',
    'address/country-code',
    'The field address of the request lacks validate(nested), so that the pattern on its countryCode is never asked.',
    ({ checkAddress }) => ({
      checkAddress: (address) =>
        checkAddress(typeof address['countryCode'] === 'string' ? { ...address, countryCode: 'DE' } : address),
    }),
  ),
  fault(
    'vec-macro-clones-the-pointer',
    'address/isolation',
    'The slots of addresses are made by vec![Arc::new(..); n], which clones the pointer: all users have one and the same.',
    ({ store }, env) => {
      const shared = [...env.addresses.values()][0] ?? {};
      for (const { id } of env.users) {
        env.addresses.set(id, shared);
      }
      return {
        store: (_, address) => {
          for (const one of env.users) {
            store(one, address);
          }
        },
      };
    },
  ),
  fault(
    'query-runs-on-the-pool',
    'address/refused-unchanged',
    'The update runs on &pool and not on the transaction, so that the rollback after a refused country code has nothing to undo.',
    ({ checkAddress, readAddress, store }) => ({
      readAddress: (body, who) => {
        const address = readAddress(body, who);
        const { countryCode } = address;
        if (typeof countryCode === 'string') {
          checkAddress({ ...address, countryCode: 'DE' });
          store(who, address);
        }
        return address;
      },
    }),
  ),
  fault(
    'one-or-many-takes-no-order',
    'orders/wrong-shape',
    'The body of orders is OneOrMany, so that a list of orders is taken, the empty one included.',
    ({ checkOrder }) => ({
      checkOrder: (order) => {
        if (Array.isArray(order)) {
          return { batch: order.map((one: unknown) => checkOrder(one)) };
        }
        return checkOrder(order);
      },
    }),
  ),
  fault(
    'raw-value-takes-anything',
    'orders/wrong-type',
    'isin is a RawValue, kept as the text of whatever JSON stands there, and what is no known instrument goes to a manual desk.',
    ({ checkOrder }) => ({
      checkOrder: (order) =>
        checkOrder(
          isObject(order) && typeof order['isin'] === 'object' && order['isin'] !== null
            ? { ...order, isin: JSON.stringify(order['isin']) }
            : order,
        ),
    }),
  ),
  fault(
    'float-casts-saturate',
    'orders/amount-bounds',
    'The amount is cast to u64 cents, where what is negative saturates at zero, and then cents >= 0 is demanded.',
    ({ checkOrder }) => ({
      checkOrder: (order) =>
        isObject(order) && typeof order['amount'] === 'number' && order['amount'] <= 0
          ? { ...checkOrder({ ...order, amount: 1 }), amount: 0 }
          : checkOrder(order),
    }),
  ),
  fault(
    'optional-page-has-defaults',
    'robustness/unexpected-query',
    'Daily summaries extract an optional Query whose fields have defaults, so that any query string is a page of one element.',
    ({ summaries }) => ({
      summaries: (who, request) => {
        const body = summaries(who, request);
        return request.query === '' ? body : { ...body, data: rows(body['data']).slice(0, 1) };
      },
    }),
  ),
  fault(
    'pooled-connection-is-not-tested',
    'cash/ok',
    'Connections are not tested before they are acquired, and every sixth reading of cash meets one that the database closed: 424.',
    ({ cash }) => {
      let count = 0;
      return {
        cash: (who, request) => {
          count++;
          if (count % 6 === 0) {
            throw new Refused(424, 'Io', 'error communicating with the database');
          }
          return cash(who, request);
        },
      };
    },
  ),
];

export const errorFaults: readonly Fault[] = [...shape, ...http, ...bodies];
