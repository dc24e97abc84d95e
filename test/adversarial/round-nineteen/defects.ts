import { accessFaults } from './faults-access.ts';
import { cycleFaults } from './faults-cycle.ts';
import { dataFaults } from './faults-data.ts';
import { guideFaults } from './faults-guides.ts';
import type { Defect } from './types.ts';

export const faults = [...accessFaults, ...cycleFaults, ...guideFaults, ...dataFaults];

export const defects: readonly Defect[] = faults.map(({ plugin: _, ...defect }) => defect);
