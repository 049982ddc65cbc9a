import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

const kinds: readonly SeenKind[] = [
  { name: "ideas/lists", queryKey: ["ideas", "list"], newest: 6 },
  { name: "ideas/open", queryKey: ["ideas", "open"], newest: 40 },
  { name: "ideas/timelines", queryKey: ["ideas", "timeline"], newest: 20 },
];

/** The lists and ideas that open without a connection: those that were looked at last. */
export const seenInIdeas = () => kinds;
