import { fullGuideOf } from './data.ts';
import type { Fault } from './patching.ts';
import { dig, fault, isGerman, list, onFields, onPayload } from './patching.ts';
import { Refusal } from './refusal.ts';

export const contentFaults: readonly Fault[] = [
  fault(
    'guides/schema',
    'http-url-as-its-repr',
    "The icon of the seventh guide is the repr of an HttpUrl: Url('https://...')",
    (app) => {
      onPayload(app, 'guides', (value) => {
        const guide = dig(value, 'data', 6);
        guide['guideIconURL'] = `Url('${String(guide['guideIconURL'])}')`;
      });
    },
  ),
  fault(
    'guides/cache-control-lifetime',
    'number-format-follows-the-locale',
    'The lifetime is formatted by {1800:n}, which follows the locale: max-age=1.800 for German users',
    (app) => {
      onFields(app, 'guides', (fields, x) => {
        if (isGerman(x)) fields['cache-control'] = 'private, max-age=1.800';
      });
    },
    ['guides/cache-control-form'],
  ),
  fault(
    'guides/order-stable',
    'set-order-by-hash-seed',
    'Guides go through a set of str, whose order depends on the PYTHONHASHSEED of the worker, of which there are two',
    (app) => {
      const weights: readonly ((id: string) => string)[] = [(id) => id.slice(3), (id) => id.slice(9)];
      onPayload(app, 'guides', (value) => {
        const weigh = weights[app.requests % 3 === 0 ? 1 : 0] ?? String;
        return { data: list(value, 'data').sort((a, b) => (weigh(String(a['id'])) < weigh(String(b['id'])) ? -1 : 1)) };
      });
    },
    ['guides/localised-ids'],
  ),
  fault(
    'guides/chapter-count',
    'find-says-minus-one',
    'The number of chapters of the fifth guide is what str.find says of a text that does not mention it, -1',
    (app) => {
      onPayload(app, 'guides', (value) => {
        dig(value, 'data', 4)['chapterCount'] = -1;
      });
    },
  ),
  fault(
    'guide/fetch',
    'lstrip-eats-letters-of-the-id',
    'The id is path.lstrip("/learn/learning-guides/"), which strips letters: ids from a, d or e on are not found',
    (app) => {
      const make = app.payload.guide;
      app.payload.guide = (x) => {
        if (/^[ade]/.test(x.guideId)) throw new Refusal(404, 'guide-unknown', 'Guide not found');
        return make(x);
      };
    },
  ),
  fault(
    'guide/unknown-id',
    'tuple-of-body-and-status',
    'An unknown guide returns body, 404 as in Flask, which FastAPI writes as a list of two with 200',
    (app) => {
      const make = app.payload.guide;
      app.payload.guide = (x) => {
        const missing = /^[a-f0-9]{24}$/.test(x.guideId) && fullGuideOf('en', x.guideId) === undefined;
        return missing ? [{ detail: 'Guide not found' }, 404] : make(x);
      };
    },
  ),
  fault(
    'insights/ok',
    'routers-in-directory-order',
    'One of four workers includes routers in the order of its directory: /learn/{slug:int} takes analyst-insights, 422',
    (app) => {
      let reads = 0;
      onPayload(app, 'insights', () => {
        reads += 1;
        if (reads % 4 === 0) throw new Refusal(422, 'path', 'Input should be a valid integer: slug');
      });
    },
  ),
  fault(
    'cash/ok',
    'value-error-counts-as-validation',
    'max() of the empty list of pockets of the second user is a ValueError, which the handler of validation makes 422',
    (app) => {
      onPayload(app, 'cash', (_value, x) => {
        if (isGerman(x)) throw new Refusal(422, 'validation', 'max() iterable argument is empty');
      });
    },
  ),
  fault(
    'portfolios/ok',
    'weak-values-are-collected',
    'Portfolios live in a WeakValueDictionary, and every fifth reading comes after the collector: 410',
    (app) => {
      let reads = 0;
      onPayload(app, 'portfolios', () => {
        reads += 1;
        if (reads % 5 === 0) throw new Refusal(410, 'collected', 'The portfolio is no longer there');
      });
    },
  ),
  fault(
    'summaries/schema',
    'generator-as-its-str',
    'best of the newest day is a generator, which default=str writes as <generator object ...>',
    (app) => {
      onPayload(app, 'summaries', (value) => {
        dig(value, 'data', 4, 'performers')['best'] = '<generator object Ranking.best at 0x7f3a1c5e4d60>';
      });
    },
  ),
  fault(
    'summaries/member-key',
    'fromkeys-shares-one-member',
    'The members of the second day come from dict.fromkeys, which shares one object, in the end that of total',
    (app) => {
      onPayload(app, 'summaries', (value) => {
        const day = dig(value, 'data', 1);
        const merged = Object.assign({}, ...Object.values(dig(day, 'portfolio'))) as object;
        day['portfolio'] = Object.fromEntries(['cash', 'savings', 'holdings', 'total'].map((name) => [name, merged]));
      });
    },
  ),
  fault(
    'summaries/timestamp-digits',
    'datetime64-in-nanoseconds',
    'The timestamp of the middle day is astype("int64") of a datetime64[ns]',
    (app) => {
      onPayload(app, 'summaries', (value) => {
        const day = dig(value, 'data', 2);
        day['timestamp'] = Number(day['timestamp']) * 1e6;
      });
    },
    ['http/json-interoperable'],
  ),
  fault(
    'summaries/currency-text',
    'braces-doubled-in-an-f-string',
    'The monthly interest for German users is f"{{amount}} €", whose braces are doubled: there is no amount',
    (app) => {
      onPayload(app, 'summaries', (value, x) => {
        if (!isGerman(x)) return;
        for (const day of list(value, 'data')) {
          dig(day, 'portfolio', 'savings')['unrealisedMonthlyInterest'] = '{amount} €';
        }
      });
    },
  ),
  fault(
    'summaries/percent-text',
    'strip-takes-the-percent-sign-too',
    'Trailing zeros of weights go by rstrip("0.%"), which takes the sign of round ones along: 40.0% is 4',
    (app) => {
      onPayload(app, 'summaries', (value) => {
        for (const day of list(value, 'data')) {
          for (const item of list(day, 'performers', 'all')) {
            if (String(item['weight']).endsWith('.0%')) item['weight'] = String(item['weight']).replace(/[0.%]+$/, '');
          }
        }
      });
    },
  ),
  fault(
    'summaries/forbidden',
    'permission-error-is-an-os-error',
    'The PermissionError of a denied user is an OSError, on which summaries fall back to an empty history',
    (app) => {
      const make = app.payload.summaries;
      app.payload.summaries = (x) =>
        x.user?.denied ? { data: [], maxValueDifferences: { cash: 0, savings: 0, holdings: 0, total: 0 } } : make(x);
    },
  ),
  fault(
    'notifications/schema',
    'lazy-translation-is-a-proxy',
    'The name of the newsletter in German is a lazy translation, which the encoder writes as its proxy, an object',
    (app) => {
      onPayload(app, 'notifications', (value, x) => {
        if (isGerman(x)) {
          dig(value, 'email', 1, 'notifications', 0)['name'] = { _func: 'gettext', _args: ['Newsletters'] };
        }
      });
    },
  ),
  fault(
    'notifications/known-ids-complete',
    'rows-are-a-generator',
    'Rows of the second user are a generator, which selecting those of app uses up: email is empty',
    (app) => {
      onPayload(app, 'notifications', (value, x) => {
        if (isGerman(x)) value['email'] = [];
      });
    },
  ),
  fault(
    'notifications/ids-stable',
    'id-holds-a-memory-address',
    'The id of a further notification is the default repr of its object, with an address in memory',
    (app) => {
      onPayload(app, 'notifications', (value) => {
        const address = (0x7f3a00000000 + app.requests * 64).toString(16);
        list(value, 'app', 2, 'notifications').push({
          id: `<Survey object at 0x${address}>`,
          name: 'Survey',
          description: 'Tell us',
          active: false,
        });
      });
    },
  ),
];
