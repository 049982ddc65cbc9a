import type { Slice } from "../../slice.ts";
import { registerWebhooks } from "./routes.ts";

/** Incoming webhooks: addresses at which other programs write into a channel. */
export const webhooks: Slice = {
  name: "webhooks",
  routes: [registerWebhooks],
  personalData: {
    webhooks: {
      title: "Incoming webhooks that they own",
      erase: "stays",
      of: "owner_id",
      columns: ["created_at", "id", "channel_id", "is_on", "renewed_at", "last_at"],
    },
  },
};
