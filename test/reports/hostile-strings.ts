import type { Result } from '../../engine/result.ts';

/** Strings that a CI system obeys in the log of a job, in whole or at the beginning of a line. */
export const logCommands: readonly string[] = [
  '::error::x',
  ' \u3000::add-mask::x',
  '\t::stop-commands::x',
  '##[group]x',
  "##teamcity[buildProblem description='x']",
  '##TeamCity[x]',
  '##vso[task.complete result=Failed]',
  'section_start:1700000000:x[collapsed=true]\r\u001b[0Kx',
  'section_end:1700000000:x\r\u001b[0K',
  'travis_fold:start:x\r\u001b[0K',
  '--- x',
  '+++ x',
  '~~~ x',
  '^^^ +++',
  '---',
  '\u001b]1338;url=https://evil.example/x.png;alt=x\u0007',
  '\u001b_bk;t=1\u0007--- x',
  '\u001b[8mha:AAAA\u001b[0m',
];

/**
 * Strings with which a target could inject something into a report: markup in every context of
 * HTML, URLs, styles, templates, XML, Markdown, terminal sequences, workflow commands,
 * bidirectional overrides. Scripts call `xss`.
 */
export const hostileStrings: readonly string[] = [
  // Elements that run scripts as soon as they exist.
  '<script>xss(1)</script>',
  '<SCRIPT SRC=data:text/javascript,xss(2)></SCRIPT>',
  '<script\n>xss(4)</script\n>',
  '<script type="module">xss(8)</script>',
  // Event handlers that need no click.
  '<img src=x onerror=xss(10)>',
  '<img src=`x`onerror=xss(13)>',
  '<svg onload=xss(14)>',
  '<svg><script>xss(16)</script></svg>',
  '<svg><set attributeName=href to=javascript:xss(18) /><a><text>x</text></a></svg>',
  '<iframe onload=xss(21)></iframe>',
  '<iframe srcdoc="<script>parent.xss(22)</script>"></iframe>',
  '<object data="javascript:xss(24)"></object>',
  '<video><source onerror=xss(26)></video>',
  '<input autofocus onfocus=xss(28)>',
  '<details open ontoggle=xss(31)>x</details>',
  '<link rel=stylesheet href="data:text/css,*{background:url(//evil.example/33)}" onload=xss(33)>',
  '<style>@import "//evil.example/35.css";</style><img src=x onerror=xss(35)>',
  '<meta http-equiv=refresh content="0;url=javascript:xss(36)">',
  '<form action="javascript:xss(38)"><button autofocus>x</button></form>',
  '<a href="javascript:xss(39)" id=x>x</a>',
  '<dialog open><img src=x onerror=xss(41)></dialog>',
  '<template><script>xss(43)</script></template><img src=x onerror=xss(43)>',
  '<noscript><p title="</noscript><img src=x onerror=xss(44)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=xss(45)&gt;">',
  // Strings that break out of an attribute, a comment, a text-only element, a style or a script.
  '"><script>xss(50)</script>',
  '" onmouseover="xss(52)" autofocus onfocus="xss(52)" x="',
  "' autofocus onfocus='xss(53)' tabindex='1",
  'x onfocus=xss(55) autofocus tabindex=1',
  '--><script>xss(56)</script><!--',
  '</title><script>xss(58)</script>',
  '</style><script>xss(60)</script>',
  '</script><script>xss(61)</script>',
  '</pre></code></td></table></details><img src=x onerror=xss(62)>',
  '</text></svg><img src=x onerror=xss(63)>',
  ']]><script>xss(64)</script><![CDATA[',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '"];xss(68);["',
  "'-xss(69)-'",
  '`$'.concat('{xss(73)}`'),
  '{{constructor.constructor("xss(74)")()}}',
  // Script URLs and already escaped text.
  'javascript:xss(80)',
  ' \tjava\nscript:xss(81)',
  'data:text/html,<script>xss(83)</script>',
  'data:text/html;base64,PHNjcmlwdD54c3MoODQpPC9zY3JpcHQ+',
  '//evil.example/86',
  'https://evil.example/87?<script>xss(87)</script>',
  '&lt;script&gt;xss(88)&lt;/script&gt;',
  '&#60;img src=x onerror=xss(89)&#62;',
  '\\u003cscript\\u003exss(90)\\u003c/script\\u003e',
  '<script>\u0000xss(94)</script>',
  '<\u0000script>xss(95)</script>',
  '__proto__',
  'constructor',
  // Markdown, including HTML in it.
  '[x](javascript:xss(100))',
  '[x]: javascript:xss(104)\n\n[x]',
  '```\n</code></pre><script>xss(105)</script>\n```',
  '| a | b |\n|---|---|\n| **c** | <img src=x onerror=xss(108)> |',
  '@someone #1 https://evil.example/109',
  '<!-- \n\n<img src=x onerror=xss(110)>',
  // Terminal sequences, workflow commands, invisible characters.
  '\u001b[2J\u001b[31mred\u001b[0m',
  '\u001b]8;;https://evil.example/121\u0007link\u001b]8;;\u0007',
  '\r\n::error file=x,line=1::found',
  '\n::set-output name=x::y',
  '\n##[error]found\n##vso[task.complete result=Failed]',
  ...logCommands,
  '\nEOF\nx=y\n',
  'user\u202Etxt.exe\u2066\u2067hidden\u2069',
  '\u200F\u200E\u061Cmarks\u200B\u2060\uFEFFwithout width',
  '\u0000\u0001\u0008\u000b\u000c\u007f\u0085\u009f',
  '\uD800 half of a pair \uDFFF',
  '\u{E0001}\u{E0041}\u{E007F}tags',
  'Z\u0351\u036B\u0343\u036Aa\u0328\u0321lgo',
  '../../../../etc/passwd\u0000.html',
  '$(xss) `xss` ; xss | xss && xss',
  `${'<b>'.repeat(200)}deep`,
  `${'x'.repeat(3_000)}<img src=x onerror=xss(140)>`,
];

