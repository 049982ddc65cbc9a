import type { CanvasElement } from "../documents/canvas.ts";
import type { CanvasColor } from "../documents/canvas-limits.ts";
import type { BoardTemplateName } from "./limits.ts";

export interface BoardTemplate {
  name: BoardTemplateName;
  title: string;
  /** The template's purpose, in a few words. */
  hint: string;
  /** The elements a new board starts with. */
  elements: readonly CanvasElement[];
}

/** The templates in the order in which they are offered. */
export const boardTemplates: readonly BoardTemplate[] = [
  { name: "blank", title: "Blank", hint: "An empty canvas", elements: [] },
  {
    name: "retrospective",
    title: "Retrospective",
    hint: "Kept, stopped, try",
    elements: columns(["What went well", "palm"], ["What to stop", "coral"], ["What to try", "sea"]),
  },
  {
    name: "affinity-map",
    title: "Affinity map",
    hint: "Write, group, vote",
    elements: grid(["Group 1", "sun"], ["Group 2", "lagoon"], ["Group 3", "coral"], ["Group 4", "sea"]),
  },
  {
    name: "impact-effort",
    title: "Impact and effort",
    hint: "Two axes, four corners",
    elements: grid(
      ["Do first: much impact, little effort", "palm"],
      ["Plan: much impact, much effort", "sun"],
      ["Fill in: little impact, little effort", "sea"],
      ["Leave: little impact, much effort", "coral"],
    ),
  },
  {
    name: "swot",
    title: "SWOT",
    hint: "Strengths to threats",
    elements: grid(
      ["Strengths", "palm"],
      ["Weaknesses", "coral"],
      ["Opportunities", "sea"],
      ["Threats", "iris"],
    ),
  },
  {
    name: "how-might-we",
    title: "How might we",
    hint: "Problem to question",
    elements: columns(
      ["What is hard today", "coral"],
      ["How might we ...?", "sun"],
      ["First answers", "lagoon"],
    ),
  },
  {
    name: "lean-coffee",
    title: "Lean coffee",
    hint: "Topics, talk, done",
    elements: columns(["To discuss", "sun"], ["Discussing", "lagoon"], ["Discussed", "palm"]),
  },
  {
    name: "pre-mortem",
    title: "Pre-mortem",
    hint: "How might it fail",
    elements: [
      frame([0, 0, 900, 300], "It failed. Why?", "coral"),
      frame([0, 330, 435, 300], "How we would notice", "sun"),
      frame([465, 330, 435, 300], "What prevents it", "palm"),
    ],
  },
];

type Titled = [title: string, color: CanvasColor];

/** Returns frames next to each other. */
function columns(...titles: Titled[]): CanvasElement[] {
  return titles.map(([title, color], index) => frame([index * 465, 0, 435, 600], title, color));
}

/** Frames in two columns. */
function grid(...titles: Titled[]): CanvasElement[] {
  return titles.map(([title, color], index) =>
    frame([(index % 2) * 465, Math.floor(index / 2) * 330, 435, 300], title, color),
  );
}

function frame([x, y, width, height]: readonly number[], text: string, color: CanvasColor): CanvasElement {
  const at: [number, number] = [x ?? 0, y ?? 0];
  const size: [number, number] = [width ?? 1, height ?? 1];
  return { kind: "frame", at, size, text, color, stack: -1, frame: null, group: null };
}
