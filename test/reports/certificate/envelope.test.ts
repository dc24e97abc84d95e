import { createPublicKey, verify } from 'node:crypto';
import { dsse } from '@sigstore/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  preAuthEncoding,
  readEnvelope,
  writeEnvelope,
} from '../../../reports/certificate/envelope.ts';
import { isSignedBy, keyidOf, seal } from '../../../reports/certificate/signature.ts';
import { holder } from '../../cli/certificate/certified.ts';

const sealed = async (payload = '{"what":"is signed"}') =>
  seal(payload, (await holder('a')).privateKey);

test('the signed bytes are the same as those of another DSSE implementation', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (payload) => {
      const theirs = dsse.preAuthEncoding(
        'application/vnd.in-toto+json',
        Buffer.from(payload, 'utf8'),
      );
      expect(preAuthEncoding(payload).equals(theirs)).toBe(true);
    }),
  );
});

test('an envelope is verified with the parts that other implementations read from it', async () => {
  const alice = await holder('alice');
  const { payload, payloadType, signatures } = JSON.parse(
    writeEnvelope(await seal('{"a":"ä"}', alice.privateKey)),
  );
  const signed = dsse.preAuthEncoding(payloadType, Buffer.from(payload, 'base64'));
  expect(signatures).toEqual([{ keyid: alice.keyid, sig: expect.any(String) }]);
  expect(verify(null, signed, alice.publicKey, Buffer.from(signatures[0].sig, 'base64'))).toBe(
    true,
  );
});

test('the keyid is the JWK thumbprint of RFC 8037, appendix A.3', async () => {
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(await keyidOf(publicKey)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test('a signature of another key, of another text or of another length is invalid', async () => {
  const [alice, bob] = [await holder('alice'), await holder('bob')];
  const envelope = await seal('text', alice.privateKey);
  expect(isSignedBy(envelope, alice.publicKey)).toBe(true);
  expect(isSignedBy(envelope, bob.publicKey)).toBe(false);
  expect(isSignedBy({ ...envelope, payload: 'Text' }, alice.publicKey)).toBe(false);
  expect(
    isSignedBy({ ...envelope, signature: envelope.signature.subarray(1) }, alice.publicKey),
  ).toBe(false);
});

describe('there is one way to write an envelope', () => {
  test('it is read as it was written', async () => {
    const envelope = await sealed();
    expect(readEnvelope(Buffer.from(writeEnvelope(envelope)))).toEqual(envelope);
  });

  const canonical =
    'its bytes are not canonical: white space, members, their order or base64 were changed';
  const none = 'it is not a DSSE envelope of an in-toto statement with one signature';
  const spellings: readonly (readonly [
    name: string,
    change: (text: string) => string,
    problem: string,
  ])[] = [
    ['with spaces', (text) => JSON.stringify(JSON.parse(text), null, 2), canonical],
    ['without its newline', (text) => text.trimEnd(), canonical],
    ['with a byte order mark', (text) => `\ufeff${text}`, none],
    ['with a member more', (text) => text.replace('{', '{"more":1,'), canonical],
    [
      'with a member twice',
      (text) => text.replace('"payload":', '"payload":"e30=","payload":'),
      canonical,
    ],
    ['in another order', reversed, canonical],
    ['with an escape', (text) => text.replace('payloadType', 'payload\\u0054ype'), canonical],
    ['with base64url', (text) => text.replace('==', ''), canonical],
    ['with other unused bits in base64', (text) => text.replace(/.==/, nextLetter), canonical],
    [
      'with a member of the signature more',
      (text) => text.replace('"keyid"', '"cert":"","keyid"'),
      canonical,
    ],
    ['with two signatures', (text) => text.replace(/\[(.*)\]/, '[$1,$1]'), none],
    ['without a signature', (text) => text.replace(/\[(.*)\]/, '[]'), none],
    ['without a keyid', (text) => text.replace(/"keyid":"[^"]*",/, ''), none],
    ['of another payload type', (text) => text.replace('in-toto', 'intoto'), none],
    ['cut off', (text) => text.slice(0, -5), none],
    ['of nothing', () => 'null', none],
  ];
  test.each(spellings)('%s it is refused', async (_name, change, problem) => {
    const text = writeEnvelope(await sealed());
    expect(change(text)).not.toBe(text);
    expect(readEnvelope(Buffer.from(change(text)))).toEqual({ problem });
  });

  test('bytes that are not UTF-8 are refused, in the file and in the payload', async () => {
    const { keyid, signature } = await sealed();
    expect(readEnvelope(Buffer.from([0xff, 0xfe]))).toEqual({ problem: none });
    const text = writeEnvelope({ payload: 'ab', keyid, signature }).replace('YWI=', '//4=');
    expect(readEnvelope(Buffer.from(text))).toEqual({ problem: none });
  });
});

function reversed(text: string): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()))}\n`;
}

/** Changes the last letter only in bits that base64 decoding discards. */
function nextLetter(tail: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const at = alphabet.indexOf(tail[0] ?? '');
  return `${alphabet[at ^ 1]}==`;
}
