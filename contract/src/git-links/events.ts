import { z } from "zod";
import { idSchema } from "../identifiers.ts";

/** Events of repository connections and their links. */
export const gitLinkEvents = {
  /** To everyone who may read a task or card: its branches, commits or pull requests changed. They refetch. */
  "git-links.changed": z.object({ subjectId: idSchema }),
  /** To everyone who lists connections: one changed, or a delivery was read. They refetch. */
  "git-connections.changed": z.object({}),
};
