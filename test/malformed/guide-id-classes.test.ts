import { describeClasses } from './classes.ts';

const isHex = (value: string) => /^[a-f0-9]+$/.test(value);

describeClasses('guide/malformed-id', ({ wire }) => decodeURIComponent(wire.path.split('/').at(-1) ?? ''), {
  'one digit too short': [(value) => isHex(value) && value.length === 23],
  'one digit too long': [(value) => isHex(value) && value.length === 25],
  'of one digit': [(value) => isHex(value) && value.length === 1],
  'of fewer digits': [(value) => isHex(value) && value.length < 23, 0.08],
  'of more digits': [(value) => isHex(value) && value.length > 24 && value.length <= 64, 0.08],
  'of over 255 digits': [(value) => isHex(value) && value.length > 255, 0.05],
  'of over 1,000 characters': [(value) => value.length > 1_000],
  'of another letter': [(value) => /^[a-z0-9]{24}$/.test(value) && /[g-z]/.test(value)],
  'of another character': [(value) => [...value].length === 24 && /[^a-f0-9]/.test(value), 0.08],
  'longer by another character': [(value) => [...value].length === 25 && /[^a-f0-9]/.test(value), 0.08],
  'a compatibility form': [(value) => /^[a-f0-9]{24}$/.test(value.normalize('NFKC'))],
  'in one of two lines': [(value) => /^[a-f0-9]{24}$/m.test(value)],
  'the name of a member of every object': [(value) => value === 'constructor' || value === '__proto__'],
  'a word': [(value) => /^[\w$[\] +-]{1,16}$/.test(value) && !isHex(value), 0.08],
  'a wildcard or an operator': [(value) => /^[*{]/.test(value)],
});
