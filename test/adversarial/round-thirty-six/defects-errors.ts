import { randomUUID } from 'node:crypto';
import type { Apply, Area, Fault, Json, Refusal as Raised, Reply, Req } from './model.ts';
import { fault, isObject, json, Refusal, setHeader } from './model.ts';

/** What becomes of the reply to a refusal. */
const problems =
  (change: (reply: Reply, body: Json, req: Req, refusal: Raised) => Reply): Apply =>
  (module) => {
    const { problem } = module;
    module.problem = (refusal, req) => {
      const reply = problem(refusal, req);
      return change(reply, json(reply.body), req, refusal);
    };
  };
const withMessage = (reply: Reply, body: Json, message: string): Reply => ({
  ...reply,
  body: { ...body, error: { ...json(body['error']), message } },
});
const guideId = /^[a-f0-9]{24}$/;
const violation =
  "Access violation at address 0000000000A4C7E2 in module 'D:\\Services\\Estuary\\bin\\m2mapi.exe' (offset 64C7E2). " +
  'Read of address 0000000000000018';

const shape: readonly Fault[] = [
  fault(
    'quotation-marks-are-doubled',
    'errors/json',
    'The error for a malformed user of cash is put together with AnsiQuotedStr, which doubles quotation marks as Pascal has it.',
    problems((reply, body, { area }, { message }) => {
      if (area !== 'cash' || !message.includes('malformed')) {
        return reply;
      }
      const whole = JSON.stringify({ ...body, error: { message: '?', description: null } });
      const quoted = `"${'The header "x-user-id" is malformed'.replaceAll('"', '""')}"`;
      return { ...reply, raw: whole.replace('"?"', quoted), type: 'application/json' };
    }),
  ),
  fault(
    'overload-of-addpair-for-two-strings',
    'errors/shape',
    'For refused rights status goes in by AddPair(Name, Code.ToString), the overload that makes a JSON string: "403".',
    problems((reply, body) =>
      reply.status === 403 ? { ...reply, body: { ...body, status: String(body['status']) } } : reply,
    ),
    ['errors/status-matches'],
  ),
  fault(
    'status-is-kept-in-a-byte',
    'errors/status-matches',
    'The record of address errors keeps the status in a Byte, and range checks are off: 422 is 166, and 401 is 145.',
    problems((reply, body, { area }) =>
      area === 'address' ? { ...reply, body: { ...body, status: reply.status & 0xff } } : reply,
    ),
  ),
  fault(
    'closing-zero-is-counted-too',
    'errors/response-id-uuid',
    'StringFromGUID2 counts its closing zero, and responseId of analyst insights ends with that character.',
    problems((reply, body, { area }) =>
      area === 'insights' ? { ...reply, body: { ...body, responseId: `${String(body['responseId'])}\0` } } : reply,
    ),
  ),
  fault(
    'guid-is-made-in-oncreate',
    'errors/response-id-unique',
    'Notification settings make responseId in OnCreate of the web module, which is cached and serves many requests.',
    (module) => {
      const { responseId } = module;
      const created = randomUUID();
      module.responseId = (req) => (req.area === 'notifications' ? created : responseId(req));
    },
  ),
  fault(
    'exception-has-a-title-and-no-error',
    'errors/message-text',
    'EHorseException for a malformed guide id is built with Title and Status and without Error: its message is empty.',
    problems((reply, body, req) =>
      req.area === 'guide' && reply.status < 500 && !guideId.test(req.guideId) ? withMessage(reply, body, '') : reply,
    ),
  ),
  fault(
    'access-violation-is-told-to-the-client',
    'errors/no-leak',
    'The record of an unknown user of portfolios is nil, and the refusal quotes the access violation with the path of the module.',
    problems((reply, body, { area }, { message }) =>
      area === 'portfolios' && message === 'User not found' ? withMessage(reply, body, violation) : reply,
    ),
  ),
  fault(
    'action-item-with-default',
    'errors/unknown-route',
    'One TWebActionItem has Default set, and its page producer answers whatever fits no PathInfo: 200.',
    problems((reply, _body, { area }) =>
      area === 'none' && reply.status === 404
        ? { status: 200, headers: [], raw: '<html><body>Estuary M2M Service</body></html>', type: 'text/html' }
        : reply,
    ),
  ),
];

const rewritten =
  (area: Area, change: (text: string) => string): Apply =>
  (module) => {
    const { bodyFilter } = module;
    module.bodyFilter = (text, reply, req) =>
      bodyFilter(req.area === area && reply.status === 200 ? change(text) : text, reply, req);
  };

