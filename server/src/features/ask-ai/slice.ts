import type { Slice } from "../../slice.ts";
import { registerAskAi } from "./routes.ts";
import { sweepConversationsJob } from "./sweep.ts";

/** Questions in plain words, answered with the passages that fit best. Specification, section 1 (AI question page). */
export const askAi: Slice = { name: "ask-ai", routes: [registerAskAi], jobs: [sweepConversationsJob] };
