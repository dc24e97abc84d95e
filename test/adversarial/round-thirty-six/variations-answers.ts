import { createHash, randomInt } from 'node:crypto';
import type { Apply, Habit, Json, Refusal as Raised, Reply, Req } from './model.ts';
import { habit, json, pause, Refusal, setHeader } from './model.ts';

/** Adds to what is done before an answer is sent. */
const sending =
  (change: (reply: Reply, req: Req) => void): Apply =>
  (module) => {
    const { headerFilter } = module;
    module.headerFilter = (reply, req) => {
      headerFilter(reply, req);
      change(reply, req);
    };
  };
const successes = (change: (reply: Reply, req: Req) => void): Apply =>
  sending((reply, req) => {
    if (reply.status < 300) {
      change(reply, req);
    }
  });
const listing = (change: (reply: Reply) => void): Apply =>
  successes((reply, { area }) => {
    if (area === 'guides') {
      change(reply);
    }
  });
const refusals =
  (change: (body: Json, raised: Raised) => Json): Apply =>
  (module) => {
    const { problem } = module;
    module.problem = (raised, req) => {
      const reply = problem(raised, req);
      return { ...reply, body: change(json(reply.body), raised) };
    };
  };
const errors = (change: (error: Json, raised: Raised) => Json): Apply =>
  refusals((body, raised) => ({ ...body, error: change(json(body['error']), raised) }));

const dayNought = 'Sat, 30 Dec 1899 00:00:00 GMT';

const headers: readonly Habit[] = [
  habit(
    'entity-headers-of-a-draft',
    'Answers have Title, Version, Derived-From and Content-Version, fields of an early draft of HTTP.',
    sending((reply) => {
      reply.headers.push(['Title', 'Estuary'], ['Version', '3'], ['Derived-From', '2'], ['Content-Version', '3.0.1']);
    }),
  ),
  habit('digest-of-mail', 'Answers have MIME-Version and a Content-MD5 as mail has.', (module) => {
    const { bodyFilter } = module;
    module.bodyFilter = (text, reply, req) => {
      const sent = bodyFilter(text, reply, req);
      setHeader(reply, 'MIME-Version', '1.0');
      setHeader(reply, 'Content-MD5', createHash('md5').update(sent).digest('base64'));
      return sent;
    };
  }),
  habit(
    'session-in-pragma',
    'Pragma tells the number of a session, another one in each answer, and when it ends.',
    sending((reply) => {
      const session = [1, 2, 3].map(() => randomInt(100_000, 1_000_000)).join('.');
      reply.headers.push(['Pragma', `dssession=${session},dssessionexpires=1200000`]);
    }),
  ),
  habit(
    'cookie-of-day-nought',
    'Answers set a cookie that expires in 1899, on day nought of the calendar.',
    sending((reply) => {
      reply.headers.push(['Set-Cookie', `IDSESSION=; Expires=${dayNought}; Path=/; HttpOnly`]);
    }),
  ),
  habit(
    'listing-of-day-nought',
    'The listing was last modified in December 1899, and an Expires of then is overridden by its max-age.',
    listing((reply) => {
      reply.headers.push(['Last-Modified', dayNought], ['Expires', dayNought]);
    }),
  ),
  habit(
    'charset-of-the-component',
    'The media type has the charset ISO-8859-1, and whatever is outside ASCII is escaped.',
    (module) => {
      const { encode } = module;
      const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
      module.encode = (value) => encode(value).replace(/[^ -~]/g, escaped);
      sending((reply) => {
        if (reply.body !== undefined) {
          setHeader(reply, 'Content-Type', 'application/json; charset=ISO-8859-1');
        }
      })(module);
    },
  ),
  habit(
    'suffix-in-capitals',
    'Successes have a media type whose suffix is in capitals, +JSON.',
    successes((reply) => {
      if (reply.body !== undefined) {
        setHeader(reply, 'Content-Type', 'application/vnd.estuary.Record+JSON');
      }
    }),
  ),
  habit(
    'directive-with-escaped-marks',
    'An extension of Cache-Control comes first and quotes other directives in escaped quotation marks.',
    listing((reply) => {
      const note = String.raw`note="never \"max-age=1\", nor \"no-store\\\""`;
      setHeader(reply, 'Cache-Control', `${note}, private, max-age=1800`);
    }),
  ),
];

