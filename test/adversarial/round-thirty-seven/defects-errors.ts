import { randomUUID } from 'node:crypto';
import type { Apply, Area, Fault, Json, Refusal as Raised, Reply, Req } from './model.ts';
import { fault, isObject, json, Refusal, setHeader } from './model.ts';

/** What becomes of the reply to a refusal. */
const problems =
  (change: (reply: Reply, body: Json, req: Req, refusal: Raised) => Reply): Apply =>
  (program) => {
    const { problem } = program;
    program.problem = (refusal, req) => {
      const reply = problem(refusal, req);
      return change(reply, json(reply.body), req, refusal);
    };
  };
const withError = (reply: Reply, body: Json, change: Json): Reply => ({
  ...reply,
  body: { ...body, error: { ...json(body['error']), ...change } },
});

const backtrace = [
  'Unknown procedure user_data/2 for 0 solutions',
  'In:',
  '  [13] estuary:portfolio(_8814) at /opt/estuary/prolog/portfolios.pl:118',
  '  [12] http_dispatch:call_action(portfolios,[...]) at /usr/lib/swi-prolog/library/http/http_dispatch.pl:677',
  '  [11] catch(httpd_wrapper:call(...),error(_8902,_8904),...) at /usr/lib/swi-prolog/boot/init.pl:565',
].join('\n');

const shape: readonly Fault[] = [
  fault(
    'default-page-for-not-found',
    'errors/json',
    'An unknown guide throws http_reply(not_found(Path)), for which library(http) has a page in HTML.',
    problems((reply, _body, { area, path }, { status }) => {
      if (area !== 'guide' || status !== 404) {
        return reply;
      }
      const shown = path.replace(/[^\w/-]/g, '');
      const page = `<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>The
requested URL <tt>${shown}</tt> was not found on this server</p></body></html>\n`;
      return { status, headers: reply.headers, raw: page, type: 'text/html; charset=UTF-8' };
    }),
  ),
  fault(
    'no-description-is-the-empty-list',
    'errors/shape',
    'An error without a description has [] there, which is an empty list in JSON and not null.',
    problems((reply, body) =>
      (json(body['error'])['description'] ?? null) === null ? withError(reply, body, { description: [] }) : reply,
    ),
  ),
  fault(
    'first-clause-for-the-body',
    'errors/status-matches',
    'permission_error(_, _, _) is 403 in the status line, and status in the body comes from an earlier clause for error(_, _), 401.',
    problems((reply, body) => (reply.status === 403 ? { ...reply, body: { ...body, status: 401 } } : reply)),
  ),
  fault(
    'uuid-in-the-format-integer',
    'errors/response-id-uuid',
    'Cash calls uuid(Id, [format(integer)]) for its errors, and responseId is the text of an integer.',
    (program) => {
      const { responseId } = program;
      program.responseId = (req) =>
        req.area === 'cash' ? BigInt(`0x${randomUUID().replaceAll('-', '')}`).toString() : responseId(req);
    },
  ),
  fault(
    'goal-expansion-runs-the-goal',
    'errors/response-id-unique',
    'A goal expansion runs uuid(Id) when the module of analyst insights is compiled, and all of its errors carry that one.',
    (program) => {
      const { responseId } = program;
      const compiled = randomUUID();
      program.responseId = (req) => (req.area === 'insights' ? compiled : responseId(req));
    },
  ),
  fault(
    'messages-go-to-user-error',
    'errors/message-text',
    'Address errors take with_output_to(string(S), print_message(error, E)), which prints to user_error and leaves S empty.',
    problems((reply, body, { area }) => (area === 'address' ? withError(reply, body, { message: '' }) : reply)),
  ),
  fault(
    'prolog-stack-is-loaded',
    'errors/no-leak',
    'library(prolog_stack) is loaded, and message_to_codes of an unknown user of portfolios has the backtrace in the description.',
    (program) => {
      const { strange } = program;
      program.strange = (req) => {
        const refusal = strange(req);
        return req.area === 'portfolios' ? new Refusal(refusal.status, refusal.message, backtrace) : refusal;
      };
    },
  ),
];

const rewritten =
  (area: Area, change: (text: string) => string | Buffer): Apply =>
  (program) => {
    const { bodyFilter } = program;
    program.bodyFilter = (text, reply, req) => {
      const written = bodyFilter(text, reply, req);
      return req.area === area && reply.status === 200 && typeof written === 'string' ? change(written) : written;
    };
  };
/** A stream of one byte for each character, as Prolog writes what the encoding lacks. */
const latin1 = (text: string): Buffer => {
  const shown = Array.from(text, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code > 255 ? `\\x${code.toString(16)}\\` : one;
  });
  return Buffer.from(shown.join(''), 'latin1');
};

