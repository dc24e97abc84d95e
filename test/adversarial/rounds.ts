import type { Round } from './certified.ts';
import { defects as firstDefects } from './round-one/defects.ts';
import { start as startFirst } from './round-one/start.ts';
import { variations as firstVariations } from './round-one/variations.ts';
import { defects as thirdDefects } from './round-three/defects.ts';
import { start as startThird } from './round-three/start.ts';
import { variations as thirdVariations } from './round-three/variations.ts';
import { defects as secondDefects } from './round-two/defects.ts';
import { start as startSecond } from './round-two/start.ts';
import { variations as secondVariations } from './round-two/variations.ts';

/** Written one after the other from the specification alone, each by somebody who had seen no check. */
export const rounds: readonly Round[] = [
  { name: 'round one', start: startFirst, defects: firstDefects, variations: firstVariations },
  { name: 'round two', start: startSecond, defects: secondDefects, variations: secondVariations },
  { name: 'round three', start: startThird, defects: thirdDefects, variations: thirdVariations },
];
