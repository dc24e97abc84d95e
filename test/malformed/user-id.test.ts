import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { symbol, valueText } from '../../engine/index.ts';
import { labelled } from '../../fixtures/malformed/labelled.ts';
import {
  anyUnknownUserId,
  neighbouringUserIds,
  provenUnknownUserId,
  unknownUserIds,
} from '../../fixtures/malformed/unknown-user.ts';
import { anyMalformedUserId, malformedUserIds, provenMalformedUserId } from '../../fixtures/malformed/user-id.ts';
import { sentValue, userId } from './on-the-wire.ts';

const known = { 'user:first': userId };
const sent = (one: Parameters<typeof sentValue>[1], users: Readonly<Record<string, string>> = known) =>
  sentValue('x-user-id', one, provenMalformedUserId, users);
const drawn = () => fc.sample(fc.oneof(...anyMalformedUserId), { seed: 5, numRuns: 800 });

describe('malformed ids', () => {
  test('all of the list can be sent, each under its own label', async () => {
    for (const one of malformedUserIds) expect(await sent(one), one.label).toBeDefined();
    expect(new Set(malformedUserIds.map(({ label }) => label)).size).toBe(malformedUserIds.length);
  });

  test('whatever is sent is outside the pattern, also after trimming', async () => {
    const values = await Promise.all([...malformedUserIds, ...drawn()].map((one) => sent(one)));
    for (const value of values.filter((one) => one !== undefined)) {
      expect(value.trim()).not.toMatch(/^[a-f0-9]{24}$/);
      expect(value).not.toMatch(/[\r\n\0]/);
    }
  });

  test('the classes of mistakes are all drawn', async () => {
    const values = (await Promise.all(drawn().map((one) => sent(one)))).filter((value) => value !== undefined);
    const share = (isOf: (value: string) => boolean) => values.filter(isOf).length / values.length;
    expect(values.length).toBeGreaterThan(700);
    expect(share((value) => value.length === 24 && /^[a-fA-F0-9]+$/.test(value))).toBeGreaterThan(0.05);
    expect(share((value) => value.length === 24 && /[^a-fA-F0-9]/.test(value))).toBeGreaterThan(0.1);
    expect(share((value) => /^[a-f0-9]+$/.test(value) && value.length < 24)).toBeGreaterThan(0.05);
    expect(share((value) => /^[a-f0-9]+$/.test(value) && value.length > 24)).toBeGreaterThan(0.05);
    expect(share((value) => /[\x80-\xff]/.test(value))).toBeGreaterThan(0.05);
  });

  test.each([
    ['the id', symbol('user:first')],
    ['white space around the id', [' \t', symbol('user:first'), '\t ']],
    ['a no-break space around it', ['\u00a0', symbol('user:first'), '\u00a0']],
    ['a no-break space of ISO 8859-1 around it', [Uint8Array.of(0xa0), symbol('user:first'), Uint8Array.of(0xa0)]],
    ['two of them before it', [Uint8Array.of(0xa0, 0xa0), symbol('user:first')]],
    ['two different ones after it', [symbol('user:first'), Uint8Array.of(0x85, 0xa0)]],
  ])('never: %s', async (label, value) => {
    expect(await sent(labelled(label, value))).toBeUndefined();
  });

  test('never: an id without letters in upper case', async () => {
    const digits = { 'user:first': '123456789012345678901234' };
    expect(await sent(labelled('upper', symbol('user:first', 'upper')), digits)).toBeUndefined();
    expect(await sent(labelled('homoglyph', symbol('user:first', 'homoglyph')), digits)).toBeUndefined();
  });
});

describe('unknown ids', () => {
  const unknown = (one: Parameters<typeof sentValue>[1], users: Readonly<Record<string, string>> = known) =>
    sentValue('x-user-id', one, provenUnknownUserId, users);

  test('are well-formed, and nobody that the run knows', async () => {
    const all = [...unknownUserIds, ...neighbouringUserIds, ...fc.sample(anyUnknownUserId, { seed: 1, numRuns: 50 })];
    for (const one of all) expect(await unknown(one)).toMatch(/^[a-f0-9]{24}$/);
  });

  test('never touch the counter at the end of an id, in which neighbours are numbered', async () => {
    for (const one of neighbouringUserIds) expect((await unknown(one))?.slice(18)).toBe(userId.slice(18));
  });

  test('share more and more digits with the own id', async () => {
    const all = await Promise.all(neighbouringUserIds.map((one) => unknown(one)));
    const shared = all.map((id) => [...userId].findIndex((digit, at) => digit !== id?.[at]));
    expect(shared).toEqual([0, 11, 14, 16]);
  });

  test.each([
    '000000000000000000000001',
    '123412341234123412341234',
    '5f0c1e9a7b7b7b7b7b000001',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '100000000000000000000001',
    'a00000000000000000000001',
    '000000000001000000000000',
    '111111111111111111111111',
  ])('are no neighbours where ids are numbered, in whatever digit, as %s', async (first) => {
    const sent = await Promise.all(neighbouringUserIds.map((one) => unknown(one, { ...known, 'user:first': first })));
    expect(sent.map((id) => id !== undefined)).toEqual([false, false, false, false]);
    expect(await unknown(labelled('zeros', '0'.repeat(24)), { ...known, 'user:first': first })).toBeDefined();
  });

  test('are neighbours from five different digits on where they are drawn', async () => {
    const sentBeside = (first: string) =>
      Promise.all(neighbouringUserIds.map((one) => unknown(one, { ...known, 'user:first': first })));
    expect(await sentBeside('5f8d0d55b5b7a4b5b77156da')).not.toContain(undefined);
    expect(await sentBeside('5f8d0d55b5b7a5b5b77156da')).toEqual(Array(4).fill(undefined));
  });

  test('are sent where ids are numbered as well, unless they are near: four other digits at most', async () => {
    const first = '000000000000000000000001';
    const sentWith = (id: string) => unknown(labelled('an id', id), { ...known, 'user:first': first });
    for (const { value } of unknownUserIds) expect(await sentWith(valueText(value))).toBeDefined();
    expect(await sentWith('abcde0000000000000000001')).toBeDefined();
    expect(await sentWith('abcd00000000000000000001')).toBeUndefined();
  });

  test('are withheld where they are a user of the run', async () => {
    const zeros = { ...known, 'user:foreign': '0'.repeat(24) };
    expect(await unknown(labelled('zeros', '0'.repeat(24)), zeros)).toBeUndefined();
    const denied = { ...known, 'user:denied': '0'.repeat(24) };
    expect(await unknown(labelled('zeros', '0'.repeat(24)), denied)).toBeUndefined();
  });
});
