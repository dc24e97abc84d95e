#!/usr/bin/env node
import { CommanderError, Option } from 'commander';
import { AliasingCommand } from './aliasing-command.ts';
import { exitCodes, exitCodeTable, explain, OutputError } from './exit.ts';
import { applyGlobalOptions, requirePaths } from './global-options.ts';
import { variablesText } from './variables-text.ts';
import { version } from './version.ts';

const quiet = () =>
  new Option('-q, --quiet', 'print only findings, problems and the verdict').conflicts('verbose');
const verbose = () =>
  new Option(
    '-v, --verbose',
    'print the outcome of each requirement and, if there is no terminal, the progress',
  );

const withVerdict = new Set(['m2m-conformance', 'run', 'judge', 'merge', 'doctor']);

const program = new AliasingCommand('m2m-conformance')
  .description("Certifies implementations of the investing platform's machine-to-machine API.")
  .version(version)
  .addOption(
    new Option(
      '--color <when>',
      'colour the output; auto: only on a terminal, unless NO_COLOR or FORCE_COLOR is set',
    ).choices(['auto', 'always', 'never']),
  )
  .option('--no-color', 'the same as --color never')
  .option('--no-pager', 'print long lists without $PAGER (default: less)')
  .hook('preAction', (_program, action) => {
    applyGlobalOptions(action.optsWithGlobals(), process.env);
    requirePaths(action.opts());
  })
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('afterAll', ({ command }) => (withVerdict.has(command.name()) ? exitCodeTable : ''))
  .exitOverride();

