import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import { announcementNotificationKinds } from "@atoll/contract/announcements/notification-kinds";
import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { retell, tell } from "../notifications/access.ts";

type Tx = Parameters<typeof tell>[0];

interface Subject {
  id: string;
  priority: AnnouncementPriority;
  must_read: boolean;
  edition: number;
}

/**
 * Where an entry is read: in its announcement. Each edition has two numbers there: the first is passed by opening it,
 * the second only by confirming it, so that what asks for a confirmation stays until it is given.
 */
export const openedAt = (edition: number) => 2 * edition;
export const confirmedAt = (edition: number) => 2 * edition + 1;

/** The kind by which people hear of it first. High priority comes through: specification, section 4. */
function kindOf({ priority, must_read }: Subject): NotificationKind {
  const isImportant = priority === "HIGH" || priority === "URGENT";
  if (must_read) return isImportant ? "announcement.important_must_read" : "announcement.must_read";
  return isImportant ? "announcement.important" : "announcement.published";
}

const placeOf = ({ id, must_read, edition }: Subject) => ({
  id,
  seq: must_read ? confirmedAt(edition) : openedAt(edition),
});

/** Tells everybody whom it is for that it is out; or only these people, of those who were not told yet. */
export function tellPublished(
  tx: Tx,
  subject: Subject,
  actorId: string,
  people?: readonly string[],
): Promise<void> {
  const whom = people ? { people } : { rule: "audience" };
  return tell(tx, {
    kind: kindOf(subject),
    subjectId: subject.id,
    actorId,
    place: placeOf(subject),
    ...whom,
  });
}

/** Asks everybody whom it is for to read it anew, but those who hear of it for the first time. */
export function askAgain(
  tx: Tx,
  subject: Subject,
  actorId: string,
  spared: readonly string[],
): Promise<void> {
  return tell(tx, {
    kind: "announcement.asked_again",
    subjectId: subject.id,
    actorId,
    rule: "audience",
    spared,
    place: placeOf(subject),
  });
}

/** Reminds these people. */
export function tellNudge(
  tx: Tx,
  subject: Subject,
  actorId: string,
  people: readonly string[],
): Promise<void> {
  return tell(tx, {
    kind: "announcement.nudge",
    subjectId: subject.id,
    actorId,
    people,
    place: placeOf(subject),
  });
}

const kindNames = Object.keys(announcementNotificationKinds) as NotificationKind[];

/** What was told of these announcements may read differently now, or not at all. */
export function retellOf(tx: Tx, announcementIds: readonly string[]): Promise<void> {
  return retell(
    tx,
    announcementIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}
