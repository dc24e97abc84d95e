import type { Apply, Area, Fault, Json, Refusal, Reply, Req } from './model.ts';
import { fault, isObject, json, setHeader } from './model.ts';

type Change = (reply: Reply, req: Req, refusal: Refusal) => Reply;
const problems =
  (change: Change): Apply =>
  (lua) => {
    const { problem } = lua;
    lua.problem = (refusal, req) => change(problem(refusal, req), req, refusal);
  };
const bodies =
  (area: Area, change: (text: string) => string): Apply =>
  (lua) => {
    const { bodyFilter } = lua;
    lua.bodyFilter = (text, reply, req) =>
      bodyFilter(req.area === area && reply.status === 200 ? change(text) : text, reply, req);
  };
const orders =
  (change: (order: unknown) => unknown): Apply =>
  (lua) => {
    const { checkOrder } = lua;
    lua.checkOrder = (order) => {
      const changed = change(order);
      if (changed !== undefined) {
        checkOrder(changed);
      }
    };
  };
const page = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n` +
  '<hr><center>openresty/1.25.3.2</center>\r\n</body>\r\n</html>\r\n';

const shape: readonly Fault[] = [
  fault(
    'exit-without-a-word',
    'errors/json',
    'Where a token or user may not, access ends by ngx.exit(403) with nothing said, and OpenResty says it in HTML.',
    problems((reply, _req, { status }) =>
      status === 403 ? { status, headers: reply.headers, raw: page('403 Forbidden'), type: 'text/html' } : reply,
    ),
  ),
  fault(
    'empty-table-is-an-object',
    'errors/shape',
    'The description of a refused update is a table of details; where there are none cjson takes it for {}.',
    problems((reply, { area }, { status, description }) => {
      const body = json(reply.body);
      const empty = area === 'address' && status !== 401 && description === null;
      return empty ? { ...reply, body: { ...body, error: { ...json(body['error']), description: {} } } } : reply;
    }),
  ),
  fault(
    'constant-that-ngx-does-not-have',
    'errors/shape',
    'status is ngx.HTTP_UNPROCESSABLE_ENTITY, which is nil since ngx has no such constant, and nil is no member.',
    (lua) =>
      problems((reply, _req, { status }) => {
        const { status: _status, ...rest } = json(reply.body);
        return status === lua.statuses.invalid ? { ...reply, body: rest } : reply;
      })(lua),
  ),
  fault(
    'header-filter-sets-another-status',
    'errors/status-matches',
    'To hide who exists, header_filter_by_lua of portfolios makes ngx.status of an unknown user 403; the body says 404.',
    (lua) => {
      const { headerFilter } = lua;
      lua.headerFilter = (reply, req) => {
        if (req.area === 'portfolios' && reply.status === 404) {
          reply.status = 403;
        }
        headerFilter(reply, req);
      };
    },
  ),
  fault(
    'both-ends-of-string-sub',
    'errors/response-id-uuid',
    'responseId is cut from 32 digits by string.sub with offsets from zero, and both ends belong: 8-5-5-5-13 digits.',
    (lua) => {
      const { responseId } = lua;
      lua.responseId = (req) => {
        const digits = String(responseId(req)).replaceAll('-', '');
        const sub = (from: number, to: number): string => digits.slice(Math.max(0, from - 1), to);
        return [sub(0, 8), sub(8, 12), sub(12, 16), sub(16, 20), sub(20, 32)].join('-');
      };
    },
  ),
  fault(
    'proxy-cache-valid-any',
    'errors/response-id-unique',
    'Errors of cash are written by a service behind proxy_cache_valid any 1s, whose key is the error and no request.',
    (lua) => {
      const kept = new Map<string, { until: number; reply: Reply }>();
      problems((reply, { area }, { status, message }) => {
        const key = `${status} ${message}`;
        const entry = kept.get(key);
        if (area !== 'cash') {
          return reply;
        }
        if (entry !== undefined && entry.until > Date.now()) {
          return { ...reply, body: entry.reply.body };
        }
        kept.set(key, { until: Date.now() + 1000, reply });
        return reply;
      })(lua);
    },
  ),
  fault(
    'error-without-level-zero',
    'errors/no-leak',
    'Refusals of x-user-id are raised by error(message) without level 0, which puts the file and line in front of it.',
    problems((reply, _req, { status, message }) => {
      const body = json(reply.body);
      const placed = `/usr/local/openresty/site/lualib/lagoon/access.lua:87: ${message}`;
      return status < 500 && message.includes('x-user-id')
        ? { ...reply, body: { ...body, error: { ...json(body['error']), message: placed } } }
        : reply;
    }),
  ),
  fault(
    'default-server-takes-the-rest',
    'errors/unknown-route',
    'A path of no location falls to location / of the default configuration, which welcomes to OpenResty with 200.',
    problems((reply, { area }, { status }) =>
      area === 'none' && status === 404
        ? { status: 200, headers: [], raw: page('Welcome to OpenResty!'), type: 'text/html' }
        : reply,
    ),
  ),
];

const http: readonly Fault[] = [
  fault(
    'quoted-by-string-format',
    'http/json-media-type',
    'Labels of the chart are quoted by string.format("%q"), which writes a line break as a backslash in front of it.',
    bodies('summaries', (text) => text.replaceAll('\\n', '\\\n')),
  ),
  fault(
    'number-and-text-are-two-keys',
    'http/json-interoperable',
    'Months of cash are keys of one table as numbers and as texts, which are two in Lua and become one name in JSON.',
    bodies('cash', (text) => text.replace(/\}$/, ',"months":{"1":40.5,"2":38,"1":41.25}}')),
  ),
  fault(
    'argument-without-value-is-a-boolean',
    'http/no-server-error',
    'A line of the log joins the arguments of a read, of which one without a value is true and a repeated one a table: 500.',
    (lua) => {
      const { content } = lua;
      lua.content = async (req, user) => {
        const names = req.query.split('&').filter((one) => one !== '');
        const plain = names.every((one) => one.includes('='));
        if (!plain || new Set(names.map((one) => one.split('=')[0])).size < names.length) {
          throw new Error('attempt to concatenate a boolean value');
        }
        return content(req, user);
      };
    },
  ),
  fault(
    'body-data-is-nil-for-a-file',
    'http/large-input',
    'A body beyond client_body_buffer_size lies in a file, ngx.req.get_body_data() is nil, and cjson wants a text: 500.',
    (lua) => {
      const { rewrite } = lua;
      lua.rewrite = (req) => {
        if (req.area !== 'none' && req.body.length > 16_384) {
          throw new Error("bad argument #1 to 'decode' (string expected, got nil)");
        }
        return rewrite(req);
      };
    },
  ),
  fault(
    'guide-id-of-a-scanner',
    'http/answers',
    'A guide id that is no document id is taken for a scanner at work, and return 444 closes its connection.',
    (lua) => {
      const { content } = lua;
      lua.content = async (req, user) =>
        req.area === 'guide' && !/^[a-f0-9]{24}$/.test(req.guideId) ? { status: 444, headers: [] } : content(req, user);
    },
  ),
  fault(
    'hyphen-in-a-lua-pattern',
    'http/private-data-not-shared',
    'What the cache of the gateway needs is to be cut out of Cache-Control by gsub("s-maxage=%d+"), whose hyphen repeats the s.',
    (lua) => {
      const { headerFilter } = lua;
      lua.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'cash' && reply.status === 200) {
          setHeader(reply, 'Cache-Control', 's-maxage=5, max-age=0');
        }
      };
    },
  ),
];

const pointer = 'table: 0x7f3a91c4e2b8';
const input: readonly Fault[] = [
  fault(
    'media-type-of-the-response-is-asked',
    'address/content-type',
    'Updates ask ngx.header.content_type, which is the field of the response and says application/json by default.',
    (lua) => {
      const { mediaType } = lua;
      lua.mediaType = (type, req) => req.area === 'address' || mediaType(type, req);
    },
  ),
  fault(
    'tostring-of-a-table',
    'address/wrong-type',
    'Lines and city go through tostring, which makes a text of an object or list as well: table: and its address.',
    (lua) => {
      const { checkAddress } = lua;
      lua.checkAddress = (address) => {
        const plain: Json = isObject(address) ? { ...address } : {};
        for (const name of ['line1', 'line2', 'city']) {
          if (typeof plain[name] === 'object' && plain[name] !== null) {
            plain[name] = pointer;
          }
        }
        return checkAddress(isObject(address) ? plain : address);
      };
    },
  ),
  fault(
    'second-result-of-pcall-is-the-message',
    'orders/malformed-json',
    'What pcall(cjson.decode) returns second is the order or a message, a text without isin and side: nothing to check.',
    (lua) => {
      const { decode } = lua;
      const messages = new WeakSet<object>();
      lua.decode = (text, req) => {
        try {
          return decode(text, req);
        } catch (error) {
          if (req.area !== 'orders') {
            throw error;
          }
          const message = {};
          messages.add(message);
          return message;
        }
      };
      orders((order) => (isObject(order) && messages.has(order) ? undefined : order))(lua);
    },
  ),
  fault(
    'list-and-object-without-elements',
    'orders/wrong-shape',
    'An order for which next() is nil is the probe of the monitoring, and the table of [] is that of {}.',
    orders((order) =>
      typeof order === 'object' && order !== null && Object.keys(order).length === 0 ? undefined : order,
    ),
  ),
  fault(
    'lists-have-a-length-too',
    'orders/wrong-type',
    'isin is refused where #isin is 0, and a list has a length as well.',
    orders((order) => {
      const isin = isObject(order) ? order['isin'] : undefined;
      return Array.isArray(isin) && isin.length > 0 ? { ...json(order), isin: 'list' } : order;
    }),
  ),
  fault(
    'zero-is-true',
    'orders/amount-bounds',
    'An amount is refused if not amount or amount < 0, and 0 is as true as any other number in Lua.',
    orders((order) => (isObject(order) && order['amount'] === 0 ? { ...order, amount: 1 } : order)),
  ),
];

export const errorFaults: readonly Fault[] = [...shape, ...http, ...input];