/** Paths of strings that must stay valid: closed sets, ids of the catalogue, digests and dates. */
const structural =
  /^(verdict|claim\.\d+|run\.(depth|startedAt)|specification\.catalogueSha256|evidence\.sha256)$|^profile\.endpoints\.\d+\.(area|method|safety)$|^(profile\.waivers|waived)\.\d+\.id$|^(failures|observations)\.\d+\.(requirement|outcome)$|^requirements\.\d+\.(id|area|level|when|outcome)$|^requirements\.\d+\.endpoints\.\d+\.outcome$|^failures\.\d+\.facts\.\w+\.from$|^knownFailures\.\w+\.\d+\.requirement$/;

/**
 * Paths of names that several entries share. The payload is appended to them, so equal names stay
 * equal.
 */
const shared = /(^|\.)endpoint$|^profile\.endpoints\.\d+\.path$/;

/** Members of the profile whose names the operator chooses. */
const named =
  /^profile\.(successStatus|responseSchemas|scopes|endpoints\.\d+\.parameters|addresses\.\d+|order)$/;

/**
 * Replaces every string that a target, its operator or a forger controls by the payload. Adds all
 * optional strings first. The result stays valid. `part` stays the same, because no report reads
 * it.
 */
export function poison(result: Result, payload: string): Result {
  const { part, ...rest } = withEveryText(result);
  // `poisoned` preserves the shape: strings become strings, and lists keep their length.
  return { ...(poisoned(rest, '', payload) as Omit<Result, 'part'>), part };
}

function withEveryText(result: Result): Result {
  const [first] = result.requirements;
  const place = {
    requirement: first?.id ?? '',
    endpoint: first?.endpoints[0]?.endpoint ?? '(run)',
  };
  const entry = { ...place, reason: 'reason', until: 'until' };
  return {
    ...result,
    target: { ...result.target, implementation: 'implementation', build: 'build' },
    profile: {
      ...result.profile,
      guidePath: 'path',
      guideOrder: ['id'],
      absentMethods: ['method'],
    },
    waived: [...result.waived, { id: place.requirement, reason: 'reason' }],
    requirements: result.requirements.map((requirement) => ({
      ...requirement,
      reason: 'reason',
      endpoints: requirement.endpoints.map((one) => ({ ...one, reason: 'reason' })),
    })),
    failures: result.failures.map((failure, at) => ({
      ...failure,
      curl: 'curl',
      ...(at % 5 === 4 && failure.response
        ? { response: { ...failure.response, lost: 'lost' } }
        : {}),
    })),
    harnessErrors: [...result.harnessErrors, { where: 'where', message: 'message' }],
    notices: [...result.notices, 'notice'],
    interrupted: 'interrupted',
    evidence: { file: 'file', sha256: 'a'.repeat(64) },
    knownFailures: {
      matched: [entry],
      stale: [entry],
      unknown: [{ ...entry, why: 'why' }],
      unlisted: [place],
    },
  };
}

function poisoned(value: unknown, path: string, payload: string): unknown {
  if (typeof value === 'string') {
    if (structural.test(path)) return value;
    return shared.test(path) ? `${value}${payload}` : payload;
  }
  if (Array.isArray(value)) return value.map((one, at) => poisoned(one, `${path}.${at}`, payload));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [
    named.test(path) ? `${name}${payload}` : name,
    poisoned(one, path === '' ? name : `${path}.${name}`, payload),
  ]);
  return Object.fromEntries(entries);
}
