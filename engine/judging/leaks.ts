import { defined } from '../exchange/collections.ts';

const source = String.raw`\.(?:[cm]?[jt]sx?|py|rb|php|java|kt|scala|go|rs|cs|vb|pl|exs?|erl|cbl|cob|cpy|rpgle)`;
/** `app`, `src` and the like also occur in URLs, so they count only for source files. */
const systemRoot = 'root|usr|var|opt|srv|etc|tmp|proc|mnt|private/var';
/** Only folders are directly below. A file there is a URL path. */
const rootOfUsers = 'home|Users';
const projectRoot =
  'app|apps|src|code|build|workspace|workdir|project|deploy|data|lambda|function|u';
const step = String.raw`[\w.@+~-]+`;
/** Not inside a longer path or URL, e.g. `https://example.com/home/me/a.json`. */
const start = String.raw`(?<![\w/.:%@~-])`;

const traces: Readonly<Record<string, RegExp>> = {
  // at fn (/srv/app.js:1:2), at async file:///srv/app.mjs:1:2, at
  // node:internal/process/task_queues:95:5
  JavaScript:
    /\bat (?:async |new )?(?:[\w$.<>#[\] ]{1,200} )?\(?(?:node:[\w/]+|(?:file:\/\/|[A-Za-z]:)?[^\s():]{1,300}\.[cm]?[jt]sx?):\d+:\d+/,
  Python: /Traceback \(most recent call last\)|File "[^"\n]{1,300}", line \d+/,
  // at com.example.Guides.list(Guides.java:10)
  Java: /\bat (?:[\w$.]+\/)?(?:[\w$]+\.)+[\w$<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy|clj):\d+|Native Method|Unknown Source|<generated>)\)|\bCaused by: (?:[a-z_]\w*\.){2,}[A-Z]\w*|\bException in thread "/,
  // at Shop.Guides.List(String id) in C:\src\Guides.cs:line 10
  '.NET':
    /\bat (?:[\w`<>]+\.)+[\w`<>[\],|]+\([^)\n]{0,300}\)(?: in [^\n]{1,300}:line \d+|(?=\s+at (?:[\w`<>]+\.)+[\w`<>[\],|]+\())/,
  Go: /\bgoroutine \d+ \[[^\]\n]{1,60}\]:|(?<![:/])\/(?!\/)[\w./@+~-]{1,300}\.go:\d+\b/,
  Ruby: /[\w./@+~-]{1,300}\.rb:\d+:in [`'"]/,
  PHP: /#\d+ [^\s(]{1,300}\.php\(\d+\): |\bStack trace:\s+#0 |\.php(?: on line |:)\d+\b/,
  // ORA-06512: at "SHOP.GUIDES", line 212
  'a database':
    /\bORA-06512: at (?:"[^"\n]{1,200}", )?line \d+|\bPL\/pgSQL function [^\n]{1,200} line \d+ at |\bMsg \d+, Level \d+, State \d+, (?:Procedure [^\n]{1,200}, )?Line \d+/,
  // CEE3207S The system detected a data exception. Traceback: DSA 1 Entry GUIDES +000004F2
  'Language Environment':
    /\bCEE\d{4}[ISWECU]\b[\s\S]{0,2000}\b(?:Traceback|DSA|Load Mod)\b|\bDSA \d+ +Entry \S+ +\+[\dA-F]+\b/,
  // [{guides,list,1,[{file,"src/guides.erl"},{line,10}]}], (shop 1.0.0) lib/shop/guides.ex:10:
  // Shop.Guides.list/1
  Erlang:
    /\{file,\s*"[^"\n]{1,300}"\},\s*\{line,\s*\d+\}|\(\w+ \d+\.\d+[\w.-]*\) [\w/.-]{1,300}\.(?:exs?|erl):\d+/,
  Rust: /\bpanicked at [^\n]{0,300}\.rs:\d+:\d+/,
};

const filePath = new RegExp(
  [
    `${start}\\/(?:${systemRoot}|(?:${rootOfUsers})\\/${step})\\/(?:${step}\\/)*${step}\\.[A-Za-z]\\w{0,9}(?![\\w/])`,
    `${start}\\/(?:${projectRoot})\\/(?:${step}\\/)*${step}${source}\\b`,
    `${start}\\/etc\\/(?:passwd|shadow|hosts|ssl|nginx|apache2|kubernetes)\\b`,
    String.raw`\b(?:node_modules|site-packages|dist-packages)\/[\w@]`,
    String.raw`(?<![\w\\])[A-Za-z]:\\(?:[\w .@~-]+\\)+[\w .@~-]+`,
    String.raw`\bE(?:NOENT|ACCES|ISDIR|NOTDIR|PERM)\b[^\n]{0,200}'(?:\/|[A-Za-z]:\\)[^'\n]{1,300}'`,
    String.raw`\bfile:\/\/\/[\w%.-]+\/`,
  ].join('|'),
);

/** In characters. A longer error reveals its internals at the beginning. */
const searched = 100_000;

export function findLeak(text: string, sent = '') {
  const beginning = text.slice(0, searched);
  for (const [traceOf, pattern] of [...Object.entries(traces), [undefined, filePath] as const]) {
    const [excerpt] = pattern.exec(beginning) ?? [];
    if (excerpt === undefined || (sent !== '' && sent.includes(excerpt))) continue;
    const short = excerpt.replace(/\s+/g, ' ').slice(0, 160);
    return { ...defined({ traceOf }), excerpt: short };
  }
  return undefined;
}
