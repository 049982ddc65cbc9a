import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

export const questionLists = ["questions", "list"] as const;
export const openQuestions = ["questions", "open"] as const;
export const questionOverview = ["questions", "overview"] as const;

const kinds: readonly SeenKind[] = [
  { name: "questions/lists", queryKey: questionLists, newest: 5 },
  { name: "questions/open", queryKey: openQuestions, newest: 40 },
  { name: "questions/overview", queryKey: questionOverview, newest: 1 },
];

/** The questions that open without a connection: those that were looked at last. */
export const seenInQuestions = () => kinds;
