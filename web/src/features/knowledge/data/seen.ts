import { referencesKey } from "../../../capabilities/documents/references/reference-names.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { keys } from "./keys.ts";

const kinds: readonly SeenKind[] = [
  { name: "knowledge/faq", queryKey: keys.faq, newest: 1 },
  { name: "knowledge/tree", queryKey: keys.tree, newest: 1 },
  { name: "knowledge/open", queryKey: keys.opened, newest: 60 },
  // Without these a page would not say who and what it mentions.
  { name: "knowledge/mentions", queryKey: referencesKey, newest: 300 },
  { name: "knowledge/cards", queryKey: keys.cards, newest: 100 },
  { name: "knowledge/images", queryKey: keys.images, newest: 60 },
];

/** Parts of the knowledge base that open offline: the FAQ, the tree and recently read pages with their images. */
export const seenInKnowledge = () => kinds;
