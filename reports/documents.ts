import type { Result } from '../engine/result.ts';

type Document = Readonly<{
  file: string;
  /** Loads the renderer only if its file is requested. */
  load: () => Promise<(result: Result) => string>;
}>;

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
