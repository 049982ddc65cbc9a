import type { Slice } from "../../slice.ts";
import { registerDrafts } from "./routes.ts";

/** What somebody began to write and did not send, to a thing of any kind, on all their devices. */
export const drafts: Slice = { name: "drafts", routes: [registerDrafts] };
