export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly why: string;
}

export const defect = (id: string, breaks: string, title: string, why: string, ...also: string[]): Defect => ({
  id,
  title,
  breaks,
  why,
  ...(also.length > 0 && { also }),
});
