import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { keys } from "./keys.ts";

const kinds: readonly SeenKind[] = [
  { name: "knowledge/faq", queryKey: keys.faq, newest: 1 },
  { name: "knowledge/tree", queryKey: keys.tree, newest: 1 },
  { name: "knowledge/open", queryKey: keys.opened, newest: 60 },
];

/** What of the knowledge base opens without a connection: the FAQ, the tree and the pages that were read last. */
export const seenInKnowledge = () => kinds;
