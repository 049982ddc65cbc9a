import { type ReactNode, useEffect } from "react";
import { FinishHost } from "../features/tasks/changes/finish-host.tsx";
import { afterPaint } from "../lib/page/after-paint.ts";
import type { SignedIn } from "../lib/signed-in.ts";
import { useSignedIn } from "../lib/use-signed-in.tsx";
import { lazyPart, useLazyPart } from "../ui/base/lazy-part.ts";

/**
 * The queues of what was not sent yet, by area, and last what is shared with Atoll while no page is open. Opening a queue
 * sends what is in it, from any page.
 */
const queues: readonly (() => Promise<(signedIn: SignedIn) => void>)[] = [
  async () => (await import("../features/notifications/inbox/inbox-changes.ts")).inboxChanges.open,
  async () => (await import("../features/ideas/new/new-idea-outbox.ts")).ideaOutboxOf,
  async () => (await import("../features/ideas/changes/idea-changes.ts")).ideaChanges.open,
  async () => (await import("../features/tasks/changes/task-changes.ts")).taskChanges.open,
  async () => (await import("../features/brainstorm/data/pending-notes.ts")).pendingNotesOf,
  async () => (await import("../features/calendar/changes/calendar-changes.ts")).calendarChanges.open,
  async () => (await import("../features/questions/data/pending-questions.ts")).pendingQuestionsOf,
  async () => (await import("../features/announcements/data/changes.ts")).announcementChanges.open,
  async () => (await import("../features/knowledge/data/changes.ts")).pageChanges.open,
  async () => (await import("../features/questions/data/pending-answers.ts")).pendingAnswersOf,
  async () => (await import("../features/questions/data/changes.ts")).questionChanges.open,
  async () => (await import("../capabilities/votes/vote-store.ts")).voteStoreOf,
  async () => (await import("../features/cards/data/changes.ts")).cardChanges.open,
  async () => (await import("./sharing/mark-viewer.ts")).keepViewerMark,
];

/** Sends what waits of each area once the page is drawn, and asks what finishing a task needs to know. */
export function Session({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn();
  useEffect(() => {
    const ends = queues.map((load) =>
      afterPaint(() => {
        load().then(
          (open) => open(signedIn),
          // It is sent from the next page.
          () => undefined,
        );
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [signedIn]);
  return (
    <>
      {children}
      <FinishHost />
    </>
  );
}

const announcementsCount = lazyPart(() => import("../features/announcements/list/unread-count.tsx"));

/** Comes after the frame, which does without until then. */
function UnreadAnnouncements() {
  const part = useLazyPart(announcementsCount, true, () => undefined);
  return part ? <part.UnreadCount /> : null;
}

export const counts = { "/announcements": UnreadAnnouncements };
