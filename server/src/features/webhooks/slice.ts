import type { Slice } from "../../slice.ts";
import { registerWebhooks } from "./routes.ts";

/** Incoming webhooks: addresses at which other programs write into a channel. */
export const webhooks: Slice = {
  name: "webhooks",
  routes: [registerWebhooks],
};
