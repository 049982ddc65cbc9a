import type { Slice } from "../../slice.ts";
import { registerVotes } from "./routes.ts";

/** The slice of votes, followers, merges, moderation and hidden authors for things of any kind. */
export const votes: Slice = { name: "votes", routes: [registerVotes] };
