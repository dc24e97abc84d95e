import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderName, stemOf } from '../../../reports/registry/folder-name.ts';
import { hostileStrings } from '../hostile-strings.ts';

const nameOf = (name: string) => folderName(name, stemOf(name, 'implementation'));
const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe('the folder of a name', () => {
  it.each([
    ['acme', 'acme'],
    ['acme-2', 'acme-2'],
    ['0a1b2c3d-1111-4222-8333-0123456789ab', '0a1b2c3d-1111-4222-8333-0123456789ab'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('%s is itself', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it.each([
    ['Acme', /^acme-[0-9a-f]{10}$/],
    ['Ächme & Söhne', /^achme-sohne-[0-9a-f]{10}$/],
    ['api.example.com/v1', /^api-example-com-v1-[0-9a-f]{10}$/],
    ['../../etc/passwd', /^etc-passwd-[0-9a-f]{10}$/],
    ['..', /^implementation-[0-9a-f]{10}$/],
    ['日本', /^implementation-[0-9a-f]{10}$/],
    ['-acme', /^acme-[0-9a-f]{10}$/],
    ['x'.repeat(61), /^x{49}-[0-9a-f]{10}$/],
  ])('%s has a digest', (name, expected) => {
    expect(nameOf(name)).toMatch(expected);
  });

  it('is never that of another name', () => {
    const names = [
      'Acme',
      'ACME',
      'acme',
      'acme ',
      'acme.',
      '\uD800',
      '\uDFFF',
      '\uFFFD',
      'x'.repeat(61),
      'x'.repeat(62),
    ];
    // Who asks for the folder that a digest makes does not get it either.
    const all = [...names, ...hostileStrings, nameOf('Acme'), nameOf(nameOf('Acme'))];
    expect(new Set(all.map(nameOf)).size).toBe(new Set(all).size);
  });

  it('leads nowhere else, whatever the name', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...hostileStrings));
    fc.assert(
      fc.property(text, (name) => {
        for (const made of [nameOf(name), folderName(name, 'run')]) {
          expect(made).toMatch(folder);
          expect(made.length).toBeLessThanOrEqual(60);
        }
      }),
    );
  });
});
