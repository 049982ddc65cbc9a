import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";

const AnnouncementInPlace = lazy(async () => ({
  default: (await import("../../features/announcements/reading/announcement-in-place.tsx"))
    .AnnouncementInPlace,
}));
const EventInPlace = lazy(async () => ({
  default: (await import("../../features/calendar/event/event-in-place.tsx")).EventInPlace,
}));
const TaskInPlace = lazy(async () => ({
  default: (await import("../../features/tasks/detail/task-frames.tsx")).TaskInPlace,
}));

const GuestTaskView = lazy(async () => ({
  default: (await import("../../features/tasks/guest/guest-tasks.tsx")).GuestTaskView,
}));

/** The subject of an entry that is shown in place, by its link. */
export type EntrySubject =
  | { kind: "announcement"; id: string }
  | { kind: "event"; id: string; occurrence: string | undefined }
  | { kind: "task"; id: string };

/** Pure: the subject that a link leads to; null for those that are not shown in place. */
export function subjectAt(link: string): EntrySubject | null {
  const { pathname, searchParams } = new URL(link, "https://atoll.invalid");
  const announcement = /^\/announcements\/([\w-]+)$/.exec(pathname)?.[1];
  if (announcement) return { kind: "announcement", id: announcement };
  const event = pathname === "/calendar" && searchParams.get("event");
  if (event) return { kind: "event", id: event, occurrence: searchParams.get("at") ?? undefined };
  const task = pathname === "/tasks" && searchParams.get("task");
  return task ? { kind: "task", id: task } : null;
}

/** An announcement, event or task as its own area shows it, to be read, answered and changed from the inbox. */
export function SubjectInPlace({ subject, isRead }: { subject: EntrySubject; isRead: boolean }) {
  return (
    <div className="rounded-lg border bg-surface-raised p-5 shadow-1">
      <Suspense fallback={<RowSkeletons label="Loading" mark={28} rowClassName="py-2" />}>
        <Subject isRead={isRead} subject={subject} />
      </Suspense>
    </div>
  );
}

function Subject({ subject, isRead }: { subject: EntrySubject; isRead: boolean }): ReactNode {
  const navigate = useNavigate();
  const { isGuest } = useViewer();
  const openTask = (taskId: string) => void navigate({ href: `/tasks?task=${taskId}` });
  switch (subject.kind) {
    case "announcement":
      return <AnnouncementInPlace announcementId={subject.id} isRead={isRead} key={subject.id} />;
    case "event":
      return (
        <EventInPlace
          eventId={subject.id}
          key={subject.id}
          occurrence={subject.occurrence}
          onOpenTask={openTask}
        />
      );
    case "task":
      return isGuest ? (
        <GuestTaskView heading="h2" key={subject.id} taskId={subject.id} />
      ) : (
        <TaskInPlace key={subject.id} onOpen={openTask} taskId={subject.id} />
      );
  }
}
