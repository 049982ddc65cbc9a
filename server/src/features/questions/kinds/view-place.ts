import { questionViewRules } from "@atoll/contract/questions/view-rules";
import type { SliceViewPlace } from "../../../slice.ts";

export const questionViews: SliceViewPlace = {
  kind: "questions",
  rulesOf: async (_db, _viewer, section) => (section === "" ? questionViewRules : undefined),
};
