export interface Defect {
  readonly id: string;
  readonly title: string;
  readonly breaks: string;
  readonly also?: readonly string[];
  readonly why: string;
}

/** States a defect; the ids after the reason are those that cannot keep silent either. */
export const defect = (id: string, breaks: string, title: string, why: string, ...also: string[]): Defect => ({
  id,
  title,
  breaks,
  ...(also.length > 0 ? { also } : {}),
  why,
});
