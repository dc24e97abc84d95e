import type { Form } from './fault.ts';
import { type Answer, type Plugin, type Refusal, type Row, row } from './site.ts';

const form = (id: string, title: string, plugin: Plugin): Form => ({ id, title, plugin });

const option =
  (name: string, value: unknown): Plugin =>
  (site) =>
    void site.options.set(name, value);

const headers =
  (more: Record<string, string | string[]>, route?: string): Plugin =>
  (site) =>
    site.add<Answer>('answer', (answer, visit) => {
      if (route === undefined || (visit.route === route && answer.status === 200)) Object.assign(answer.headers, more);
      return answer;
    });

const errors =
  (change: (body: Row) => Row): Plugin =>
  (site) =>
    site.add<Row>('error', change);

const message = (change: (text: string) => string) =>
  errors((body) => ({
    ...body,
    error: { ...row(body['error']), message: change(String(row(body['error'])['message'])) },
  }));

const status =
  (applies: (refusal: Refusal, route: string) => boolean, code: number): Plugin =>
  (site) =>
    site.add<Refusal>('refusal', (refusal, visit) =>
      applies(refusal, visit.route) ? Object.assign(Object.create(refusal), { status: code }) : refusal,
    );

const claims =
  (more: Row): Plugin =>
  (site) =>
    site.add<Row>('payload', (payload) => ({ ...more, ...payload }));

const writes = ['update', 'orders'];

export const cycleForms: readonly Form[] = [
  form(
    'answers-link-to-the-index',
    'Answers link to the index of the interface and name its engine, its totals and that robots shall not index it.',
    headers({
      link: '<https://cms.example/wp-json/>; rel="https://api.w.org/"',
      'x-powered-by': 'PHP/8.2.1',
      'x-wp-total': '0',
      'x-robots-tag': 'noindex',
    }),
  ),
  form(
    'answers-have-a-pingback',
    'Answers name a pingback address, a nonce and the time of the queries in comments of their fields.',
    headers({
      'x-pingback': 'https://cms.example/xmlrpc.php',
      'x-wp-nonce': 'f00ba41234',
      'x-queries': '24 (0,031 s)',
    }),
  ),
  form(
    'answers-allow-what-may-be-done',
    'Each answer has Allow with methods that the route may have for others.',
    headers({ allow: 'GET, POST, PUT, PATCH, DELETE' }),
  ),
  form(
    'private-data-of-another-age',
    'Private data expire in January 1984 and are neither stored nor transformed.',
    headers(
      {
        expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
        'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
      },
      'summaries',
    ),
  ),
  form(
    'listing-has-a-weak-tag-and-the-first-second',
    'The listing was last modified in the first second of 1970 and has a weak entity tag.',
    headers({ 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT', etag: 'W/"0-page-cache"' }, 'guides'),
  ),
  form(
    'listing-varies-by-cookie-too',
    'The listing varies by Cookie, Origin and User-Agent besides the user.',
    headers({ vary: 'Accept-Encoding, Cookie, Origin, User-Agent, X-User-Id' }, 'guides'),
  ),
  form(
    'drop-in-says-what-it-did',
    'The listing tells in several fields that the page cache missed, hit and went by.',
    headers(
      { 'x-cache': ['MISS', 'HIT'], 'x-litespeed-cache-control': 'public,max-age=604800', 'cf-cache-status': 'BYPASS' },
      'guides',
    ),
  ),
  form(
    'errors-have-a-code-of-the-framework',
    'Errors carry code, an empty list of additional errors, and null for data.',
    errors((body) => ({ code: 'rest_error', additional_errors: [], data: null, ...body })),
  ),
  form(
    'messages-are-bold',
    'Messages begin with a bold word and end with a link to the lost password.',
    message((text) => `<strong>Error:</strong> ${text} <a href="/lost">Lost your password?</a>`),
  ),
  form(
    'messages-have-curly-quotes-and-entities',
    'Messages stand in curly quotes with entities of HTML around them.',
    message((text) => `&#8220;\u201c${text}\u201d&#8221;`),
  ),
  form(
    'descriptions-ask-back',
    'Descriptions of errors are the question whether one is sure.',
    errors((body) => ({ ...body, error: { ...row(body['error']), description: 'Are you sure you want to do this?' } })),
  ),
  form(
    'errors-name-the-parameters',
    'Errors carry params and details, objects that are empty lists where there is none.',
    errors((body) => ({ ...body, params: [], details: { 'x-user-id': [] } })),
  ),
  form(
    'bodies-at-fault-are-406',
    'A body of a wrong shape is 406, as a firewall of applications has it.',
    status((refusal, route) => writes.includes(route) && refusal.status === 400, 406),
  ),
  form(
    'unknown-guides-in-the-message-only',
    'The 404 of an unknown guide says 404 three times, in members of other names too.',
    errors((body) => (body['status'] === 404 ? { ...body, statusCode: 404, is_404: true } : body)),
  ),
  form(
    'claims-nest-the-user',
    'Tokens nest the user of the site within data, with a numeric id.',
    claims({ data: { user: { id: 17, caps: { read: true, edit_posts: false } } } }),
  ),
  form(
    'claims-hold-roles-and-nothing',
    'Tokens have roles as an object, and null for an e-mail address.',
    claims({ roles: { 0: 'subscriber', 2: 'client' }, user_email: null, locale: 'de_DE_formal' }),
  ),
  form('tokens-of-a-week', 'Tokens live for seven days, as the plugin has it.', option('lifetime', 604_800)),
  form(
    'token-typ-in-lower-case-with-cty',
    'The header of tokens has typ in lower case, and cty.',
    option('token_header', { typ: 'jwt', cty: 'json' }),
  ),
  form(
    'kid-is-a-salt',
    'The kid is a salt of the configuration, with every kind of sign.',
    option('kid', 'put your unique phrase here |$%&/()=?`{[]}\\~+*#'),
  ),
  form(
    'token-answer-greets-the-user',
    'The token answer has the names by which a site shows a user, some of them empty.',
    (site) =>
      site.add<Row>('token_answer', (body) => ({
        user_email: '',
        user_nicename: 'agency',
        user_display_name: null,
        ...body,
      })),
  ),
  form(
    'base-behind-index-php',
    'The API lies behind index.php and a version of a namespace.',
    option('base', '/index.php/wp-json/agency/v2'),
  ),
  form('token-path-is-an-action', 'The token endpoint is a script of the login with an action.', (site) => {
    site.options.set('token_path', '/wp-admin/admin-ajax.php');
    site.options.set('token_query', '?action=token&_wpnonce=');
  }),
  form(
    'clients-are-mail-addresses',
    'Client ids are mail addresses with a plus sign.',
    option('client_ids', ['ops+app@agency.example', 'ops+reports@agency.example']),
  ),
  form(
    'secrets-are-application-passwords',
    'Secrets begin with groups of four letters and spaces, as application passwords are shown.',
    option('secret_prefix', 'abcd EFGH 1234 ijkl '),
  ),
  form(
    'users-differ-in-the-last-digit',
    'The ids of the users differ in their last digit only.',
    option('users', {
      first: '65f2c1a09b3e4d7788aa01c1',
      second: '65f2c1a09b3e4d7788aa01c2',
      denied: '65f2c1a09b3e4d7788aa01c3',
    }),
  ),
];
