import { findReadable } from "../../../capabilities/documents/references/find-readable.ts";
import { referencesKey } from "../../../capabilities/documents/references/reference-names.ts";
import { createLinks } from "../../../capabilities/files/wire.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";
import { keys } from "./keys.ts";

const kinds: readonly SeenKind[] = [
  { name: "knowledge/faq", queryKey: keys.faq, newest: 1 },
  { name: "knowledge/tree", queryKey: keys.tree, newest: 1 },
  {
    name: "knowledge/open",
    queryKey: keys.opened,
    newest: 60,
    subjectOf: ([, , articleId]) => String(articleId),
    findReadable: findReadable("article"),
  },
  // Without these a page would not say who and what it mentions.
  { name: "knowledge/mentions", queryKey: referencesKey, newest: 300 },
  { name: "knowledge/cards", queryKey: keys.cards, newest: 100 },
  {
    name: "knowledge/images",
    queryKey: keys.images,
    newest: 60,
    subjectOf: ([, , fileId]) => String(fileId),
    findReadable: async (fileIds) => (await createLinks([...fileIds])).links.map(({ id }) => id),
  },
];

/** Parts of the knowledge base that open offline: the FAQ, the tree and recently read pages with their images. */
export const seenInKnowledge = () => kinds;
