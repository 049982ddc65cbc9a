import { ideaViewRules } from "@atoll/contract/ideas/view-rules";
import type { SliceViewPlace } from "../../../slice.ts";

export const ideaViews: SliceViewPlace = {
  kind: "ideas",
  rulesOf: async (_db, _viewer, section) => (section === "" ? ideaViewRules : undefined),
};
