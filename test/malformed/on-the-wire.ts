import { generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';
import type { HeaderField, Request, Value, WireForm } from '../../engine/index.ts';
import { resolve, wireForm } from '../../engine/wire/resolve.ts';
import { Vault } from '../../engine/wire/vault.ts';
import type { Labelled } from '../../fixtures/malformed/labelled.ts';

export const userId = '5f8d0d55b54764421b7156da';

/** A token as an identity provider issues it, and what verifies it. */
export async function issueToken() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const token = await new SignJWT({ sub: 'a@clients', scope: 'service:nbg' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(privateKey);
  return { token, publicKey: publicKey as unknown as ReturnType<JWTVerifyGetKey> };
}

/** The wire form of a request with that header and body, `undefined` where it cannot be sent. */
export async function onTheWire(
  field: HeaderField,
  known: Readonly<Record<string, string>>,
  body?: Value,
): Promise<WireForm | undefined> {
  const vault = new Vault();
  for (const [symbol, text] of Object.entries(known)) vault.set(symbol, text, 'plain');
  const request: Request = {
    origin: 'api',
    method: 'GET',
    path: '/cash',
    headers: [field],
    wire: 'http',
    ...(body === undefined ? {} : { body }),
  };
  const resolved = await resolve(request, vault, {});
  return 'lost' in resolved ? undefined : wireForm(resolved, vault);
}

/** The value as the server reads it, or undefined where the case would be withheld. */
export async function sentValue(
  name: string,
  { value }: Labelled,
  proof: (wire: WireForm) => boolean,
  known: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const wire = await onTheWire([name, value], known);
  return wire && proof(wire) ? wire.header(name) : undefined;
}
