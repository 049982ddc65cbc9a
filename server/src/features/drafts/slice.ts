import type { Slice } from "../../slice.ts";
import { registerDrafts } from "./routes.ts";

/** A person's unsent texts, for things of any kind, on all their devices. */
export const drafts: Slice = {
  name: "drafts",
  routes: [registerDrafts],
  personalData: {
    drafts: {
      title: "Drafts",
      erase: "account",
      of: "user_id",
      columns: ["updated_at", "subject", "content"],
    },
  },
};
