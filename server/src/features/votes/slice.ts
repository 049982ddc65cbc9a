import type { Slice } from "../../slice.ts";
import { registerVotes } from "./routes.ts";

/** Votes, followers, merges, moderation and hidden authors of things of any kind. */
export const votes: Slice = { name: "votes", routes: [registerVotes] };
