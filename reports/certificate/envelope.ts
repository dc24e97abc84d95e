/** The DSSE media type of in-toto statements. */
const payloadType = 'application/vnd.in-toto+json';

export type Envelope = Readonly<{
  payload: string;
  keyid: string;
  signature: Buffer;
}>;

export const writeEnvelope = ({ payload, keyid, signature }: Envelope): string =>
  `${JSON.stringify({
    payload: Buffer.from(payload, 'utf8').toString('base64'),
    payloadType,
    signatures: [{ keyid, sig: signature.toString('base64') }],
  })}\n`;

/**
 * Reads an envelope, or says why it is invalid. It must be exactly what `writeEnvelope` writes: the
 * signature covers only the payload, so changes around it would go unnoticed.
 */
export function readEnvelope(bytes: Uint8Array): Envelope | { readonly problem: string } {
  const text = utf8(bytes);
  const envelope = text === undefined ? undefined : envelopeIn(text);
  if (!envelope)
    return { problem: 'it is not a DSSE envelope of an in-toto statement with one signature' };
  if (writeEnvelope(envelope) === text) return envelope;
  return {
    problem:
      'its bytes are not canonical: white space, members, their order or base64 were changed',
  };
}

/** Returns the bytes that are signed (DSSE protocol, section PAE). */
export function preAuthEncoding(payload: string): Buffer {
  const body = Buffer.from(payload, 'utf8');
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `),
    body,
  ]);
}

function envelopeIn(text: string) {
  try {
    const { payload: encoded, payloadType: type, signatures } = JSON.parse(text);
    const [{ keyid, sig }] = signatures;
    const isEnvelope =
      type === payloadType &&
      signatures.length === 1 &&
      [encoded, keyid, sig].every((one) => typeof one === 'string');
    const payload = isEnvelope ? utf8(Buffer.from(encoded, 'base64')) : undefined;
    return payload === undefined
      ? undefined
      : { payload, keyid, signature: Buffer.from(sig, 'base64') };
  } catch {
    return undefined;
  }
}

function utf8(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
