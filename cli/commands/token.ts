import { randomUUID } from 'node:crypto';
import { plain } from '../../reports/plain.ts';
import {
  type Config,
  fillVault,
  isAnswered,
  isSuccess,
  LiveTraffic,
  type Request,
  Sockets,
  summarize,
  suspected,
  systemClock,
  tokenRequest,
  tokenRequestAsForm,
  Wire,
} from '../engine.ts';
import { exitCodes, InputError } from '../exit.ts';
import { type RunFlags, resolveTarget } from '../target.ts';
import { version } from '../version.ts';

type TokenFlags = RunFlags & { readonly unscoped?: boolean; readonly show?: boolean };

/** Prints the configured token if there is one. Resolves to 3 if none is issued. */
export async function token({
  unscoped = false,
  show = false,
  ...flags
}: TokenFlags): Promise<number> {
  if (process.stdout.isTTY && !show) {
    throw new InputError(
      'The token is a secret: send it to a pipe or a file, or add --show to print it here.',
    );
  }
  const { config, isEmbedded, close } = await resolveTarget(flags);
  await close();
  if (isEmbedded) {
    throw new InputError(
      'No target is configured, and the embedded reference implementation runs only during a ' +
        'command. Set --base-url or M2M_BASE_URL.',
    );
  }
  const client = unscoped ? 'unscoped' : 'scoped';
  const given = config.tokens[client];
  if (given === undefined && config.clients[client] === undefined) {
    throw new InputError(
      'The unscoped client is not configured. ' +
        'Set M2M_UNSCOPED_CLIENT_ID and M2M_UNSCOPED_CLIENT_SECRET.',
    );
  }
  const issued = given === undefined ? await requestToken(config, client) : { token: given };
  if ('refused' in issued) {
    const doubt = isAnswered(issued.refused)
      ? suspected([`clients.${client}`, 'target.audience'], config.suspicions)
      : '';
    process.stderr.write(
      `The ${client} client got no token: ${plain(`${summarize(issued.refused)}.${doubt}`)}\n`,
    );
    return exitCodes.inconclusive;
  }
  if (!/^[\x21-\x7e]+$/.test(issued.token)) {
    process.stderr.write(
      `The token of the ${client} client has characters that fit into no header.\n`,
    );
    return exitCodes.inconclusive;
  }
  process.stdout.write(`${issued.token}\n`);
  return 0;
}

/** Asks in JSON and then as a form. Resolves to the token, or to the first response. */
async function requestToken(config: Config, client: 'scoped' | 'unscoped') {
  const vault = fillVault(config);
  const materials = { runId: randomUUID(), version, vault, forging: {} };
  const wire = new Wire(systemClock, new Sockets(config), config, materials);
  const endsAt = systemClock.now() + config.deadlineS * 1000;
  const traffic = new LiveTraffic(systemClock, config, wire, endsAt, () => {});
  try {
    const ask = (step: string, request: Request) =>
      traffic.once(
        { requirement: 'token', endpoint: 'POST {auth_url}', index: 0, step, attempt: 0 },
        request,
        undefined,
        false,
      );
    const exchange = await ask('token', tokenRequest(client));
    if (isAnswered(exchange) && !isSuccess(exchange))
      await ask('token-as-form', tokenRequestAsForm(client));
    const token = vault.get(`token:${client}`);
    return token === undefined ? { refused: exchange } : { token };
  } finally {
    await wire.close();
  }
}
