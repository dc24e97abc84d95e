import type { Result } from '../engine/result.ts';

interface Document {
  readonly file: string;
  /** Loaded where it is wanted, so that nobody waits for what he does not want. */
  readonly load: () => Promise<(result: Result) => string>;
}

/** The documents that a result becomes, by the name that the configuration has for them. */
export const documents = {
  html: {
    file: 'index.html',
    load: async () => (await import('./html/conformance-report.tsx')).renderConformanceReport,
  },
  junit: { file: 'junit.xml', load: async () => (await import('./junit.ts')).renderJunit },
  ctrf: { file: 'ctrf.json', load: async () => (await import('./ctrf.ts')).renderCtrf },
  summary: { file: 'summary.md', load: async () => (await import('./summary.ts')).renderSummary },
  badge: { file: 'badge.svg', load: async () => (await import('./badge.ts')).renderBadge },
} as const satisfies Record<string, Document>;

export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as readonly DocumentName[];
