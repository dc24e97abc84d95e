import { createColors } from 'picocolors';
import { type Fault, faults } from '../../fixtures/faults/index.ts';
import { mechanisms } from '../../fixtures/faults/mechanisms.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { isColoured } from '../../reports/coloured.ts';
import { askOr, didYouMean } from '../config/did-you-mean.ts';
import { quoted } from '../config/found.ts';
import { grouped } from '../engine.ts';
import { InputError, orInputError } from '../exit.ts';
import { type CommandFlags, page, printJson } from '../page.ts';

export async function serve(flags: CommandFlags): Promise<number> {
  if (flags.faults) {
    if (flags.json) printJson(faultsJson(faults));
    else await page(faultsText(faults));
    return 0;
  }
  if (flags.json) throw new InputError('--json needs --faults: it prints the list of faults.');
  const reference = await start(flags);
  process.stdout.write(introduction(reference, flags.fault));
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await reference.close();
  return 0;
}

async function start({ port, fault }: CommandFlags) {
  const wanted = port === undefined ? 0 : /^\d+$/.test(port) ? Number(port) : Number.NaN;
  if (!(wanted <= 65_535)) {
    throw new InputError(
      `--port: found ${quoted(port ?? '')}; accepted: a number from 0 to 65535.`,
    );
  }
  const chosen = fault === undefined ? undefined : faults.find(({ id }) => id === fault);
  if (fault !== undefined && !chosen) {
    const ids = faults.map(({ id }) => id);
    const cure = askOr('`serve --faults` lists them.', didYouMean(fault, ids));
    throw new InputError(`--fault: found ${quoted(fault)}, which is no fault. ${cure}`);
  }
  return startReference({ port: wanted, ...(chosen ? { compose: chosen.compose } : {}) }).catch(
    orInputError(`Port ${wanted} cannot be used`, 'Name another with --port.'),
  );
}

/** The secrets are valid only for this sandbox. */
function introduction(reference: RunningReference, fault: string | undefined) {
  const { baseUrl, authUrl, audience, clients, users } = reference;
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    audience,
    client_id: clients.scoped.id,
    client_secret: clients.scoped.secret,
  });
  const what = `The reference implementation${fault ? ` with the fault ${fault}` : ''}`;
  const get = (path: string) =>
    `curl -sS -i "$M2M_BASE_URL${path}" ` +
    '-H "Authorization: Bearer $TOKEN" -H "x-user-id: $M2M_USER_ID"';
  const post = `curl -sS "$M2M_AUTH_URL" -H 'Content-Type: application/json' -d '${body}'`;
  return `# ${what} listens at ${baseUrl}

export M2M_BASE_URL='${baseUrl}'
export M2M_AUTH_URL='${authUrl}'
export M2M_AUDIENCE='${audience}'
export M2M_JWKS_URL='${reference.jwksUrl}'
export M2M_CLIENT_ID='${clients.scoped.id}'
export M2M_CLIENT_SECRET='${clients.scoped.secret}'
export M2M_UNSCOPED_CLIENT_ID='${clients.unscoped.id}'
export M2M_UNSCOPED_CLIENT_SECRET='${clients.unscoped.secret}'
export M2M_USER_ID='${users.first}'
export M2M_SECOND_USER_ID='${users.second}'
export M2M_EXPIRED_TOKEN='${reference.expiredToken}'
export M2M_OTHER_AUDIENCE_TOKEN='${reference.otherAudienceToken}'

# To certify it, paste the lines above into another shell in this folder, then run:
npx --no -- m2m-conformance run

# To try it by hand:
TOKEN=$(${post} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
${get('/learn/learning-guides')}
${get('/b2b/notification-settings')}

# Ctrl-C stops it.
`;
}

function faultsText(faults: readonly Fault[]) {
  const colors = createColors(isColoured(process.stdout));
  const groups = [...grouped(faults, ({ mechanism }) => mechanism)].map(([mechanism, all]) =>
    [`${colors.bold(mechanism)} (${all.length})`, mechanisms[mechanism], ...all.map(entry)].join(
      '\n',
    ),
  );
  return `${groups.join('\n\n')}\n\n${faults.length} faults\n`;
}

function entry({ id, title, breaks }: Fault) {
  return `  ${id}\n    ${title}\n    breaks ${breaks.join(', ')}`;
}

function faultsJson(faults: readonly Fault[]) {
  return {
    faults: faults.map(({ id, title, mechanism, breaks }) => ({
      id,
      title,
      mechanism,
      cause: mechanisms[mechanism],
      breaks,
    })),
  };
}
