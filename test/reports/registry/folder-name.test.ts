import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderName, stemOf } from '../../../reports/registry/folder-name.ts';
import { hostileStrings } from '../hostile-strings.ts';

const nameOf = (name: string) => folderName(name, stemOf(name, 'implementation'));

const plain = ['acme', 'acme-2', '0a1b2c3d-1111-4222-8333-0123456789ab', 'x'.repeat(60)];
test.each(plain)('%s is its own folder', (name) => {
  expect(nameOf(name)).toBe(name);
});

test.each([
  ['Acme', 'acme'],
  ['Ächme & Söhne', 'achme-sohne'],
  ['api.example.com/v1', 'api-example-com-v1'],
  ['../../etc/passwd', 'etc-passwd'],
  ['..', 'implementation'],
  ['日本', 'implementation'],
  ['-acme', 'acme'],
  ['x'.repeat(61), 'x'.repeat(49)],
])('the folder of %s has a digest', (name, stem) => {
  expect(nameOf(name)).toMatch(new RegExp(`^${stem}-[0-9a-f]{10}$`));
});

test('no two names share a folder', () => {
  const long = ['x'.repeat(61), 'x'.repeat(62)];
  const names = ['Acme', 'ACME', 'acme', 'acme ', 'acme.', '\uD800', '\uDFFF', '\uFFFD', ...long];
  // A name that equals the folder of another name must get a different folder.
  const all = [...names, ...hostileStrings, nameOf('Acme'), nameOf(nameOf('Acme'))];
  expect(new Set(all.map(nameOf)).size).toBe(new Set(all).size);
});

test('every folder name is a single safe path segment', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(...hostileStrings),
  );
  fc.assert(
    fc.property(text, (name) => {
      for (const made of [nameOf(name), folderName(name, 'run')]) {
        expect(made).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(made.length).toBeLessThanOrEqual(60);
      }
    }),
  );
});