program
  .command('run', { isDefault: false })
  .description(
    'certify a target, or the embedded reference implementation if no target is configured',
  )
  .option(
    '-c, --config <file>',
    'configuration file (default: harness.config.{ts,mts,mjs,js,json} in this folder)',
  )
  .option('--base-url <url>', 'base URL of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'URL of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--claim <areas>', 'areas to certify, comma-separated [M2M_CLAIM]')
  .option('--allow <what>', 'permissions, comma-separated: writes, orders, desync [M2M_ALLOW]')
  .option('--only <ids>', 'requirements to judge: ids or globs, comma-separated')
  .option('--skip <ids>', 'requirements to leave out: ids or globs, comma-separated')
  .option('--depth <depth>', 'quick, standard or deep [M2M_DEPTH]')
  .option('--seed <n>', 'seed of all generated values [M2M_SEED]')
  .option('--strict', 'fail on a violated "should" instead of warning [M2M_STRICT=1]')
  .option('--concurrency <n>', 'maximum number of requests in flight [M2M_CONCURRENCY]')
  .option('--rate <n>', 'maximum number of requests per second [M2M_RATE]')
  .option(
    '--timeout <duration>',
    'time limit of a request: 5s, 250ms, or a number of milliseconds [M2M_TIMEOUT]',
  )
  .option(
    '--deadline <duration>',
    'time limit of the run: 10m, 1h, or a number of seconds [M2M_DEADLINE]',
  )
  .option('--known-failures <file>', 'list of failures that do not change the exit code')
  .option('--shard <i/n>', 'run part i of n; "auto" reads both from the CI system')
  .option(
    '--listen <url>',
    'URL at which the target can reach this process (default: on loopback only) [M2M_LISTEN_URL]',
  )
  .option(
    '--trace-context',
    'send a W3C traceparent with each request whose headers are not under test',
  )
  .option(
    '--embedded',
    'in CI, too, certify the embedded reference implementation if no target is configured',
  )
  .option('-n, --dry, --dry-run', 'print the plan and send nothing')
  .option('--json', 'with --dry, print JSON: { target, claim, run, allow, requirements, forecast }')
  .option('--publish', 'mask personal data in all files and output')
  .option('--no-allure', 'write no Allure results')
  .option('--valid-days <n>', 'days for which the certificate is valid (default: 90)')
  .option('-o, --out, --output <dir>', 'folder for the reports (default: reports/latest) [M2M_OUT]')
  .addOption(quiet())
  .addOption(verbose())
  .addHelpText(
    'after',
    `
Set secrets in variables or in the configuration file: no option takes a secret. Variables come from the environment or
from .env. Options override them. These variables have no option:
${variablesText()}

If M2M_SIGNING_KEY is set, a conformant result gets a certificate. Its value is a private key in PEM, or the path of its
file (see keygen).

Examples:
  $ m2m-conformance run
  $ m2m-conformance run --base-url https://api.example.com --auth-url https://id.example.com/oauth/token
  $ m2m-conformance run --only 'auth/*,user/*' --depth quick --seed 7
  $ m2m-conformance run --skip http/large-input
  $ m2m-conformance run --shard 1/3 --seed 7 --out reports/shard-1
  $ m2m-conformance run --known-failures known-failures.json

A list of known failures. Each entry has a requirement and a reason, and may have an endpoint and a last day ("until"):
  { "knownFailures": [{ "requirement": "guides/vary", "reason": "fixed in 2.5", "until": "2026-12-31" }] }`,
  )
  .action(async (flags) => finish((await import('./commands/run.ts')).run(flags)));

program
  .command('judge <evidence>')
  .description('judge recorded exchanges again, without sending requests')
  .requiredOption('-o, --out, --output <dir>', 'folder for the result')
  .option('--no-allure', 'write no Allure results')
  .addOption(quiet())
  .addOption(verbose())
  .addHelpText(
    'after',
    '\nName the evidence, or the folder of its run.\n\nExample:\n  $ m2m-conformance judge reports/latest --out reports/judged',
  )
  .action(async (file, flags) => finish((await import('./commands/judge.ts')).judge(file, flags)));

program
  .command('merge <dirs...>')
  .description('merge the results of shards into one result')
  .requiredOption('-o, --out, --output <dir>', 'folder for the merged result')
  .option('--no-allure', 'write no Allure results')
  .option('--known-failures <file>', 'list of failures that do not change the exit code')
  .option(
    '-c, --config <file>',
    'configuration file that contains the signing key, unless M2M_SIGNING_KEY is set',
  )
  .option('--valid-days <n>', 'days for which the certificate is valid (default: 90)')
  .addOption(quiet())
  .addOption(verbose())
  .addHelpText(
    'after',
    '\nExample:\n  $ m2m-conformance merge reports/shard-1 reports/shard-2 --out reports/latest',
  )
  .action(async (dirs, flags) => finish((await import('./commands/merge.ts')).merge(dirs, flags)));

program
  .command('doctor')
  .description('check what a run depends on, and list what it would skip; sends no writes')
  .option(
    '-c, --config <file>',
    'configuration file (default: harness.config.{ts,mts,mjs,js,json} in this folder)',
  )
  .option('--base-url <url>', 'base URL of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'URL of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--claim <areas>', 'areas that a run would certify, comma-separated [M2M_CLAIM]')
  .option(
    '--allow <what>',
    'permissions of a run, comma-separated: writes, orders, desync [M2M_ALLOW]',
  )
  .option(
    '--timeout <duration>',
    'time limit of a request: 5s, 250ms, or a number of milliseconds [M2M_TIMEOUT]',
  )
  .option(
    '--embedded',
    'in CI, too, check the embedded reference implementation if no target is configured',
  )
  .option('--json', 'print JSON: { expectedVerdict, summary, chapters, leftOut }')
  .addOption(quiet())
  .addHelpText(
    'after',
    '\nThe exit code predicts the exit code of a run.\n\nExamples:\n  $ m2m-conformance doctor\n  $ m2m-conformance doctor --allow writes --config harness.config.ts',
  )
  .action(async (flags) => finish((await import('./commands/doctor.ts')).doctor(flags)));

program
  .command('serve')
  .description('serve the reference implementation as a sandbox')
  .option('--port <n>', 'port to listen on (default: any)')
  .option('--fault <id>', 'serve it with this fault')
  .addOption(new Option('--faults', 'list the faults').conflicts(['fault', 'port']))
  .option(
    '--json',
    'with --faults, print JSON: { faults: [{ id, title, mechanism, cause, breaks }] }',
  )
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance serve --port 4000\n  $ m2m-conformance serve --fault guard-forgotten-on-portfolios',
  )
  .action(async (flags) => finish((await import('./commands/serve.ts')).serve(flags)));

program
  .command('requirements')
  .description('list the catalogue: every requirement, its level, and how it is checked')
  .option(
    '--json',
    'print JSON: { catalogueSha256, requirements: [{ id, level, area, title, section, kind, ... }] }',
  )
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance requirements\n  $ m2m-conformance requirements --json',
  )
  .action(async (flags) =>
    finish((await import('./commands/requirements.ts')).requirements(flags)),
  );

