import type { Fault } from './fault.ts';
import { posts } from './posts.ts';
import { type Answer, isObject, Refusal, type Row, row, type Site, type User } from './site.ts';

const ofError = (applies: (body: Row, route: string) => boolean, change: (error: Row) => Row) => (site: Site) =>
  site.add<Row>('error', (body, visit) =>
    applies(body, visit.route) ? { ...body, error: change(row(body['error'])) } : body,
  );

const ofText = (route: string, change: (text: string, site: Site) => string) => (site: Site) =>
  site.add<string>('text', (text, visit) =>
    visit.route === route && visit.user && !text.startsWith('{"status"') ? change(text, site) : text,
  );

/** Closes what a text leaves open, as a lenient decoder does. */
function closed(text: string): string {
  const open: string[] = [];
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (quoted && sign === '\\') index += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{') open.unshift('}');
    else if (!quoted && sign === '[') open.unshift(']');
    else if (!quoted && (sign === '}' || sign === ']')) open.shift();
  }
  return text + (quoted ? '"' : '') + open.join('');
}

export const cycleFaults: readonly Fault[] = [
  {
    id: 'first-data-of-an-error-code-stay',
    title:
      'Errors of the single guide share a code, and its data, the status among them, are those of the first such error.',
    breaks: 'errors/status-matches',
    plugin: (site) =>
      site.add<Row>('error', (body, visit) => {
        if (visit.route !== 'guide' || ![400, 404].includes(Number(body['status']))) return body;
        if (!site.cache.has('error_data')) site.cache.set('error_data', body['status']);
        return { ...body, status: site.cache.get('error_data') };
      }),
  },
  {
    id: 'plural-forms-as-a-message',
    title:
      'The message about x-user-id has been registered with its plural and nobody picks one: it is the list of both.',
    breaks: 'errors/shape',
    plugin: ofError(
      (body) => String(row(body['error'])['message']).startsWith('x-user-id'),
      (error) => ({ ...error, message: [error['message'], 'x-user-ids are missing or malformed.'] }),
    ),
  },
  {
    id: 'message-is-stripped-as-a-tag',
    title:
      'What is wrong with an address is put into angle brackets, which the filter of messages strips with what they hold.',
    breaks: 'errors/message-text',
    plugin: ofError(
      (body, route) => route === 'update' && body['status'] === 400,
      (error) => ({ ...error, message: `<${error['message']}>`.replaceAll(/<[^>]*>/g, '') }),
    ),
  },
  {
    id: 'notice-in-front-of-a-missing-guide',
    title: 'The template of a guide that does not exist prints a notice with its file in front of the error.',
    breaks: 'errors/json',
    also: ['errors/no-leak'],
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (visit.route !== 'guide' || answer.status !== 404) return answer;
        const place = '/var/www/html/wp-content/themes/agency/single-guide.php on line 31';
        const text = `\nNotice: Trying to get property of non-object in ${place}\n${JSON.stringify(answer.body)}`;
        return { ...answer, text };
      }),
  },
  {
    id: 'scheduler-prints-into-the-visit',
    title: 'The scheduler runs on every fifth visit to portfolios, and what the event prints comes before the answer.',
    breaks: 'http/json-media-type',
    plugin: ofText('portfolios', (text, site) => {
      const visits = ((site.cache.get('visits') as number | undefined) ?? 0) + 1;
      site.cache.set('visits', visits);
      return visits % 5 === 0 ? `Deleted 3 revisions.\n${text}` : text;
    }),
  },
  {
    id: 'ajax-zero-at-the-end',
    title:
      'Analyst insights are an action of the old interface for scripts, which ends whatever it says with the digit 0.',
    breaks: 'http/json-media-type',
    plugin: ofText('insights', (text) => `${text}0`),
  },
  {
    id: 'two-plugins-print-one-member',
    title: 'Two plugins print the member generator into cash, each at its own priority.',
    breaks: 'http/json-interoperable',
    plugin: ofText('cash', (text) => text.replace('{', '{"generator":"shop 4.1","generator":"payments 2.0",')),
  },
  {
    id: 'array-combine-of-five',
    title: 'An address is combined with the five names of its columns, and one without line2 is a fatal error: 500.',
    breaks: 'http/no-server-error',
    plugin: (site) =>
      site.add<unknown>('address_param', (address) => {
        if (isObject(address) && Object.keys(address).length < 5) throw new Error('array_combine(): unequal numbers');
        return address;
      }),
  },
  {
    id: 'preload-waits-for-its-own-lock',
    title: 'Insights with a query preload the page without it, in a request that waits for the lock of this one.',
    breaks: 'http/answers',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => ({
        ...answer,
        hang: visit.route === 'insights' && visit.query.size > 0 && answer.status === 200,
      })),
  },
  {
    id: 'year-archive-takes-the-guide',
    title:
      'The rewrite rule of monthly archives comes first and takes a guide whose id begins with a year and a month: 404.',
    breaks: 'guide/fetch',
    plugin: (site) =>
      site.add<User | undefined>('identified', (user, visit) => {
        if (visit.route === 'guide' && /^20\d\d(0[1-9]|1[0-2])/.test(visit.id)) {
          throw new Refusal(404, 'rest_no_posts', 'There is nothing in this archive.');
        }
        return user;
      }),
  },
  {
    id: 'nearest-permalink-is-guessed',
    title: 'An id that is cut short or too long is redirected to the guide whose permalink begins alike.',
    breaks: 'guide/malformed-id',
    plugin: (site) =>
      site.add<Answer>('answer', (answer, visit) => {
        if (visit.route !== 'guide' || answer.status !== 400 || visit.id.length < 4) return answer;
        const near = posts.find(({ id }) => id.startsWith(visit.id) || visit.id.startsWith(id));
        return near ? { status: 301, headers: { location: visit.path.replace(visit.id, near.id) } } : answer;
      }),
  },
  {
    id: 'pages-go-on-between-visits',
    title:
      'The number of the page of insights is a global that stays with the worker: every fourth visit is beyond the last page, 400.',
    breaks: 'insights/ok',
    plugin: (site) =>
      site.add<User | undefined>('identified', (user, visit) => {
        if (visit.route !== 'insights' || !user) return user;
        const page = ((site.cache.get('paged') as number | undefined) ?? 0) + 1;
        site.cache.set('paged', page % 4);
        if (page === 4) throw new Refusal(400, 'rest_invalid_page_number', 'The page is beyond the last one.');
        return user;
      }),
  },
  {
    id: 'oldest-meta-row-is-read',
    title: 'Further addresses are added as rows of user meta instead of updating the one, and the oldest row is read.',
    breaks: 'address/overwrites',
    plugin: (site) =>
      site.add<(value: Row) => void>('save', (save, visit) => (value) => {
        const key = `meta:${visit.user?.id}`;
        if (!site.cache.has(key)) save(value);
        site.cache.set(key, value);
      }),
  },
  {
    id: 'refusal-restores-the-revision-before',
    title: 'A refused update restores the latest revision, which is the address before the stored one.',
    breaks: 'address/refused-unchanged',
    plugin: (site) => {
      site.add<(value: Row) => void>('save', (save, visit) => (value) => {
        const key = `revisions:${visit.user?.id}`;
        const revisions = (site.cache.get(key) as Row[] | undefined) ?? [];
        site.cache.set(key, [value, ...revisions]);
        site.cache.delete(`restored:${visit.user?.id}`);
        save(value);
      });
      site.add<Refusal>('refusal', (refusal, visit) => {
        const [, before] = (site.cache.get(`revisions:${visit.user?.id}`) as Row[] | undefined) ?? [];
        if (visit.route === 'update' && before) site.cache.set(`restored:${visit.user?.id}`, before);
        return refusal;
      });
      site.add<Row | undefined>(
        'stored_address',
        (stored, visit) => (site.cache.get(`restored:${visit.user?.id}`) as Row | undefined) ?? stored,
      );
    },
  },
  {
    id: 'filter-is-not-hooked-again',
    title:
      'The check of countries unhooks itself against recursion, and where it refuses it returns before hooking in again.',
    breaks: 'address/country-code',
    also: ['address/refused-unchanged'],
    plugin: (site) =>
      site.add<boolean>('country_sound', (sound) => {
        const unhooked = site.cache.has('unhooked');
        if (!sound) site.cache.set('unhooked', true);
        return sound || unhooked;
      }),
  },
  {
    id: 'lists-and-objects-are-arrays',
    title: 'The schema asks whether an address is an array, which a list is as well, and a list lacks no member.',
    breaks: 'address/wrong-shape',
    also: ['address/refused-unchanged'],
    plugin: (site) =>
      site.add<unknown>('address_param', (address) =>
        Array.isArray(address) ? { line1: '', line2: '', city: '', postalCode: '', countryCode: 'GB' } : address,
      ),
  },
  {
    id: 'what-is-open-is-closed',
    title: 'A decoder for saved fragments closes the quotes and braces that a body leaves open.',
    breaks: 'address/malformed-json',
    plugin: (site) => site.add<string>('body_text', (text, visit) => (visit.route === 'update' ? closed(text) : text)),
  },
];