const http: readonly Fault[] = [
  fault(
    'stream-is-iso-latin-1',
    'http/json-media-type',
    'Notification settings go to a stream with encoding(iso_latin_1), and what it lacks is written as \\x5d0\\, no UTF-8 and no JSON.',
    rewritten('notifications', latin1),
  ),
  fault(
    'integers-are-unbounded',
    'http/json-interoperable',
    'Cash carries its total in units of 10^-21 too, an unbounded integer of 25 digits.',
    rewritten('cash', (text) => text.replace(/^\s*\{/, '{"totalUnits":1662600000000000000000007,')),
  ),
  fault(
    'text-is-evaluated',
    'http/no-server-error',
    'The amount of an order is compared by >, which evaluates text and terms, and nobody catches type_error(evaluable, _): 500.',
    (program) => {
      const { checkOrder } = program;
      program.checkOrder = (order) => {
        if (isObject(order) && 'amount' in order && typeof order['amount'] !== 'number') {
          throw new Refusal(500, 'Internal server error', 'Arithmetic: evaluable does not exist');
        }
        checkOrder(order);
      };
    },
  ),
  fault(
    'repeat-has-no-end',
    'http/answers',
    'The lookup of a user of cash stands behind repeat/0, for a database that may be late, and is tried for ever where there is none.',
    (program) => {
      const { verify } = program;
      program.verify = async (text, req) => {
        const claims = await verify(text, req);
        const id = req.headers['x-user-id'] ?? '';
        if (req.area === 'cash' && program.validId(id, req) && program.findUser(id, req) === undefined) {
          return new Promise<Json>(() => undefined);
        }
        return claims;
      };
    },
  ),
  fault(
    'list-of-codes-exceeds-the-stack',
    'http/large-input',
    'Bodies are read into a list of codes, and one of over 20,000 bytes exceeds the small stack of the pool: resource_error, 500.',
    (program) => {
      const { rewrite } = program;
      program.rewrite = (req) =>
        req.area !== 'none' && req.body.length > 20_000
          ? program.problem(new Refusal(500, 'Stack limit (64.0Kb) exceeded'), req)
          : rewrite(req);
    },
  ),
  fault(
    'lifetime-for-the-proxy-stays',
    'http/private-data-not-shared',
    'Daily summaries tell the proxy in front to keep them by s-maxage=15, and it passes that on.',
    (program) => {
      const { headerFilter } = program;
      program.headerFilter = (reply, req) => {
        headerFilter(reply, req);
        if (req.area === 'summaries' && reply.status === 200) {
          setHeader(reply, 'Cache-Control', 'max-age=0, s-maxage=15');
        }
      };
    },
  ),
];

const addresses: readonly Fault[] = [
  fault(
    'first-solution-is-the-former-address',
    'address/overwrites',
    'assertz puts a new address behind the former one, and what is read is the first solution of address/2.',
    (program) => {
      const { store } = program;
      program.store = (user, address, req) => {
        if (program.stored(user) === undefined) {
          store(user, address, req);
        }
      };
    },
  ),
  fault(
    'retractall-with-two-anonymous-variables',
    'address/isolation',
    'An update begins with retractall(address(_, _)), which takes away the addresses of all users.',
    (program) => {
      const { store } = program;
      program.store = (user, address, req) => {
        program.addresses.clear();
        store(user, address, req);
      };
    },
  ),
  fault(
    'retract-ahead-of-must-be',
    'address/refused-unchanged',
    'The former address is retracted ahead of must_be/2 on the members, and a refused update leaves none.',
    (program) => {
      const { content } = program;
      program.content = async (req, user) => {
        try {
          return await content(req, user);
        } catch (error) {
          if (req.area === 'address') {
            program.addresses.delete(user.id);
          }
          throw error;
        }
      };
    },
  ),
  fault(
    'forall-over-nothing-is-true',
    'address/wrong-shape',
    'get_dict fails where address is missing and its default is _{}, over whose members forall/2 holds: 200, and nothing is stored.',
    (program) => {
      const { checkAddress, store } = program;
      program.checkAddress = (address) => (address === undefined ? {} : checkAddress(address));
      program.store = (user, address, req) => {
        if (Object.keys(address).length > 0) {
          store(user, address, req);
        }
      };
    },
  ),
  fault(
    'alpha-takes-more-than-capitals',
    'address/country-code',
    'countryCode is two characters of char_type(C, alpha), which small letters, digits and the underscore are as well.',
    (program) => {
      const { checkAddress } = program;
      program.checkAddress = (address) => {
        const code = json(address)['countryCode'];
        if (typeof code !== 'string' || !/^[\p{L}\p{Nd}_]{2}$/u.test(code)) {
          return checkAddress(address);
        }
        return { ...checkAddress({ ...json(address), countryCode: 'PT' }), countryCode: code };
      };
    },
  ),
];

const orders: readonly Fault[] = [
  fault(
    'nb-getval-has-the-order-before',
    'orders/malformed-json',
    'A syntax error of an order is printed and no more, and nb_getval(order, O) still has the one that the worker executed before.',
    (program) => {
      const { decode, ordered } = program;
      let value: Json | undefined;
      program.decode = (text, req) => {
        try {
          return decode(text, req);
        } catch (error) {
          if (req.area === 'orders' && value !== undefined) {
            return value;
          }
          throw error;
        }
      };
      program.ordered = (user, order) => {
        value = order;
        return ordered(user, order);
      };
    },
  ),
  fault(
    'zero-is-not-identical-to-zero',
    'orders/amount-bounds',
    'An amount is refused where it is below zero or == 0.0, and the integer 0 is not identical to 0.0.',
    (program) => {
      const { checkOrder } = program;
      program.checkOrder = (order) =>
        checkOrder(isObject(order) && order['amount'] === 0 ? { ...order, amount: 1 } : order);
    },
  ),
];

export const errors: Fault[] = [...shape, ...http, ...addresses, ...orders];
