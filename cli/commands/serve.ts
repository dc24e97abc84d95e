import { faults } from '../../fixtures/faults/index.ts';
import { type RunningReference, startReference } from '../../fixtures/reference/index.ts';
import { InputError } from '../exit.ts';

interface ServeFlags {
  readonly port?: string;
  readonly fault?: string;
  readonly faults?: boolean;
}

/** Serves the reference implementation until a signal ends it. */
export async function serve(flags: ServeFlags): Promise<number> {
  if (flags.faults) {
    for (const { id, title, mechanism, breaks } of faults)
      process.stdout.write(`${id}\n  ${title}\n  ${mechanism}, breaks ${breaks.join(', ')}\n`);
    return 0;
  }
  const reference = await start(flags);
  process.stdout.write(introduction(reference, flags.fault));
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await reference.close();
  return 0;
}

async function start({ port, fault }: ServeFlags): Promise<RunningReference> {
  const wanted = port === undefined ? 0 : Number(port);
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
    throw new InputError(`--port ${port} is no port. Give a number from 0 to 65535.`);
  }
  const chosen = fault === undefined ? undefined : faults.find(({ id }) => id === fault);
  if (fault !== undefined && !chosen)
    throw new InputError(`--fault ${fault} is unknown. \`serve --faults\` lists them.`);
  try {
    return await startReference({ port: wanted, ...(chosen ? { compose: chosen.compose } : {}) });
  } catch (error) {
    throw new InputError(
      `Port ${wanted} cannot be used (${(error as NodeJS.ErrnoException).code}). Give another with --port.`,
    );
  }
}

/** Lines that a reader can paste as they are. The secrets are those of this sandbox and end with it. */
function introduction(reference: RunningReference, fault: string | undefined): string {
  const { baseUrl, authUrl, audience, clients, users } = reference;
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    audience,
    client_id: clients.scoped.id,
    client_secret: clients.scoped.secret,
  });
  return `The reference implementation${fault ? ` with the fault ${fault}` : ''} answers at ${baseUrl}

export HARNESS_BASE_URL='${baseUrl}'
export HARNESS_AUTH_URL='${authUrl}'
export HARNESS_AUDIENCE='${audience}'
export HARNESS_JWKS_URL='${reference.jwksUrl}'
export HARNESS_CLIENT_ID='${clients.scoped.id}'
export HARNESS_CLIENT_SECRET='${clients.scoped.secret}'
export HARNESS_UNSCOPED_CLIENT_ID='${clients.unscoped.id}'
export HARNESS_UNSCOPED_CLIENT_SECRET='${clients.unscoped.secret}'
export HARNESS_USER_ID='${users.first}'
export HARNESS_SECOND_USER_ID='${users.second}'
export HARNESS_EXPIRED_TOKEN='${reference.expiredToken}'
export HARNESS_OTHER_AUDIENCE_TOKEN='${reference.otherAudienceToken}'

TOKEN=$(curl -sS "$HARNESS_AUTH_URL" -H 'Content-Type: application/json' -d '${body}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl -sS -i "$HARNESS_BASE_URL/learn/learning-guides" -H "Authorization: Bearer $TOKEN" -H "x-user-id: $HARNESS_USER_ID"
curl -sS -i "$HARNESS_BASE_URL/b2b/notification-settings" -H "Authorization: Bearer $TOKEN" -H "x-user-id: $HARNESS_USER_ID"

Certify it from another shell, after pasting the lines above:
m2m-conformance run

Ctrl-C ends it.
`;
}
