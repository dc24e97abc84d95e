import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Apply, Habit, Json, Refusal as Raised, Reply, Req } from './model.ts';
import { habit, isObject, json, pause, Refusal, setHeader } from './model.ts';
import { everyObject, laidOut } from './variations-terms.ts';

/** Adds to what is done before an answer is sent. */
const sending =
  (change: (reply: Reply, req: Req) => void): Apply =>
  (program) => {
    const { headerFilter } = program;
    program.headerFilter = (reply, req) => {
      headerFilter(reply, req);
      change(reply, req);
    };
  };
const refused =
  (change: (reply: Reply, raised: Raised) => Reply): Apply =>
  (program) => {
    const { problem } = program;
    program.problem = (raised, req) => change(problem(raised, req), raised);
  };
const refusals = (change: (body: Json, raised: Raised) => Json): Apply =>
  refused((reply, raised) => ({ ...reply, body: change(json(reply.body), raised) }));
const errors = (change: (error: Json, raised: Raised) => Json): Apply =>
  refusals((body, raised) => ({ ...body, error: change(json(body['error']), raised) }));
const described = (text: (raised: Raised) => string): Apply =>
  errors((error, raised) => ({ ...error, description: text(raised) }));

let variables = 1200;
/** A variable that is not bound, by the name that it is printed with. */
const fresh = (): string => {
  variables += 6;
  return `_${variables}`;
};

const clauses: Readonly<Record<number, string>> = {
  401: 'served(Request) :- bearer(Request, Token), \\+ revoked(Token), valid(Token, Claims), aud(Claims, m2m).',
  403: 'granted(Claims, Goal) :- scope(Goal, Scope), memberchk(Scope, Claims.scope), !.',
  404: 'found(Id, Thing) :- thing(Id, Thing), \\+ hidden(Thing).',
  422: 'well_typed(Dict) :- forall(type(Key, Type), ( get_dict(Key, Dict, Value), is_of_type(Type, Value) )).',
};
const indicators: Readonly<Record<number, string>> = {
  401: 'gate:bearer/2',
  403: 'gate:granted/2',
  404: 'facts:thing/2',
  422: 'body:well_typed/1',
};
const latin: Readonly<Record<number, string>> = {
  401: 'Tessera non valet',
  403: 'Aditus non patet',
  404: 'Res inventa non est',
  405: 'Modus non licet',
  415: 'Genus corporis ignotum est',
  422: 'Corpus non probatur',
};

