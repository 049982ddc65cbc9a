import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { keys } from "./keys.ts";

const kinds: readonly SeenKind[] = [
  { name: "knowledge/faq", queryKey: keys.faq, newest: 1 },
  { name: "knowledge/tree", queryKey: keys.tree, newest: 1 },
  { name: "knowledge/open", queryKey: keys.opened, newest: 60 },
];

/** Parts of the knowledge base that open offline: the FAQ, the tree and recently read pages. */
export const seenInKnowledge = () => kinds;