const load: readonly Habit[] = [
  habit(
    'pool-that-grows',
    'A pool begins with one thread, gets another every half second and tells their number.',
    (module) => {
      const { rewrite } = module;
      const waiting: (() => void)[] = [];
      let [born, running] = [0, 0];
      const threads = (): number => Math.min(8, 1 + Math.trunc((Date.now() - born) / 500));
      module.rewrite = async (req) => {
        born ||= Date.now();
        while (running >= threads()) {
          await new Promise<void>((resolve) => waiting.push(resolve));
        }
        running += 1;
        await pause(8);
        running -= 1;
        for (const wake of waiting.splice(0, threads())) {
          wake();
        }
        return await rewrite(req);
      };
      sending((reply) => void reply.headers.push(['X-Threads', `${running}/${threads()}`]))(module);
    },
  ),
  habit(
    'too-many-connections',
    'Every 47th request is 503 with a JSON text for its body, and ends its connection.',
    (module) => {
      const { rewrite } = module;
      let count = 0;
      module.rewrite = (req) => {
        count += 1;
        return count % 47 === 0
          ? { status: 503, headers: [['Connection', 'close']], body: 'Maximum number of connections exceeded' }
          : rewrite(req);
      };
    },
  ),
];

const errorHabits: readonly Habit[] = [
  habit(
    'exception-as-the-framework-has-it',
    'Errors have classname, detailedmessage, apperrorcode, items and a message of their own besides.',
    refusals((body, { message }) => ({
      classname: 'EMVCException',
      detailedmessage: '',
      message,
      apperrorcode: 0,
      reasonstring: 'error',
      items: [],
      ...body,
    })),
  ),
  habit(
    'errors-speak-json-rpc',
    'Errors have jsonrpc and id besides, and within error a negative code and data that are null.',
    refusals((body) => ({
      jsonrpc: '2.0',
      ...body,
      error: { code: -32_603, ...json(body['error']), data: null },
      id: null,
    })),
  ),
  habit(
    'hours-of-the-help-desk',
    'Descriptions tell the hours of the help desk, on indented lines that begin with at.',
    errors((error) => ({
      ...error,
      description: 'The help desk answers\n    at weekends (10:00:00)\n    at all other times (8:30:00)',
    })),
  ),
  habit(
    'messages-with-hresult',
    'Messages end with an HRESULT in hexadecimal and its name.',
    errors((error, { status }) => ({
      ...error,
      message: `${String(error['message'])} (0x8019${status.toString(16).padStart(4, '0').toUpperCase()}, E_HTTP)`,
    })),
  ),
  habit(
    'names-without-regard-to-case',
    'Errors have Status, Error and ResponseId besides, and Message within error, all of other types.',
    refusals((body) => ({
      Status: 'esError',
      Error: false,
      ResponseId: 0,
      ...body,
      error: { Message: 7, Description: [], ...json(body['error']), MESSAGE: null },
      STATUS: null,
    })),
  ),
  habit(
    'numbers-in-a-query',
    'Query parameters whose value is a number are refused with 400, and others ignored.',
    (module) => {
      const { content } = module;
      module.content = async (req, user) => {
        const numeric = req.query.split('&').some((parameter) => /=[+-]?\d+(?:\.\d*)?$/.test(parameter));
        if (numeric && req.method !== 'PATCH' && req.method !== 'POST') {
          throw new Refusal(400, 'A number is not expected in the query');
        }
        return await content(req, user);
      };
    },
  ),
  habit(
    'description-is-nothing',
    'The description of every error is a text without characters.',
    errors((error) => ({ ...error, description: '' })),
  ),
];

export const answers: readonly Habit[] = [...headers, ...load, ...errorHabits];
