import type { Subject } from "@atoll/contract/comments/schemas";
import type { DocumentRights } from "../../platform/kinds/document-kinds.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { presentViewerOf } from "../identity/public.ts";

export interface Session {
  userId: string;
  sessionId: string;
}

/** Somebody who may read a draft. */
export interface Reader {
  viewer: RequestViewer;
  rights: Readonly<DocumentRights>;
}

/** Those of these sessions whose people may read the draft of a thing at this moment, by the sessions' ids. */
export async function readersAmong(
  { viewers, documentKinds }: Pick<SliceContext, "viewers" | "documentKinds">,
  db: Database,
  subject: Subject,
  sessions: readonly Session[],
): Promise<ReadonlyMap<string, Reader>> {
  const found = await Promise.all(sessions.map((session) => presentViewerOf(viewers, session)));
  const present = found.filter((viewer) => viewer !== undefined);
  const rights = await documentKinds.find(subject.kind)?.judge(db, subject.id, present);
  const readers = new Map<string, Reader>();
  for (const viewer of present) {
    const own = rights?.get(viewer.id);
    if (own) readers.set(viewer.sessionId, { viewer, rights: own });
  }
  return readers;
}
