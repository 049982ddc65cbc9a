/** Where a connection may be cut. */
export const cutSteps = [
  "while it opens",
  "before it resumes",
  "while it resumes",
  "while the heads are on their way",
  "while changes are on their way",
  "between two pages of changes",
  "while a post is on its way",
  "while another write is on its way",
  "while it listens",
] as const;
export type CutStep = (typeof cutSteps)[number];

/** Those that are reached only where the heads and the changes are asked for over HTTP. */
export const httpSteps: readonly (CutStep | undefined)[] = [
  "while the heads are on their way",
  "while changes are on their way",
  "between two pages of changes",
];
