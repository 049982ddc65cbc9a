import type { ArticlePart } from "./split-article.ts";

/** Steps that are new, different or gone, by their ids: a step that only moved has not changed. */
export function compareSteps(
  before: readonly ArticlePart[],
  after: readonly ArticlePart[],
): { id: string; number: number | null; words: string }[] {
  const old = new Map(stepsOf(before).map((step) => [step.id, step]));
  const now = stepsOf(after);
  const kept = new Set(now.map(({ id }) => id));
  return [
    ...now.flatMap((step) => {
      const was = old.get(step.id);
      if (!was) return [{ id: step.id, number: step.number, words: `is new: ${step.title}` }];
      if (textOf(was) === textOf(step)) return [];
      const words = was.title === step.title ? "has other words" : `is now called ${step.title}`;
      return [{ id: step.id, number: step.number, words }];
    }),
    ...[...old.values()]
      .filter(({ id }) => !kept.has(id))
      .map(({ id, title }) => ({ id, number: null, words: `“${title}” is gone` })),
  ];
}

type Step = Extract<ArticlePart, { kind: "step" }>;
const stepsOf = (parts: readonly ArticlePart[]) => parts.filter((part): part is Step => part.kind === "step");
/** A step without the keys and anchors of its parts, which depend on the rest of the page. */
const textOf = (step: Step) =>
  JSON.stringify([step.title, step.parts], (name, value) =>
    name === "key" || name === "anchor" ? undefined : value,
  );
