import { json, list } from './faults.ts';
import type { Habit } from './habits.ts';
import { guided, habit, ordered, shaped, updated } from './habits.ts';
import type { Json } from './model.ts';

const page = { number: 0, size: 2147483647, totalElements: 12, totalPages: 1 };

export const shapeHabits: readonly Habit[] = [
  habit(
    'cash-in-default-typing',
    'Cash is a list of a class name and its elements, as default typing wraps arrays.',
    shaped('cash', (_, body) => ['java.util.ArrayList', list(body['balances'])]),
  ),
  habit(
    'cash-as-moneta',
    'Cash is monetary amounts with their context of precision and rounding.',
    shaped('cash', (_, body) => ({ amounts: body['balances'], context: { precision: 0, roundingMode: 'HALF_EVEN' } })),
  ),
  habit(
    'cash-as-properties-text',
    'Cash is one JSON text in the format of Java properties, with a comment in front.',
    shaped('cash', (user) => `#Mon Jan 05\nbalance.${user.place}=912.4\n`),
  ),
  habit(
    'cash-as-health-details',
    'Cash is a composite of components, each with status UP and its details.',
    shaped('cash', (_, body) => ({ status: 'UP', components: { cash: { status: 'UP', details: body } } })),
  ),
  habit(
    'cash-as-map-entries',
    'Cash is a list of pairs with left, right, key and value.',
    shaped('cash', (user) => [{ left: user.place, right: 1.5, key: user.place, value: 1.5 }]),
  ),
  habit(
    'portfolios-as-a-page-impl',
    'Portfolios are a page with content, pageable, sort, first, last and empty.',
    shaped('portfolios', (_, body) => ({
      content: body['portfolios'],
      pageable: 'INSTANCE',
      sort: { sorted: false },
      last: true,
      first: true,
      empty: false,
    })),
  ),
  habit(
    'portfolios-as-a-scroll-window',
    'Portfolios are a window with the key set of its scroll position.',
    shaped('portfolios', (_, body) => ({
      content: body['portfolios'],
      positions: [{ keys: { id: 4 }, direction: 'FORWARD' }],
    })),
  ),
  habit(
    'portfolios-as-a-tuple-result',
    'Portfolios are rows of a tuple query behind the aliases of their columns.',
    shaped('portfolios', (user) => ({
      aliases: ['col_0_0_', 'col_1_0_'],
      tuples: [
        [user.place, 12.5],
        [null, 0],
      ],
    })),
  ),
  habit(
    'insights-repeat-by-identity',
    'Analyst insights write an analyst once, and the next insight holds the number alone.',
    shaped('insights', (_, body) => ({ ...body, analysts: [{ '@id': 1, name: 'A. Analyst' }, 1, 1] })),
  ),
  habit(
    'insights-as-meters',
    'Analyst insights are a meter with measurements and available tags.',
    shaped('insights', () => ({
      name: 'insights.score',
      measurements: [{ statistic: 'MAX', value: 71 }],
      availableTags: [],
    })),
  ),
  habit(
    'insights-as-expressions',
    'Analyst insights are texts of SpEL with quotation marks, braces and an at sign.',
    shaped('insights', () => ["#{@ratings.of('US0378331005')?.score ?: 0}"]),
  ),
  habit(
    'update-answered-with-an-envers-revision',
    'An address update is answered with a revision and its type.',
    updated((_, count) => ({
      status: 200,
      body: { rev: count, revtype: 'MOD', revtstmp: 1767643200000 },
      headers: [],
    })),
  ),
  habit(
    'update-answered-with-an-affordance',
    'An address update is answered with a templated link and nothing else.',
    updated(() => ({
      status: 200,
      body: { _links: { self: { href: '/users/me{?projection}', templated: true } } },
      headers: [],
    })),
  ),
  habit(
    'update-answered-with-its-etag-alone',
    'An address update is 204 with the version of the entity as a strong entity tag.',
    updated((_, count) => ({ status: 204, headers: [['ETag', `"${count}"`]] })),
  ),
  habit(
    'order-answered-with-a-job-execution',
    'An order is answered with a job execution whose exit code is UNKNOWN.',
    ordered({ id: 4, exitStatus: { exitCode: 'UNKNOWN', exitDescription: '' }, stepExecutions: [], endTime: null }),
  ),
  habit(
    'order-answered-with-a-local-date-time',
    'An order is answered with the list of numbers of a LocalDateTime.',
    ordered([2026, 1, 5, 20, 0]),
  ),
  habit(
    'order-answered-with-a-message-id',
    'An order is 202 with the id of a JMS message as one JSON text.',
    ordered('ID:broker-1-61616-1:1:1:1', 202),
  ),
  habit(
    'order-answered-with-an-outbox-row',
    'An order is 202 with the row of an outbox, whose payload is JSON within a text.',
    ordered({ aggregate_type: 'Order', payload: '{"status":500,"error":null}', processed: false }, 202),
  ),
  habit(
    'full-guide-as-a-changelog',
    'A full guide is a database changelog with change sets, whose author and id are texts.',
    ({ beans }) => {
      const { guide } = beans;
      beans.guide = (id, req) => ({
        ...guide(id, req),
        body: { databaseChangeLog: [{ changeSet: { id, author: 'content', changes: [] } }] },
      });
    },
  ),
  habit(
    'page-model-beside-data',
    'The listing has page, sort and _embedded beside data, the last of them empty.',
    ({ beans }) => {
      const { guides } = beans;
      beans.guides = async (user, req) => {
        const reply = await guides(user, req);
        return { ...reply, body: { _embedded: {}, ...json(reply.body), page, sort: [] } };
      };
    },
  ),
  habit(
    'images-lie-in-jars',
    'Images of guides are entries of archives, at addresses of the scheme jar.',
    guided((guide, index) => ({ ...guide, guideIconURL: `jar:https://img.invest.example/assets.jar!/${index}.png` })),
  ),
  habit(
    'keys-are-jndi-names',
    'Keys of guides are JNDI names with a colon and slashes.',
    guided((guide, index) => ({ ...guide, key: `java:comp/env/guides/${index}` })),
  ),
  habit(
    'slugs-are-ant-patterns',
    'Slugs of guides are Ant patterns with stars and braces.',
    guided((guide, index) => ({ ...guide, slug: `/**/{guide:\\d+}/${index}*` })),
  ),
  habit(
    'assets-are-object-names',
    'Assets are identified by JMX object names with colons, commas and equals signs.',
    ({ beans }) => {
      const { summaries } = beans;
      beans.summaries = async (user, req) => {
        const body = await summaries(user, req);
        const named = (row: Json): Json => ({ ...row, assetId: `invest:type=Asset,name=${String(row['assetId'])}` });
        return {
          ...body,
          data: list(body['data']).map((day) => ({
            ...day,
            performers: Object.fromEntries(
              Object.entries(json(day['performers'])).map(([name, rows]) => [name, list(rows).map(named)]),
            ),
          })),
        };
      };
    },
  ),
  habit(
    'chart-labels-are-zoned-date-times',
    'Chart labels are zoned moments with offset and the name of the zone in brackets.',
    ({ beans }) => {
      const { summaries } = beans;
      beans.summaries = async (user, req) => {
        const body = await summaries(user, req);
        return {
          ...body,
          data: list(body['data']).map((day, index) => ({
            ...day,
            chartLabel: `2026-01-0${index + 5}T21:00+01:00[Europe/Rome]`,
          })),
        };
      };
    },
  ),
];
