import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import { announcementNotificationKinds } from "@atoll/contract/announcements/notification-kinds";
import type { Mention } from "@atoll/contract/mentions";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { notify, refreshNotifications } from "../../notifications/public.ts";

type Tx = Parameters<typeof notify>[0];

interface Subject {
  id: string;
  priority: AnnouncementPriority;
  must_read: boolean;
  edition: number;
}

interface Published extends Subject {
  mentions: readonly Mention[];
}

/**
 * The place of an entry is its announcement. Each edition has two positions there: opening it passes the first, and
 * only confirming it passes the second, so that a request for confirmation stays until it is given.
 */
export const openedAt = (edition: number) => 2 * edition;
export const confirmedAt = (edition: number) => 2 * edition + 1;

/** Returns the kind of the first notification. High priority breaks through: specification, section 4. */
function kindOf({ priority, must_read }: Subject): NotificationKind {
  const isImportant = priority === "HIGH" || priority === "URGENT";
  if (must_read) return isImportant ? "announcement.important_must_read" : "announcement.must_read";
  return isImportant ? "announcement.important" : "announcement.published";
}

const placeOf = ({ id, must_read, edition }: Subject) => ({
  id,
  seq: must_read ? confirmedAt(edition) : openedAt(edition),
});

/**
 * Notifies the audience that an announcement is published, or only the given people who were not notified before. People
 * that it mentions get that notification instead of the ordinary one. The others ring already, or ask for a
 * confirmation: one announcement is one entry.
 */
export async function notifyPublished(
  tx: Tx,
  subject: Published,
  actorId: string,
  people?: readonly string[],
): Promise<void> {
  const kind = kindOf(subject);
  const mentioned = kind === "announcement.published" ? subject.mentions.map(({ id }) => id) : [];
  await notifyMentioned(
    tx,
    subject,
    actorId,
    mentioned.filter((id) => !people || people.includes(id)),
  );
  const recipients = people ? { people } : { rule: "audience" };
  await notify(tx, {
    kind,
    subjectId: subject.id,
    actorId,
    place: placeOf(subject),
    spared: mentioned,
    ...recipients,
  });
}

/** Notifies people that the text mentions them, if they can read it. */
export function notifyMentioned(
  tx: Tx,
  subject: Subject,
  actorId: string,
  people: readonly string[],
): Promise<void> {
  const place = { id: subject.id, seq: openedAt(subject.edition) };
  return notify(tx, { kind: "announcement.mention", subjectId: subject.id, actorId, people, place });
}

/** Asks the audience to read the announcement again, except for people who are notified for the first time. */
export function askAgain(
  tx: Tx,
  subject: Subject,
  actorId: string,
  spared: readonly string[],
): Promise<void> {
  return notify(tx, {
    kind: "announcement.asked_again",
    subjectId: subject.id,
    actorId,
    rule: "audience",
    spared,
    place: placeOf(subject),
  });
}

/** Reminds these people. */
export function notifyNudged(
  tx: Tx,
  subject: Subject,
  actorId: string,
  people: readonly string[],
): Promise<void> {
  return notify(tx, {
    kind: "announcement.nudge",
    subjectId: subject.id,
    actorId,
    people,
    place: placeOf(subject),
  });
}

const kindNames = Object.keys(announcementNotificationKinds) as NotificationKind[];

/** Updates or removes the notifications about these announcements. */
export function refreshNotificationsOf(tx: Tx, announcementIds: readonly string[]): Promise<void> {
  return refreshNotifications(
    tx,
    announcementIds.flatMap((subjectId) => kindNames.map((kind) => ({ kind, subjectId }))),
  );
}