const errorHabits: readonly Habit[] = [
  habit(
    'event-of-a-pengine',
    'Errors have the members of a Pengine event besides, among them an id that is one UUID for all.',
    (program) => {
      const id = randomUUID();
      refusals((body) => ({ event: 'failure', id, projection: ['Answer'], time: 0.0004, ...body, more: false }))(
        program,
      );
    },
  ),
  habit(
    'exception-is-a-term',
    'Errors carry their exception as a functor with arguments, whose variables have other names each time.',
    refusals((body, { status }) => ({
      ...body,
      exception: {
        functor: 'error',
        args: [
          { functor: 'http_reply', args: [{ functor: 'status', args: [status] }, { variable: fresh() }] },
          { functor: 'context', args: [{ variable: fresh() }, { variable: fresh() }] },
        ],
      },
    })),
  ),
  habit(
    'clause-that-did-not-hold',
    'Descriptions are the clause that did not hold, with its neck, its variables and its negated goals.',
    described(({ status }) => clauses[status] ?? 'accepted(Request) :- \\+ \\+ fits(Request), !.'),
  ),
  habit(
    'indicator-of-the-goal',
    'Descriptions name the goal that failed by its module, its name and its arity.',
    described(({ status }) => `The goal ${indicators[status] ?? 'http:accepted/1'} has no solution.`),
  ),
  habit(
    'conditions-in-brackets',
    'Descriptions list what a request has to fulfil, a line each, behind numbers in square brackets.',
    described(() =>
      ['[1] One token of the scheme Bearer', '[2] One user of 24 digits', '[3] A body, where there is one, of JSON']
        .map((line) => `  ${line}`)
        .join('\n'),
    ),
  ),
  habit(
    'column-stops-of-format',
    'Messages end with column stops and directives of format/2 that had no argument, ~t~40|~w.',
    errors((error) => ({ ...error, message: `${String(error['message'])}~t~40|~w` })),
  ),
  habit(
    'messages-in-latin',
    'Messages of errors are in Latin, but for that of an unknown user.',
    errors((error, { status, message }) =>
      message === 'User not found' ? error : { ...error, message: latin[status] ?? 'Petitio vitiosa est' },
    ),
  ),
  habit(
    'description-as-codes',
    'Descriptions are the codes of their characters between square brackets, as double quotes once meant.',
    described(({ message }) => `[${[...message].map((sign) => sign.codePointAt(0)).join(',')}]`),
  ),
  habit(
    'not-found-in-front',
    'The message of an unknown user says Not found in front and names the user behind a colon.',
    (program) => {
      const { strange } = program;
      program.strange = (req) => {
        const { status, description } = strange(req);
        return new Refusal(status, `Not found in this base of facts: user ${req.headers['x-user-id']}`, description);
      };
    },
  ),
  habit(
    'realm-without-a-name',
    'A 401 challenges with Bearer a second time, for a realm whose name is empty.',
    refused((reply) => ({
      ...reply,
      headers: [
        ...reply.headers,
        ...(reply.status === 401 ? [['WWW-Authenticate', 'Bearer realm=""'] as const] : []),
      ].map(([name, value]) => [name, value]),
    })),
  ),
  habit(
    'refusals-are-immutable',
    'Refusals say no-store, and that they were immutable and good for another day when stale.',
    refused((reply) => {
      setHeader(reply, 'Cache-Control', 'no-store, immutable, stale-if-error=86400');
      return reply;
    }),
  ),
];

/** Five threads, each of which stays with a connection for ten answers, or until that is idle. */
const keeping: Apply = (program) => {
  const { rewrite, log } = program;
  const held = new Map<Socket, { thread: number; answered: number; timer?: NodeJS.Timeout }>();
  const known = new WeakSet<Socket>();
  const threads = new WeakMap<Req, number>();
  const free = [1, 2, 3, 4, 5];
  const waiting: (() => void)[] = [];
  const release = (socket: Socket): void => {
    const one = held.get(socket);
    if (one !== undefined) {
      clearTimeout(one.timer);
      held.delete(socket);
      free.push(one.thread);
      waiting.shift()?.();
    }
  };
  program.rewrite = async (req) => {
    const { socket } = req;
    if (!known.has(socket)) {
      known.add(socket);
      socket.once('close', () => release(socket));
    }
    while (!held.has(socket)) {
      const thread = free.shift();
      if (thread === undefined) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        held.set(socket, { thread, answered: 0 });
      }
    }
    const one = held.get(socket);
    clearTimeout(one?.timer);
    threads.set(req, one?.thread ?? 0);
    return await rewrite(req);
  };
  program.log = (req, reply) => {
    log(req, reply);
    const one = held.get(req.socket);
    if (one !== undefined) {
      one.answered += 1;
      clearTimeout(one.timer);
      if (one.answered >= 10) {
        release(req.socket);
      } else {
        one.timer = setTimeout(() => release(req.socket), 40).unref();
      }
    }
  };
  sending((reply, req) => setHeader(reply, 'X-Thread', `http@8080_${threads.get(req)}`))(program);
};