program
  .command('replay <file>')
  .description('send the requests of recorded failures again and judge the responses')
  .option('--failure <n|id>', 'number or id of the failure (default: all, one after another)')
  .option(
    '-c, --config <file>',
    'configuration file (default: harness.config.{ts,mts,mjs,js,json} in this folder)',
  )
  .option('--base-url <url>', 'base URL of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'URL of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--allow <what>', 'permissions, comma-separated: writes, orders, desync [M2M_ALLOW]')
  .option(
    '--timeout <duration>',
    'time limit of a request: 5s, 250ms, or a number of milliseconds [M2M_TIMEOUT]',
  )
  .option(
    '--embedded',
    'in CI, too, send to the embedded reference implementation if no target is configured',
  )
  .option(
    '--json',
    'print JSON: { failures: [{ failure, id, requirement, cause, expected, places }] }',
  )
  .addOption(quiet())
  .addHelpText(
    'after',
    `
The file is a result.json or the exchanges.har of a run. Configure the target as for run. Orders are sent only with
--allow orders, and writes only with --allow writes.

Exit codes: 0 no failure occurs any more, 1 a failure still occurs, 3 a failure could not be judged, 4 the harness itself
failed.

Examples:
  $ m2m-conformance replay reports/latest/result.json
  $ m2m-conformance replay reports/latest/result.json --failure 3
  $ m2m-conformance replay reports/latest/exchanges.har --failure 1 --allow writes`,
  )
  .action(async (file, flags) =>
    finish((await import('./commands/replay.ts')).replay(file, flags)),
  );

program
  .command('token')
  .description('print an access token for a shell variable')
  .option('--unscoped', 'a token of the client without the scope')
  .option('--show', 'print it on a terminal, too')
  .option(
    '-c, --config <file>',
    'configuration file (default: harness.config.{ts,mts,mjs,js,json} in this folder)',
  )
  .option('--base-url <url>', 'base URL of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'URL of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .addHelpText(
    'after',
    `
Prints nothing else. If a token is configured (M2M_TOKEN, M2M_UNSCOPED_TOKEN), prints that one.

Exit codes: 0 printed, 2 wrong command or configuration, 3 no token was issued.

Examples:
  $ export TOKEN=$(m2m-conformance token)
  $ export UNSCOPED_TOKEN=$(m2m-conformance token --unscoped)`,
  )
  .action(async (flags) => finish((await import('./commands/token.ts')).token(flags)));

program
  .command('compare <before> <after>')
  .description('compare two results: broken, fixed, unchanged, newly assessed')
  .option('--strict', 'exit with 1 also if there is a new warning')
  .option('--coverage', 'exit with 1 also if something is no longer assessed')
  .option(
    '--json',
    'print JSON: { broken, warned, fixed, newlyAssessed, noLongerAssessed, unchanged, differences }',
  )
  .addOption(quiet())
  .addHelpText(
    'after',
    `
Name each result by its file, or by the folder that contains result.json.

Exit codes: 0 nothing broke, 1 something broke, or what --strict and --coverage add. A requirement broke if it fails
now, and passed, warned or was observed before. It did not break if it was not assessed before.

Examples:
  $ m2m-conformance compare reports/main reports/latest
  $ m2m-conformance compare before/result.json after/result.json --strict --json`,
  )
  .action(async (before, after, flags) =>
    finish((await import('./commands/compare.ts')).compare(before, after, flags)),
  );

program
  .command('keygen')
  .description('make an Ed25519 key pair for certificates')
  .option('-o, --out, --output <dir>', 'folder for the two keys (default: keys)')
  .addHelpText(
    'after',
    `
Writes certificate.pem, the private key, and certificate.pub.pem, the public key. Does not overwrite existing keys.

Examples:
  $ m2m-conformance keygen
  $ M2M_SIGNING_KEY=keys/certificate.pem m2m-conformance run`,
  )
  .action(async (flags) => finish((await import('./commands/keygen.ts')).keygen(flags)));

program
  .command('verify <certificate>')
  .description(
    'verify a certificate offline: its signature, its result and, with --evidence, its evidence',
  )
  .option('--key <file>', 'trusted public key; may be repeated', collect)
  .option('--trust <file>', 'file of trusted public keys: PEM blocks or a JWK Set')
  .option('--result <file>', 'the certified result (default: result.json beside the certificate)')
  .option(
    '--evidence [file]',
    'judge the evidence again (default: exchanges.har beside the certificate)',
  )
  .option('--at <date>', 'date on which the certificate must be valid (default: now)')
  .option(
    '--json',
    'print JSON: { certificate, verified, checks, signed }; without a certificate { result, reproduced, verdict, checks }',
  )
  .addOption(quiet())
  .addHelpText(
    'after',
    `
Exit codes: 0 every check succeeded, 1 a check failed, 2 a file cannot be read or is not a key.

A non-conformant result has no certificate. To audit it, name its result.json and add --evidence. Leave out the key.

Examples:
  $ m2m-conformance verify reports/latest/certificate.json --key keys/certificate.pub.pem
  $ m2m-conformance verify reports/latest --trust trusted.pem --evidence
  $ m2m-conformance verify reports/latest/result.json --evidence`,
  )
  .action(async (certificate, flags) =>
    finish((await import('./commands/verify.ts')).verify(certificate, flags)),
  );

program
  .command('report <result>')
  .description('write reports from a stored result')
  .requiredOption('-o, --out, --output <dir>', 'folder for the reports')
  .option(
    '--only <names>',
    'html, junit, ctrf, summary, badge, allure, comma-separated (default: all)',
  )
  .option('--publish', 'mask personal data in all files and output')
  .option('--no-allure', 'write no Allure results')
  .addHelpText(
    'after',
    '\nName the result by its file, or by the folder that contains result.json.\n\nExamples:\n  $ m2m-conformance report reports/latest --out reports/latest\n  $ m2m-conformance report result.json --out public --publish --only html,badge',
  )
  .action(async (result, flags) =>
    finish((await import('./commands/report.ts')).report(result, flags)),
  );

program
  .command('registry <dir>')
  .description('make a static site from the results in a folder, with personal data masked')
  .requiredOption('-o, --out, --output <site>', 'folder for the site')
  .option(
    '--key <file>',
    'trusted public key, to verify certificates beside results; may be repeated',
    collect,
  )
  .option('--trust <file>', 'file of trusted public keys: PEM blocks or a JWK Set')
  .addHelpText(
    'after',
    `
Each result.json in the folder and below it is a run. The site masks personal data and does not contain the evidence. It
shows implementation, build and base URL as the operator configured them.

Shards are left out: merge them first. Incomplete runs are listed. The verdict on an implementation is that of its
latest complete run, if there is one. An existing registry is replaced. With keys, a run shows whether the
certificate.json beside its result is verified.

Examples:
  $ m2m-conformance registry results --out public
  $ m2m-conformance registry results --out public --trust trusted.pem`,
  )
  .action(async (dir, flags) =>
    finish((await import('./commands/registry.ts')).registry(dir, flags)),
  );

program
  .command('openapi')
  .description(
    'describe the API as OpenAPI 3.1, including the endpoints that the configuration declares',
  )
  .option(
    '-c, --config <file>',
    'configuration file (default: harness.config.{ts,mts,mjs,js,json} in this folder)',
  )
  .option('-o, --out, --output <file>', 'write to a file instead of printing')
  .option('--force', 'overwrite an existing file')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance openapi > openapi.json\n  $ m2m-conformance openapi --config harness.config.ts --out openapi.json',
  )
  .action(async (flags) => finish((await import('./commands/openapi.ts')).openapi(flags)));

program
  .command('init')
  .description('write a commented harness.config.ts and a CI workflow')
  .option('--dir <dir>', 'folder to write to (default: this one)')
  .option('--gitlab', 'write .gitlab-ci.yml instead of .github/workflows/conformance.yml')
  .option(
    '--source <spec>',
    'what CI installs: a tarball, a git URL or name@version (default: the version in the lock file)',
  )
  .option('--force', 'overwrite existing files (default: write only missing files)')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance init\n  $ m2m-conformance init --dir conformance --gitlab\n  $ m2m-conformance init --source git+https://git.example.com/m2m-conformance.git#v0.2.0',
  )
  .action(async (flags) => finish((await import('./commands/init.ts')).init(flags)));

// The reader may close the output early, like `head`. The command also writes files.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    const isClosed = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY);
    if (!isClosed) throw new OutputError(`Standard output cannot be written (${error.code}).`);
  });
}
// By default Node exits with 1, which means non-conformant.
process.on('uncaughtException', (error) => {
  endWith(explain(error));
  process.exit();
});

/** vitest may set another exit code while it closes. */
let ended: number | undefined;
process.on('exit', () => {
  if (ended !== undefined) process.exitCode = ended;
});

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function finish(code: Promise<number>): Promise<void> {
  return code.then(endWith);
}

function endWith(code: number): void {
  ended = code;
  process.exitCode = code;
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    endWith(error.exitCode === 0 ? 0 : exitCodes.wrongInput);
  } else {
    endWith(explain(error));
  }
}
