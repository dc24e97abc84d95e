import { expect, test } from 'vitest';
import { findLeak } from '../../../engine/judging/leaks.ts';

test.each([
  [
    'JavaScript',
    'TypeError: x is undefined\n    at list (/srv/api/guides.js:10:15)\n    at next (/srv/api/x.js:1:2)',
  ],
  ['JavaScript', 'Error: boom\n    at Object.<anonymous> (/app/index.ts:3:9)'],
  [
    'JavaScript',
    'Error\n    at async Promise.all (index 0)\n    at async file:///app/server.mjs:12:3',
  ],
  ['JavaScript', 'at process.processTicksAndRejections (node:internal/process/task_queues:95:5)'],
  ['JavaScript', 'at new Guide (C:\\app\\guide.js:1:1)'],
  ['Python', 'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>'],
  ['Python', 'File "guides/views.py", line 42, in list'],
  ['Java', 'java.lang.NullPointerException\n\tat com.acme.Guides.list(Guides.java:10)'],
  ['Java', 'at java.base/java.lang.Thread.run(Thread.java:829)'],
  ['Java', 'at com.acme.Guides$$FastClass.invoke(<generated>)'],
  ['Java', 'Caused by: org.postgresql.util.PSQLException: no'],
  ['Java', 'Exception in thread "main" java.lang.Error'],
  ['.NET', 'at Shop.Guides.List(String id) in C:\\src\\Guides.cs:line 10'],
  [
    '.NET',
    '   at System.Web.Mvc.Controller.Run(Context c)\n   at System.Web.Http.Handle(Request r)',
  ],
  ['Go', 'panic: boom\n\ngoroutine 1 [running]:\nmain.main()'],
  ['Go', '\t/go/src/app/main.go:17 +0x1d'],
  ['Ruby', "app/controllers/guides_controller.rb:12:in `index'"],
  ['PHP', '#0 /var/www/html/index.php(12): App->run()'],
  ['PHP', 'Call to undefined function in /var/www/html/index.php on line 12'],
  ['Rust', "thread 'main' panicked at src/main.rs:4:5"],
  [undefined, "ENOENT: no such file or directory, open '/app/data/users.json'"],
  [undefined, 'cannot read /var/lib/guides/index.json'],
  [undefined, 'the rule in /srv/app/rules/user-id.yaml is violated'],
  [undefined, 'see /usr/share/api/errors.txt'],
  [undefined, 'in /app/src/guides/list.ts'],
  [undefined, 'open /etc/passwd: permission denied'],
  [undefined, 'C:\\inetpub\\wwwroot\\web.config'],
  [undefined, '/home/deploy/api/.env.production'],
  [undefined, 'node_modules/express/lib/router'],
  [undefined, 'file:///opt/api/schema.json'],
  ['a database', 'ORA-01403: no data found\nORA-06512: at "SHOP.GUIDES", line 212'],
  ['a database', 'ERROR: null\nCONTEXT: PL/pgSQL function guide_of(uuid) line 7 at RAISE'],
  ['a database', 'Msg 547, Level 16, State 0, Procedure dbo.put_address, Line 12'],
  [
    'Language Environment',
    'CEE3207S The system detected a data exception (0C7).\nTraceback:\n  DSA Entry',
  ],
  ['Language Environment', 'DSA 2 Entry CHANNEL +00001A38'],
  ['Erlang', '{function_clause,[{guides,list,[1],[{file,"src/guides.erl"},{line,10}]}]}'],
  ['Erlang', '(shop 1.0.0) lib/shop/guides.ex:10: Shop.Guides.list/1'],
  [undefined, 'Load Mod /u/prod/cics/loadlib/ADDRUP01.cbl'],
])('%s: %j', (what, text) => {
  expect(findLeak(text)).toMatchObject({ excerpt: expect.any(String) });
  expect(findLeak(text)?.traceOf).toBe(what);
});

test.each([
  'No guide at /learn/learning-guides/5f0c',
  'Cannot GET /learn/learning-guides',
  'GET /daily-summaries is not allowed; use /b2b/notification-settings',
  'Not found: /users/me/address',
  'Not found: /u/prod/guides',
  'CEE3207S is no guide: trace it back',
  'See https://docs.example.com/home/errors/401.html',
  'See https://example.com/var/help.html for help at any time',
  'The token expired at 2024-11-21T10:30:45.123Z',
  'Rejected at 21/Nov/2024:10:30:45 +0000',
  'Be back at 10:30:45 or at 11/30:15:20',
  'User was not found',
  'Access denied: you are not at home/office',
  'See /home/help.html',
  'The file must be a .json or .yaml document',
  'Expected pattern ^[a-f0-9]{24}$ at x-user-id',
  'Unauthorized (code 401:17:3)',
  'The value and/or the type is wrong; either/or',
  'Call +49 30 1234:56:78',
  'Ratio 10:20:30 at position 1:2',
  'Invalid application/json body at line 3, column 5',
  'ORA-01403: no data found',
  'errors.guides.list(not found)',
  'The path /home is unknown',
  'The path /data/0/chapterCount is no integer',
  '/app/learning-guides is no route',
  'Please write to support@example.com',
  'C: is not a currency',
  'version 1.0.0 of /learn',
  'Use Bearer credentials: RFC 6750 section 2.1',
  'Thrown by policy at gateway.example.com(eu-west)',
  'JSON at position 7',
  String.raw`must match pattern "^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"`,
  'Caused by: body.Amount must be positive',
  'See http://gateway.go:8080/errors',
])('no leak: %j', (text) => {
  expect(findLeak(text)).toBeUndefined();
});

test('a text that the request itself contained is no leak', () => {
  const text = 'No route for /home/x/a.json';
  expect(findLeak(text)).toBeDefined();
  expect(findLeak(text, '/base/home/x/a.json')).toBeUndefined();
});

test('the first hundred thousand characters are searched, and the excerpt is short', () => {
  const trace = 'at list (/srv/guides.js:1:2)';
  expect(findLeak(`${' '.repeat(90_000)}${trace}`)).toBeDefined();
  expect(findLeak(`${' '.repeat(100_000)}${trace}`)).toBeUndefined();
  expect(findLeak(`at ${'x'.repeat(190)} (/srv/guides.js:1:2)`)?.excerpt).toHaveLength(160);
});

test.each([
  ['/a', false],
  ['at ', false],
  ['a.', false],
  ['C:\\a\\', true],
])('hostile text is searched in linear time: %s', (part, isLeak) => {
  expect(findLeak(`${part.repeat(100_000 / part.length)}!`) !== undefined).toBe(isLeak);
});
