import { randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import { isBag } from './bodies.ts';
import type { Fault } from './patching.ts';
import { dig, fault, isGerman, onPayload } from './patching.ts';
import { Refusal } from './refusal.ts';
import type { Bag, Exchange } from './types.ts';

const onError = (app: App, edit: (bag: Bag, refusal: Refusal, x: Exchange) => void): void => {
  const make = app.errorBag;
  app.errorBag = (refusal, status, x) => {
    const bag = make(refusal, status, x);
    edit(bag, refusal, x);
    return bag;
  };
};

const bug = (): Refusal => new Refusal(500, 'bug', 'Internal Server Error');

const repr = (value: unknown): string => {
  if (value === null) return 'None';
  if (isBag(value))
    return `{${Object.entries(value)
      .map(([key, member]) => `'${key}': ${repr(member)}`)
      .join(', ')}}`;
  return typeof value === 'string' ? `'${value}'` : String(value);
};

export const errorFaults: readonly Fault[] = [
  fault(
    'errors/json',
    'error-is-the-str-of-a-dict',
    'The 404 of an unknown guide is str(error), the notation of Python with single quotes and None',
    (app) => {
      app.leave = (x, answer) => {
        if (x.route === 'guide' && answer.status === 404) answer.body = repr(JSON.parse(String(answer.body)));
        return answer;
      };
    },
  ),
  fault(
    'errors/shape',
    'exclude-unset-drops-the-status',
    'Errors are dumped with exclude_unset, and UserNotFound never sets status, which is a default of its class',
    (app) => {
      onError(app, (bag, refusal) => {
        if (refusal.kind === 'user-unknown') delete bag['status'];
      });
    },
  ),
  fault(
    'errors/status-matches',
    'auto-counts-on-from-401',
    'In the enumeration behind status UNAUTHORIZED is 401 and FORBIDDEN is auto(), thus 402',
    (app) => {
      onError(app, (bag) => {
        if (bag['status'] === 403) bag['status'] = 402;
      });
    },
  ),
  fault(
    'errors/response-id-uuid',
    'response-id-is-a-repr',
    'Errors of notification settings are dumped with default=repr: responseId is UUID(...)',
    (app) => {
      onError(app, (bag, _refusal, x) => {
        if (x.route === 'notifications') bag['responseId'] = `UUID('${String(bag['responseId'])}')`;
      });
    },
  ),
  fault(
    'errors/response-id-unique',
    'uuid4-called-in-the-class-body',
    'The model of errors about bodies has uuid4() as a default and not as default_factory',
    (app) => {
      const once = randomUUID();
      onError(app, (bag, refusal) => {
        if (refusal.kind === 'body') bag['responseId'] = once;
      });
    },
  ),
  fault(
    'errors/message-text',
    'http-status-without-description',
    'The message about a refused address is HTTPStatus(422).description, which is empty',
    (app) => {
      onError(app, (bag, refusal, x) => {
        if (x.route === 'address' && refusal.kind === 'body') dig(bag, 'error')['message'] = '';
      });
    },
  ),
  fault(
    'errors/no-leak',
    'input-of-a-missing-field-is-all-headers',
    'Where x-user-id is missing, description quotes the input of the validation error, the dict of all headers',
    (app) => {
      onError(app, (bag, refusal, x) => {
        if (refusal.kind === 'user-missing' && x.route === 'notifications') {
          dig(bag, 'error')['description'] = `type=missing, input_value=${repr(x.fields)}`;
        }
      });
    },
  ),
  fault(
    'http/json-media-type',
    'surrogateescape-goes-out-as-bytes',
    'A note of German insights was read from a file name, and surrogateescape sends its byte as it was',
    (app) => {
      app.leave = (x, answer) => {
        if (x.route === 'insights' && answer.status === 200 && isGerman(x)) {
          answer.body = Buffer.from(String(answer.body), 'latin1');
        }
        return answer;
      };
    },
  ),
  fault(
    'http/json-interoperable',
    'keys-1-and-text-1',
    'Returns of portfolios are updated under the key 1 beside "1", and json.dumps writes both as "1"',
    (app) => {
      app.leave = (x, answer) => {
        if (x.route === 'portfolios') answer.body = String(answer.body).replace('{"1":0.04,', '{"1":0.04,"1":0.05,');
        return answer;
      };
    },
  ),
  fault(
    'http/no-server-error',
    'side-is-not-hashable',
    'The side of an order is looked up in a set, and a list or dict is not hashable: TypeError, 500',
    (app) => {
      const check = app.orderOf;
      app.orderOf = (body) => {
        if (isBag(body) && typeof body['side'] === 'object' && body['side'] !== null) throw bug();
        return check(body);
      };
    },
  ),
  fault(
    'http/no-server-error',
    'texts-and-numbers-have-no-order',
    'The amount is compared by <= before its type is known, and a str and an int have no order: TypeError, 500',
    (app) => {
      const check = app.orderOf;
      app.orderOf = (body) => {
        if (isBag(body) && typeof body['amount'] === 'string') throw bug();
        return check(body);
      };
    },
  ),
  fault(
    'http/no-server-error',
    'cached-coroutine-awaited-twice',
    'lru_cache keeps the coroutine of insights for a tenth of a second, and one cannot be awaited again: 500',
    (app) => {
      const awaited = new Map<string, number>();
      onPayload(app, 'insights', (_value, x) => {
        const id = x.user?.id ?? '';
        const window = Math.floor(Date.now() / 100);
        if (awaited.get(id) === window) throw bug();
        awaited.set(id, window);
      });
    },
    ['insights/ok'],
  ),
  fault(
    'http/no-server-error',
    'attributes-expire-on-commit',
    'An address update expires the user in the identity map, and the next reading of cash finds it detached: 500',
    (app) => {
      const expired = new Set<string>();
      const store = app.store;
      app.store = (user, address) => {
        store(user, address);
        expired.add(user.id);
      };
      onPayload(app, 'cash', (_value, x) => {
        if (expired.delete(x.user?.id ?? '')) throw bug();
      });
    },
    ['cash/ok'],
  ),
  fault(
    'robustness/still-alive',
    'misses-evict-the-users',
    'The table of users is an OrderedDict of eight places, into which unknown ids go too, and who falls out is gone',
    (app) => {
      const find = app.findUser;
      const misses = new Set<string>();
      app.findUser = (x) => {
        const id = app.userId(x);
        if (!app.users.has(id)) misses.add(id);
        if (misses.size > 4) throw new Refusal(410, 'evicted', 'The user is gone');
        return find(x);
      };
    },
    ['user/unknown-summaries'],
  ),
];
