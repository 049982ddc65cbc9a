import { sql } from "kysely";
import { ofThings } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { registerVotes } from "./routes.ts";

/** The slice of votes, followers, merges, moderation and hidden authors for things of any kind. */
export const votes: Slice = {
  name: "votes",
  routes: [registerVotes],
  personalData: {
    votes: {
      title: "Votes",
      erase: "stays",
      of: "person_id",
      columns: ["created_at", "subject_kind", "subject_id"],
    },
    followers: {
      title: "Things that they follow",
      erase: "always",
      of: "person_id",
      columns: ["created_at", "subject_kind", "subject_id", "is_following", "reason"],
    },
    anonymous_authors: {
      title: "Anonymous questions and ideas",
      erase: "always",
      of: "author_id",
      isOwn: true,
      columns: ["subject_kind", "subject_id"],
      more: () => ({
        title: sql`coalesce((SELECT q.title FROM questions q WHERE q.id = t.subject_id), (SELECT i.title FROM ideas i WHERE i.id = t.subject_id))`,
        content: sql`coalesce((SELECT q.content FROM questions q WHERE q.id = t.subject_id), (SELECT i.content FROM ideas i WHERE i.id = t.subject_id))`,
      }),
    },
    vote_subjects: ofThings,
  },
};