const http: readonly Fault[] = [
  fault(
    'binary-writer-puts-the-length-first',
    'http/json-media-type',
    'The answer to an address update is written by Write(string) of TBinaryWriter, which puts the length in front.',
    (module) => {
      const { updated, encode } = module;
      module.updated = (user, address) => {
        const reply = updated(user, address);
        const text = Buffer.from(encode(reply.body ?? { address }));
        const length = text.length < 128 ? [text.length] : [(text.length & 0x7f) | 0x80, text.length >> 7];
        return { ...reply, status: 200, raw: Buffer.from([...length, ...text]), type: 'application/json' };
      };
    },
  ),
  fault(
    'addpair-does-not-replace',
    'http/json-interoperable',
    'Portfolios set the currency by AddPair to a default and then to that of the user, and AddPair does not replace.',
    rewritten('portfolios', (text) => text.replace(/^\{/, '{"currency":"EUR","currency":"PLN",')),
  ),
  fault(
    'list-is-cast-to-an-object',
    'http/no-server-error',
    'The body of an address update is cast by as TJSONObject, and a list at the top raises EInvalidCast: 500.',
    (module) => {
      const { decode } = module;
      module.decode = (text, req) => {
        const value = decode(text, req);
        if (req.area === 'address' && Array.isArray(value)) {
          throw new Refusal(500, 'Invalid class typecast');
        }
        return value;
      };
    },
  ),
  fault(
    'directives-are-joined-from-one-on',
    'http/private-data-not-shared',
    'Directives of portfolios are joined for I := 1 to Count - 1, as if they were characters, and the item 0 is private.',
    (module) => {
      const { headerFilter } = module;
      module.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'portfolios' && reply.status === 200) {
          setHeader(reply, 'Cache-Control', 'max-age=0, must-revalidate');
        }
      };
    },
  ),
  fault(
    'synchronize-in-a-service',
    'http/answers',
    'An unknown guide is logged by TThread.Synchronize, and the main thread of a service never calls CheckSynchronize: no answer.',
    (module) => {
      const { content } = module;
      module.content = async (req, user) => {
        try {
          return await content(req, user);
        } catch (error) {
          if (req.area === 'guide' && guideId.test(req.guideId)) {
            return new Promise<Reply>(() => undefined);
          }
          throw error;
        }
      };
    },
  ),
  fault(
    'size-of-a-parameter-is-a-smallint',
    'http/large-input',
    'The audit of writes keeps the body in a parameter of at most 32,767 characters, and a longer one raises EFDException: 500.',
    (module) => {
      const { rewrite } = module;
      module.rewrite = (req) => {
        if (req.area !== 'none' && req.body.length > 32_767) {
          throw new Refusal(500, 'Data too large for variable');
        }
        return rewrite(req);
      };
    },
  ),
];

const orders =
  (change: (order: Json) => Json): Apply =>
  (module) => {
    const { checkOrder } = module;
    module.checkOrder = (order) => checkOrder(isObject(order) ? change(order) : order);
  };

const input: readonly Fault[] = [
  fault(
    'assigned-has-no-else',
    'address/malformed-json',
    'ParseJSONValue is nil for what is no JSON, and if Assigned(Body) has no else: nothing is updated and the answer is 200.',
    (module) => {
      const { content, decode } = module;
      const nil = new WeakSet<Req>();
      module.decode = (text, req) => {
        try {
          return decode(text, req);
        } catch (error) {
          nil.add(req);
          throw error;
        }
      };
      module.content = async (req, user) => {
        try {
          return await content(req, user);
        } catch (error) {
          if (req.area === 'address' && nil.has(req)) {
            return module.updated(user, module.stored(user) ?? {});
          }
          throw error;
        }
      };
    },
  ),
  fault(
    'every-value-has-a-tostring',
    'address/wrong-type',
    'line1 and city are taken by ToString, which every TJSONValue has: objects and lists become their text.',
    (module) => {
      const { checkAddress } = module;
      module.checkAddress = (address) => {
        const taken: Json = isObject(address) ? { ...address } : {};
        for (const name of ['line1', 'city']) {
          if (typeof taken[name] === 'object' && taken[name] !== null) {
            taken[name] = JSON.stringify(taken[name]);
          }
        }
        return checkAddress(isObject(address) ? taken : address);
      };
    },
  ),
  fault(
    'short-string-of-two-characters',
    'address/country-code',
    'countryCode is a string[2], which cuts longer texts before they are checked: PRT is taken for PR.',
    (module) => {
      const { checkAddress } = module;
      module.checkAddress = (address) => {
        const code = isObject(address) ? address['countryCode'] : undefined;
        return checkAddress(typeof code === 'string' ? { ...json(address), countryCode: code.slice(0, 2) } : address);
      };
    },
  ),
  fault(
    'trygetvalue-leaves-what-was-there',
    'orders/wrong-shape',
    'Where the body is no object TryGetValue is False, and the record of the module still holds the order before: 201.',
    (module) => {
      const { checkOrder, ordered } = module;
      let kept: Json = { isin: 'IE00BK5BQT80', side: 'buy', amount: 1 };
      module.checkOrder = (order) => {
        if (isObject(order)) {
          checkOrder(order);
          kept = order;
        }
      };
      module.ordered = (user, order) => ordered(user, isObject(order) ? order : kept);
    },
  ),
  fault(
    'default-of-strtocurrdef',
    'orders/wrong-type',
    'The amount is StrToCurrDef(Value, 1), and Value of an object or list is empty: they and words buy for 1.',
    orders((order) => {
      const { amount } = order;
      const wrong = typeof amount === 'object' || (typeof amount === 'string' && Number.isNaN(Number(amount)));
      return wrong && amount !== null ? { ...order, amount: 1 } : order;
    }),
  ),
  fault(
    'not-binds-before-greater',
    'orders/amount-bounds',
    'Orders are refused if not Cents > 0, in which not turns the bits of the Int64 first: not 0 is -1, and nothing is bought.',
    orders((order) => (order['amount'] === 0 ? { ...order, amount: 1 } : order)),
  ),
];

export const errors: Fault[] = [...shape, ...http, ...input];
