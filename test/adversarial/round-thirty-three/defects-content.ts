import { isObject } from './beans.ts';
import { hashCode } from './data.ts';
import type { Fault } from './faults.ts';
import { json, list, pause } from './faults.ts';
import type { Beans, Json, Reply, User } from './model.ts';
import { Refusal } from './model.ts';

function days(beans: Beans, change: (day: Json, index: number, user: User) => void): void {
  const { summaries } = beans;
  beans.summaries = async (user, req) => {
    const body = await summaries(user, req);
    for (const [index, day] of list(body['data']).entries()) change(day, index, user);
    return body;
  };
}
function settingsGroups(beans: Beans, change: (body: Json, user: User) => void): void {
  const { notifications } = beans;
  beans.notifications = async (user, req) => {
    const body = await notifications(user, req);
    change(body, user);
    return body;
  };
}

export const contentFaults: readonly Fault[] = [
  {
    id: 'any-getter-repeats-a-property',
    breaks: 'http/json-interoperable',
    title:
      'The map behind @JsonAnyGetter of analyst insights holds the key insights as well, so that the member ' +
      'is written twice.',
    apply({ beans }) {
      const { render } = beans;
      beans.render = (reply, req) => {
        const text = render(reply, req);
        return req.area === 'insights' && reply.status === 200 ? `${text.slice(0, -1)},"insights":[]}` : text;
      };
    },
  },
  {
    id: 'error-is-appended-to-committed-json',
    breaks: 'http/json-media-type',
    title:
      'A lazy position of the second user fails while portfolios are being written, the generator closes ' +
      'what is open, and the error is appended to the committed body.',
    apply({ beans, settings }) {
      const { render } = beans;
      beans.render = (reply, req) => {
        const second = settings.users.some(({ id, place }) => id === req.headers['x-user-id'] && place === 'second');
        return (
          render(reply, req) + (second && req.area === 'portfolios' && reply.status === 200 ? '{"status":500}' : '')
        );
      };
    },
  },
  {
    id: 'cache-control-builder-is-shared',
    breaks: 'http/private-data-not-shared',
    title:
      'CacheControl is a mutable builder in a constant, on which analyst insights call cachePublic(): cash ' +
      'is public from then on.',
    apply({ beans }) {
      let shared = false;
      const { insights, privateHeaders } = beans;
      beans.insights = (user, req) => {
        shared = true;
        return insights(user, req);
      };
      beans.privateHeaders = (req) =>
        shared && req.area === 'cash' ? [['Cache-Control', 'max-age=60, public']] : privateHeaders(req);
    },
  },
  {
    id: 'hibernate-module-nulls-lazy-attributes',
    breaks: 'guides/schema',
    title:
      'Descriptions are lazy attributes fetched in batches of ten, and the Hibernate module writes null for ' +
      'those of the guides behind the batch.',
    apply({ beans }) {
      const { catalogue } = beans;
      beans.catalogue = (user) =>
        catalogue(user).map((guide, index) => (index < 10 ? guide : { ...guide, description: null }));
    },
  },
  {
    id: 'header-behind-the-buffer',
    breaks: 'guides/cache-control-present',
    title:
      'Cache-Control is set in postHandle, when a listing that outgrows the response buffer, as the longer ' +
      'one of the second user, is committed already.',
    apply({ beans }) {
      const { guideHeaders } = beans;
      beans.guideHeaders = (user, req) =>
        guideHeaders(user, req).filter(
          ([name]) => name !== 'Cache-Control' || JSON.stringify(beans.catalogue(user)).length < 4800,
        );
    },
  },
  {
    id: 'duration-property-without-a-unit',
    breaks: 'guides/cache-control-lifetime',
    title:
      'The lifetime of the listing is bound from 1800 to a Duration, for which a number without a unit is ' +
      'milliseconds: max-age=1.',
    apply({ beans }) {
      beans.guideHeaders = () => [
        ['Cache-Control', 'private, max-age=1'],
        ['Vary', 'x-user-id'],
      ];
    },
  },
  {
    id: 'bundle-falls-back-to-the-system-locale',
    breaks: 'guides/localised',
    title:
      'Italian texts of guides are the base bundle, before which ResourceBundle tries the locale of the ' +
      'system, Portuguese: everybody reads that.',
    apply({ beans }) {
      const { catalogue } = beans;
      beans.catalogue = (user) => catalogue({ ...user, language: 'pt' });
    },
  },
  {
    id: 'guides-cached-by-hash-code',
    breaks: 'guide/fetch',
    title: 'Full guides are cached under id.hashCode(), which the last two guides share.',
    apply({ beans }) {
      const cache = new Map<number, Reply>();
      const { guide } = beans;
      beans.guide = (id, req) => {
        const reply = cache.get(hashCode(id)) ?? guide(id, req);
        cache.set(hashCode(id), reply);
        return reply;
      };
    },
  },
  {
    id: 'bulkhead-full-is-a-bad-request',
    breaks: 'insights/ok',
    title:
      'A BulkheadFullException of analyst insights, which one caller at a time may read, is a ' +
      'RuntimeException to the advice: 400.',
    apply({ beans }) {
      let busy = false;
      const { insights } = beans;
      beans.insights = async (user, req) => {
        if (busy) {
          throw new Refusal(400, 'Bulkhead is full');
        }
        busy = true;
        await pause(25);
        busy = false;
        return insights(user, req);
      };
    },
  },
  {
    id: 'set-scale-without-rounding',
    breaks: 'cash/ok',
    title:
      'Cash calls setScale(2) without a rounding mode, which throws for the third decimal of the second ' +
      'user: 422.',
    apply({ beans }) {
      const { cash } = beans;
      beans.cash = async (user, req) => {
        if (user.place === 'second') {
          throw new Refusal(422, 'Rounding necessary');
        }
        return cash(user, req);
      };
    },
  },
  {
    id: 'caught-exception-marks-rollback-only',
    breaks: 'portfolios/ok',
    title:
      'An exception about a delisted position of the second user is caught, but has marked the transaction ' +
      'rollback-only, and its commit is 409.',
    apply({ beans }) {
      const { portfolios } = beans;
      beans.portfolios = async (user, req) => {
        if (user.place === 'second') {
          throw new Refusal(409, 'Transaction silently rolled back');
        }
        return portfolios(user, req);
      };
    },
  },
  {
    id: 'default-view-inclusion-is-off',
    breaks: 'summaries/schema',
    title:
      'The second user has an edition with a JSON view, and as default view inclusion is off the analyst ' +
      'score, which has no view, is left out.',
    apply({ beans }) {
      days(beans, (day, _, user) => {
        if (user.place === 'second') {
          delete json(day['sentimentScore'])['analyst'];
        }
      });
    },
  },
  {
    id: 'inherited-mapping-keeps-its-constant',
    breaks: 'summaries/member-key',
    title:
      'The mapping of archived savings inherits the configuration of cash with its constant key, so that ' +
      'savings of the oldest day have the key cash.',
    apply({ beans }) {
      days(beans, (day, index) => {
        if (index === 0) {
          json(json(day['portfolio'])['savings'])['key'] = 'cash';
        }
      });
    },
  },
  {
    id: 'summary-statistics-are-a-bean',
    breaks: 'summaries/max-value-differences',
    title: 'The largest difference of the total is the whole DoubleSummaryStatistics, written as a bean.',
    apply({ beans }) {
      const { summaries } = beans;
      beans.summaries = async (user, req) => {
        const body = await summaries(user, req);
        return {
          ...body,
          maxValueDifferences: {
            ...json(body['maxValueDifferences']),
            total: { count: 3, sum: 30, min: 4, max: 12.5, average: 10 },
          },
        };
      };
    },
  },
  {
    id: 'mapping-target-is-reused',
    breaks: 'summaries/performer-direction',
    title:
      'One @MappingTarget serves all losers and null values are ignored, so that on the newest day the last ' +
      'loser keeps the upBy of a gainer.',
    apply({ beans }) {
      days(beans, (day, index) => {
        if (index === 3) {
          Object.assign(list(json(day['performers'])['worst'])[1] ?? {}, { upBy: '4,00 €' });
        }
      });
    },
  },
  {
    id: 'date-adds-1900-to-the-year',
    breaks: 'summaries/timestamp-digits',
    title: 'The oldest day is made by new Date(year, month, day), which adds 1900 to the year.',
    apply({ beans }) {
      days(beans, (day, index) => {
        day['timestamp'] = index === 0 ? Date.UTC(3926, 0, 5) : day['timestamp'];
      });
    },
  },
  {
    id: 'proxy-of-money-has-no-mixin',
    breaks: 'summaries/currency-text',
    title:
      'The gain of the total on the third day is a lazy proxy, for whose class no mixin is registered: a ' +
      'number without currency.',
    apply({ beans }) {
      days(beans, (day, index) => {
        if (index === 2) {
          json(json(day['portfolio'])['total'])['upBy'] = '14.00';
        }
      });
    },
  },
  {
    id: 'percent-n-is-a-line-break',
    breaks: 'summaries/percent-text',
    title: 'Weights of losers are formatted by %.1f%n, in which %n is a line break and no percent sign.',
    apply({ beans }) {
      days(beans, (day) =>
        list(json(day['performers'])['worst']).forEach((row) => {
          row['weight'] = String(row['weight']).replace('%', '\n');
        }),
      );
    },
  },
  {
    id: 'boolean-wrapper-has-no-is-getter',
    breaks: 'notifications/schema',
    title:
      'In the class of email offers active is a Boolean, whose isActive() is no getter of a bean: the ' +
      'member is missing.',
    apply({ beans }) {
      settingsGroups(beans, (body) => {
        for (const row of list(list(body['email'])[2]?.['notifications'])) delete row['active'];
      });
    },
  },
  {
    id: 'tree-set-drops-equals',
    breaks: 'notifications/known-ids-complete',
    title:
      'Market insights are a TreeSet by priority, in which the weekly review equals the daily recap and is ' +
      'dropped.',
    apply({ beans }) {
      settingsGroups(beans, (body) => void list(list(body['app'])[1]?.['notifications']).pop());
    },
  },
  {
    id: 'proxy-does-not-equal-its-entity',
    breaks: 'notifications/grouping',
    title:
      'Groups are keyed by an entity whose equals compares getClass(), and the category of two market ' +
      'insights is a proxy: they form a group of their own.',
    apply({ beans }) {
      settingsGroups(beans, (body) => {
        const group = list(body['app'])[1] ?? {};
        list(body['app']).push({ ...group, notifications: list(group['notifications']).splice(3) });
      });
    },
  },
  {
    id: 'replacement-is-inserted-before-the-delete',
    breaks: 'address/repeatable',
    title:
      'A replaced address is inserted before the former one is deleted, which violates the unique key where ' +
      'first line and postal code are the same: 409.',
    apply({ beans, addresses }) {
      const { storeAddress } = beans;
      beans.storeAddress = (user, address) => {
        const former = addresses.get(user.id);
        if (former?.['line1'] === address['line1'] && former?.['postalCode'] === address['postalCode']) {
          throw new Refusal(409, 'could not execute statement');
        }
        storeAddress(user, address);
      };
    },
  },
  {
    id: 'group-of-creation-has-the-pattern',
    breaks: 'address/country-code',
    title:
      'The pattern of countryCode belongs to OnCreate, which validates the first update of a user; later ' +
      'ones are OnUpdate.',
    apply({ beans }) {
      const created = new Set<string>();
      const { checkAddress } = beans;
      beans.checkAddress = (address, user) => {
        const text = typeof address['countryCode'] === 'string' && created.has(user.id);
        const checked = checkAddress(text ? { ...address, countryCode: 'IT' } : address, user);
        created.add(user.id);
        return { ...checked, countryCode: address['countryCode'] };
      };
    },
  },
  {
    id: 'setters-behind-merge-touch-the-detached',
    breaks: 'address/overwrites',
    title:
      'The city is set on the argument of merge() behind the call, which returned another instance: the ' +
      'stored city stays.',
    apply({ beans, addresses }) {
      const { storeAddress } = beans;
      beans.storeAddress = (user, address) =>
        storeAddress(user, { ...address, city: addresses.get(user.id)?.['city'] ?? address['city'] });
    },
  },
  {
    id: 'after-completion-is-not-after-commit',
    breaks: 'address/refused-unchanged',
    title:
      'The view of the address is written by a listener in AFTER_COMPLETION, which runs behind a rollback ' +
      'as well.',
    apply({ beans }) {
      const { checkAddress } = beans;
      beans.checkAddress = (address, user) => {
        try {
          return checkAddress(address, user);
        } catch (error) {
          beans.storeAddress(user, address);
          throw error;
        }
      };
    },
  },
  {
    id: 'order-fields-of-lenient-gson',
    breaks: 'orders/malformed-json',
    title: 'Orders are read by Gson.fromJson, which is lenient: single quotes and names without quotes are taken.',
    apply({ beans }) {
      const { parse } = beans;
      beans.parse = (req) => {
        if (req.area !== 'orders') {
          return parse(req);
        }
        const text = req.body
          .toString()
          .replace(/'([^'"]*)'/g, '"$1"')
          .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":');
        return parse({ ...req, body: Buffer.from(text) });
      };
    },
  },
  {
    id: 'problem-handler-supplies-a-default',
    breaks: 'orders/wrong-type',
    title:
      'A DeserializationProblemHandler skips what side cannot be read from, an object or an array, and ' +
      'supplies BUY.',
    apply({ beans }) {
      const { checkOrder } = beans;
      beans.checkOrder = (order) =>
        checkOrder(isObject(order['side']) || Array.isArray(order['side']) ? { ...order, side: 'buy' } : order);
    },
  },
  {
    id: 'method-validation-passed-by-a-self-call',
    breaks: 'orders/amount-bounds',
    title:
      '@Positive stands on a parameter of a method that the service calls on this, past the validating ' +
      'proxy: zero and negative amounts are accepted.',
    apply({ beans }) {
      const { checkOrder } = beans;
      beans.checkOrder = (order) => checkOrder(typeof order['amount'] === 'number' ? { ...order, amount: 1 } : order);
    },
  },
  {
    id: 'request-body-of-type-string',
    breaks: 'orders/content-type',
    title: 'The body of an order is a parameter of type String, whose converter reads every media type.',
    apply({ beans }) {
      const { checkMediaType } = beans;
      beans.checkMediaType = (req) => (req.area === 'orders' ? undefined : checkMediaType(req));
    },
  },
];
