import type { Slice } from "../../slice.ts";
import { registerFeeds } from "./routes.ts";

/** Feeds: addresses by which programs follow what their owner may read. */
export const feeds: Slice = {
  name: "feeds",
  routes: [registerFeeds],
};
