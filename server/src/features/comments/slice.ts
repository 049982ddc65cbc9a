import { sql } from "kysely";
import { erasedText } from "../../platform/kinds/erasure.ts";
import type { Slice } from "../../slice.ts";
import { commentFiles } from "./comment-files.ts";
import { commentSource } from "./comment-source.ts";
import { registerComments } from "./routes.ts";
import { connectWatchers } from "./watchers.ts";

/** Comments on things of any kind. Specification, sections 3, 5 and 7 (tasks). */
export const comments: Slice = {
  name: "comments",
  routes: [registerComments],
  live: [connectWatchers],
  fileKinds: (registered) => [commentFiles(registered)],
  searchSources: [commentSource],
  personalData: {
    comment_threads: {
      title: "Comments on words",
      // The words are of a page that others wrote.
      erase: { clears: { words: sql`NULL` }, when: "written", of: "created_by" },
      of: ["created_by", "resolved_by"],
      columns: ["created_at", "id", "subject_kind", "subject_id", "resolved_at"],
    },
    comments: {
      title: "Comments",
      erase: {
        clears: { content: erasedText, mentions: sql`'[]'::jsonb`, about: sql`NULL` },
        when: "written",
      },
      of: "author_id",
      columns: ["created_at", "id", "subject_kind", "subject_id", "content", "edited_at", "deleted_at"],
    },
  },
};