/** A table is filled for three milliseconds; a variant of the same goal is told in the end that it was not complete. */
const tabling: Apply = (program) => {
  const { rewrite } = program;
  const incomplete = new Set<string>();
  program.rewrite = async (req) => {
    const { authorization, 'x-user-id': user } = req.headers;
    if (req.method !== 'GET' || req.area === 'none') {
      return await rewrite(req);
    }
    const variant = JSON.stringify([authorization, user, req.path, req.query]);
    if (incomplete.has(variant)) {
      await pause(5);
      const reply = program.problem(new Refusal(503, 'The table of this goal is not complete yet'), req);
      setHeader(reply, 'Retry-After', '1');
      return reply;
    }
    incomplete.add(variant);
    await pause(3);
    incomplete.delete(variant);
    return await rewrite(req);
  };
  sending((reply) => setHeader(reply, 'X-Tables', String(incomplete.size)))(program);
};

const headers: readonly Habit[] = [
  habit(
    'status-of-the-api-besides',
    'Objects at the top tell api:status, and refusals an api:error with a type and message of its own.',
    sending((reply) => {
      if (isObject(reply.body)) {
        const good = reply.status < 400;
        reply.body = {
          'api:status': good ? 'api:success' : 'api:failure',
          ...reply.body,
          ...(good ? {} : { 'api:error': { '@type': 'api:GoalFailed', message: ['goal', 'failed'], status: 'false' } }),
        };
      }
    }),
  ),
  habit(
    'predicates-of-each-object',
    'Every object of an answer, errors too, has the members toString, valueOf and hasOwnProperty.',
    sending((reply) => {
      const operations = { toString: 'portray/1', valueOf: null, hasOwnProperty: 'get_dict/3' };
      reply.body = everyObject(reply.body, (object) => ({ ...object, ...operations }));
    }),
  ),
  habit(
    'layout-of-json-write',
    'JSON is laid out within 72 columns, with a tab for each eight spaces of its indentation.',
    (program) => {
      const { bodyFilter } = program;
      program.bodyFilter = (text, reply, req) =>
        bodyFilter(text === '' ? text : laidOut(JSON.parse(text) as unknown), reply, req);
    },
  ),
  habit(
    'quoted-atom-in-cache-control',
    "Cache-Control of the listing begins with an extension that is called 'no-store', apostrophes included.",
    sending((reply, { area }) => {
      if (area === 'guides' && reply.status === 200) {
        setHeader(reply, 'Cache-Control', "'no-store', private, max-age=1800");
      }
    }),
  ),
  habit(
    'statistics-of-the-goal',
    'Answers tell in a field how many inferences they took, how much time, and the quotient as Infinite.',
    sending((reply) => {
      const told = '% 1,204 inferences, 0.000 CPU in 0.001 seconds (87% CPU, Infinite Lips)';
      setHeader(reply, 'X-Statistics', told);
    }),
  ),
  habit(
    'facts-of-another-top-level-type',
    'An address update is answered as text/vnd.fjord.fact+json, and an order as model/vnd.fjord.order+json.',
    (program) => {
      const { updated, ordered } = program;
      program.updated = (user, address) => ({
        ...updated(user, address),
        type: 'text/vnd.fjord.fact+json; charset=utf-8',
      });
      program.ordered = (user, order) => ({ ...ordered(user, order), type: 'model/vnd.fjord.order+json' });
    },
  ),
  habit(
    'documentation-of-a-location',
    'OPTIONS is answered with the documentation of the predicate behind a location, whoever asks.',
    (program) => {
      const { rewrite } = program;
      program.rewrite = async (req) =>
        req.method === 'OPTIONS' && req.area !== 'none'
          ? {
              status: 200,
              headers: [],
              body: { predicate: `${req.area}//1`, mode: `${req.area}(+Request) is semidet`, throws: ['http_reply/1'] },
            }
          : await rewrite(req);
    },
  ),
  habit(
    'thread-stays-with-a-connection',
    'Five threads each stay with a connection for ten answers or until it is idle, and others wait.',
    keeping,
  ),
  habit(
    'table-is-not-complete',
    'A read that is like another one in progress is 503 with ApiError and Retry-After.',
    tabling,
  ),
];

export const answers: readonly Habit[] = [...errorHabits, ...headers];
