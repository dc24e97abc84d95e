#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { exitCodes, explain } from './exit.ts';
import { variablesText } from './variables-text.ts';
import { version } from './version.ts';

const program = new Command('m2m-conformance')
  .description("Certifies implementations of the investing platform's machine-to-machine API.")
  .version(version)
  .configureHelp({ showGlobalOptions: true })
  .addHelpText('after', '\nExit codes: 0 conformant, 1 non-conformant, 2 wrong input, 3 inconclusive, 130 interrupted.')
  .exitOverride();

program
  .command('run', { isDefault: false })
  .description('certify a target; without one, the embedded reference implementation on loopback')
  .option('--config <file>', 'configuration file (default: harness.config.{ts,mts,mjs,js} in this folder)')
  .option('--base-url <url>', 'base address of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'address of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--claim <areas>', 'areas to certify, separated by commas [M2M_CLAIM]')
  .option('--allow <what>', 'permissions: writes,orders,desync [M2M_ALLOW]')
  .option('--only <ids>', 'requirements to run: ids or globs, separated by commas')
  .option('--depth <depth>', 'quick, standard or deep [M2M_DEPTH]')
  .option('--seed <n>', 'seed of everything that is generated [M2M_SEED]')
  .option('--strict', 'a violated "should" fails too [M2M_STRICT=1]')
  .option('--concurrency <n>', 'requests in flight at most [M2M_CONCURRENCY]')
  .option('--rate <n>', 'requests a second at most [M2M_RATE]')
  .option('--timeout <ms>', 'time limit of a request [M2M_TIMEOUT]')
  .option('--deadline <s>', 'time limit of the run [M2M_DEADLINE]')
  .option('--known-failures <file>', 'failures that are known and do not change the exit code')
  .option('--shard <i/n>', 'run one of n parts, or "auto" from the CI system')
  .option('--dry', 'print the plan and send nothing')
  .option('--publish', 'mask personal data in everything that is written')
  .option('--no-allure', 'write no Allure results')
  .option('--valid-days <n>', 'days for which a certificate is valid (default: 90)')
  .option('--out <dir>', 'folder for results (default: reports/latest) [M2M_OUT]')
  .addHelpText(
    'after',
    `
Secrets come from variables or the configuration file, never from options. A variable is set in the environment or in .env;
its former name HARNESS_... still works. Options override variables. These have no option:
${variablesText()}

A conformant result is certified where M2M_SIGNING_KEY is set: a key in PEM, or its file (see keygen).

Examples:
  $ m2m-conformance run
  $ m2m-conformance run --base-url https://api.example.com --auth-url https://id.example.com/oauth/token
  $ m2m-conformance run --only 'auth/*,user/*' --depth quick --seed 7
  $ m2m-conformance run --shard 1/3 --seed 7 --out reports/shard-1
  $ m2m-conformance run --known-failures known-failures.json

A list of known failures, each with a reason, and optionally an endpoint and the last day on which it counts:
  { "knownFailures": [{ "requirement": "guides/vary", "reason": "fixed in 2.5", "until": "2026-12-31" }] }`,
  )
  .action(async (flags) => finish((await import('./commands/run.ts')).run(flags)));

program
  .command('judge <evidence>')
  .description('judge recorded exchanges again, sending nothing')
  .requiredOption('--out <dir>', 'folder for the result')
  .option('--no-allure', 'write no Allure results')
  .addHelpText('after', '\nExample:\n  $ m2m-conformance judge reports/latest/exchanges.har --out reports/judged')
  .action(async (file, { out, allure }) => finish((await import('./commands/judge.ts')).judge(file, out, allure)));

program
  .command('merge <dirs...>')
  .description('merge the results of shards into one result')
  .requiredOption('--out <dir>', 'folder for the merged result')
  .option('--no-allure', 'write no Allure results')
  .option('--known-failures <file>', 'failures that are known and do not change the exit code')
  .option('--config <file>', 'configuration file, for its signing key alone [M2M_SIGNING_KEY]')
  .option('--valid-days <n>', 'days for which a certificate is valid (default: 90)')
  .addHelpText('after', '\nExample:\n  $ m2m-conformance merge reports/shard-1 reports/shard-2 --out reports/latest')
  .action(async (dirs, flags) => finish((await import('./commands/merge.ts')).merge(dirs, flags)));

program
  .command('doctor')
  .description('preflight: what a run depends on, and what it could not assess; sends nothing that writes')
  .option('--config <file>', 'configuration file (default: harness.config.{ts,mts,mjs,js} in this folder)')
  .option('--base-url <url>', 'base address of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'address of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--claim <areas>', 'areas that a run would certify [M2M_CLAIM]')
  .option('--allow <what>', 'what a run would be allowed: writes,orders,desync [M2M_ALLOW]')
  .option('--timeout <ms>', 'time limit of a request [M2M_TIMEOUT]')
  .addHelpText(
    'after',
    '\nExit codes: those that a run has to expect.\n\nExamples:\n  $ m2m-conformance doctor\n  $ m2m-conformance doctor --allow writes --config harness.config.ts',
  )
  .action(async (flags) => finish((await import('./commands/doctor.ts')).doctor(flags)));

program
  .command('serve')
  .description('serve the reference implementation as a sandbox')
  .option('--port <n>', 'port to listen on (default: any)')
  .option('--fault <id>', 'serve it with a named defect')
  .option('--faults', 'list the defects')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance serve --port 4000\n  $ m2m-conformance serve --fault auth-missing-unchecked',
  )
  .action(async (flags) => finish((await import('./commands/serve.ts')).serve(flags)));

program
  .command('requirements')
  .description('list the catalogue: every requirement, its level, and how it is checked')
  .addOption(new Option('--json', 'as JSON'))
  .addHelpText('after', '\nExamples:\n  $ m2m-conformance requirements\n  $ m2m-conformance requirements --json')
  .action(async (flags) => finish((await import('./commands/requirements.ts')).requirements(flags)));

program
  .command('replay <file>')
  .description('send the requests of a recorded failure again and judge the answers anew')
  .option('--failure <n>', 'the failure with that number (default: all, in turn)')
  .option('--config <file>', 'configuration file (default: harness.config.{ts,mts,mjs,js} in this folder)')
  .option('--base-url <url>', 'base address of the API [M2M_BASE_URL]')
  .option('--auth-url <url>', 'address of the token endpoint [M2M_AUTH_URL]')
  .option('--audience <text>', 'value of "audience" in token requests [M2M_AUDIENCE]')
  .option('--allow <what>', 'permissions: writes,orders,desync [M2M_ALLOW]')
  .option('--timeout <ms>', 'time limit of a request [M2M_TIMEOUT]')
  .addHelpText(
    'after',
    `
The file is a result.json, or the exchanges.har of a run. The target is configured as for run. An order is sent only with
--allow orders, a write only with --allow writes. Exit 1 where a failure still shows, 3 where one could not be judged.

Examples:
  $ m2m-conformance replay reports/latest/result.json
  $ m2m-conformance replay reports/latest/result.json --failure 3
  $ m2m-conformance replay reports/latest/exchanges.har --failure 1 --allow writes`,
  )
  .action(async (file, flags) => finish((await import('./commands/replay.ts')).replay(file, flags)));

program
  .command('compare <before> <after>')
  .description('compare two results: fixed, broken, unchanged, newly assessed; exit 1 where something broke')
  .option('--strict', 'a new warning counts as broken')
  .option('--json', 'as JSON')
  .addHelpText(
    'after',
    `
Results are named by their file, or by the folder that holds result.json. Exit 1 where what passed, was observed or
warned fails now; 0 otherwise, also where what was not assessed before fails now: that was no better before.

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
  .option('--out <dir>', 'folder for the two keys (default: keys)')
  .addHelpText(
    'after',
    `
Writes certificate.pem, which signs, and certificate.pub.pem, which verifies. Keys that are there are not overwritten.

Examples:
  $ m2m-conformance keygen
  $ M2M_SIGNING_KEY=keys/certificate.pem m2m-conformance run`,
  )
  .action(async (flags) => finish((await import('./commands/keygen.ts')).keygen(flags)));

program
  .command('verify <certificate>')
  .description('verify a certificate, offline: who signed it, and that its result really is conformant')
  .option('--key <file>', 'public key that is trusted; may be given again', collect)
  .option('--trust <file>', 'file of public keys that are trusted: PEM after PEM, or a JWK Set')
  .option('--result <file>', 'the certified result (default: result.json beside the certificate)')
  .option('--evidence [file]', 'judge the evidence again (default: exchanges.har beside the certificate)')
  .option('--at <date>', 'whether it was valid then (default: now)')
  .option('--json', 'as JSON')
  .addHelpText(
    'after',
    `
Exit 0 where all holds, 1 where something does not, 2 where a file cannot be read or is no key. A result that has no
certificate, as one that is not conformant, is judged again where it is named itself, with --evidence and without a key.

Examples:
  $ m2m-conformance verify reports/latest/certificate.json --key keys/certificate.pub.pem
  $ m2m-conformance verify reports/latest --trust trusted.pem --evidence
  $ m2m-conformance verify reports/latest/result.json --evidence`,
  )
  .action(async (certificate, flags) => finish((await import('./commands/verify.ts')).verify(certificate, flags)));

program
  .command('report <result>')
  .description('write the documents of a stored result again')
  .requiredOption('--out <dir>', 'folder for the documents')
  .option('--only <names>', 'html, junit, ctrf, summary, badge, allure, separated by commas (default: all)')
  .option('--publish', 'mask personal data in everything that is written')
  .option('--no-allure', 'write no Allure results')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance report reports/latest --out reports/latest\n  $ m2m-conformance report result.json --out public --publish --only html,badge',
  )
  .action(async (result, flags) => finish((await import('./commands/report.ts')).report(result, flags)));

program
  .command('registry <dir>')
  .description('make a static site of the results in a folder, with personal data masked')
  .requiredOption('--out <site>', 'folder for the site')
  .option('--key <file>', 'public key by which certificates beside results are verified; may be given again', collect)
  .option('--trust <file>', 'file of such keys: PEM after PEM, or a JWK Set')
  .addHelpText(
    'after',
    `
Every result.json in the folder and below it is a run. Personal data in them are masked, and the evidence is not copied;
implementation, build and base address are shown as the operator stated them. Shards are left out: merge them first.
Incomplete runs are listed and decide no verdict where there is a complete run. A registry that is there is replaced.
With keys, a run that has a certificate.json beside its result shows whether that is verified.

Examples:
  $ m2m-conformance registry results --out public
  $ m2m-conformance registry results --out public --trust trusted.pem`,
  )
  .action(async (dir, flags) => finish((await import('./commands/registry.ts')).registry(dir, flags)));

program
  .command('openapi')
  .description('describe the API as OpenAPI 3.1, with the endpoints that the configuration declares')
  .option('--config <file>', 'configuration file (default: harness.config.{ts,mts,mjs,js} in this folder)')
  .option('--out <file>', 'write it to a file instead of printing it')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance openapi > openapi.json\n  $ m2m-conformance openapi --config harness.config.ts --out openapi.json',
  )
  .action(async (flags) => finish((await import('./commands/openapi.ts')).openapi(flags)));

program
  .command('init')
  .description('write a commented harness.config.ts and a CI workflow')
  .option('--dir <dir>', 'folder to write to (default: this one)')
  .option('--gitlab', 'a .gitlab-ci.yml in place of .github/workflows/conformance.yml')
  .option(
    '--source <spec>',
    'what CI installs: a tarball, a git URL or name@version (default: what the lock file pins)',
  )
  .option('--force', 'overwrite files that are there')
  .addHelpText(
    'after',
    '\nExamples:\n  $ m2m-conformance init\n  $ m2m-conformance init --dir conformance --gitlab\n  $ m2m-conformance init --source git+https://git.example.com/m2m-conformance.git#v0.1.0',
  )
  .action(async (flags) => finish((await import('./commands/init.ts')).init(flags)));

// Whoever reads it may stop reading, as `head` does: what is written to files goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function finish(code: Promise<number>): Promise<void> {
  return code.then((value) => {
    process.exitCode = value;
  });
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : exitCodes.wrongInput;
  } else {
    process.exitCode = explain(error);
  }
}
