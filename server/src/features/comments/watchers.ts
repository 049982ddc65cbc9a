import type { Subject } from "@atoll/contract/comments/schemas";
import type { LivePart, SliceContext } from "../../slice.ts";
import { presentViewerOf } from "../identity/public.ts";
import { assertLetIn, ownRoom } from "../people/public.ts";

/** Returns the room of sockets that show the comments of a thing. */
export const subjectRoom = ({ kind, id }: Subject): string => `comments:${kind}:${id}`;

/** Returns the room of the guests among them, who are sent less. */
export const guestsRoom = ({ kind, id }: Subject): string => `comments-for-guests:${kind}:${id}`;

/** Returns the room of a session's sockets that watch any comments, for removing them from rooms. */
export const watcherRoom = (sessionId: string): string => `comment-watcher:${sessionId}`;

interface Session {
  userId: string;
  sessionId: string;
}

/** Lets browsers subscribe to the comments of things on their screen that their people may read. */
export function connectWatchers(slice: SliceContext): LivePart {
  return {
    commands: {
      async "comments.watch"({ subjects }, sender) {
        assertLetIn(sender);
        const heard = await Promise.all(
          subjects.map(async (subject) => {
            const reader = (await readersAmong(slice, subject, [sender])).get(sender.sessionId);
            return reader
              ? [{ subject, room: reader.isGuest ? guestsRoom(subject) : subjectRoom(subject) }]
              : [];
          }),
        );
        const rooms = [watcherRoom(sender.sessionId), ...heard.flat().map(({ room }) => room)];
        sender.choose("comments", rooms, ownRoom(sender.userId));
        return { subjects: heard.flat().map(({ subject }) => subject) };
      },
    },
  };
}

/** Returns those of these sessions whose people may currently read a thing, by their IDs. */
export async function readersAmong(
  { db, viewers, commentKinds }: Pick<SliceContext, "db" | "viewers" | "commentKinds">,
  subject: Subject,
  sessions: readonly Session[],
): Promise<ReadonlyMap<string, { isGuest: boolean }>> {
  const found = await Promise.all(sessions.map((session) => presentViewerOf(viewers, session)));
  const present = found.filter((viewer) => viewer !== undefined);
  const readers = await commentKinds.find(subject.kind)?.judge(db, subject.id, present);
  return new Map(
    present.flatMap(({ id, sessionId, isGuest }) =>
      readers?.has(id) ? [[sessionId, { isGuest: isGuest === true }]] : [],
    ),
  );
}
