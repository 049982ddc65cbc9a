import { knowledgeViewRules } from "@atoll/contract/knowledge/view-rules";
import type { SliceViewPlace } from "../../slice.ts";

/** The sections with lists: the FAQ, SOPs and articles. */
export const knowledgeViews: SliceViewPlace = {
  kind: "knowledge",
  rulesOf: async (_db, _viewer, section) => {
    const all: Readonly<Record<string, (typeof knowledgeViewRules)[keyof typeof knowledgeViewRules]>> =
      knowledgeViewRules;
    return Object.hasOwn(all, section) ? all[section] : undefined;
  },
};
