import { sql } from "kysely";
import { notifyTopics } from "../../src/notify-topics.ts";
import { createNotifications } from "../../src/platform/database/notifications.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Database } from "../../src/tables.ts";

/** Whether an announcement changes what somebody may do, and not only what they see. */
const changesRights: Record<string, (payload: string) => boolean> = {
  [notifyTopics.viewerChanged]: () => true,
  [notifyTopics.profileChanged]: () => false,
  [notifyTopics.viewersChanged]: () => true,
  [notifyTopics.sessionEnded]: () => true,
  [notifyTopics.signingKeysChanged]: () => true,
  // `=` is a preference or a star.
  [notifyTopics.channelMemberChanged]: (payload) => !payload.endsWith("="),
  [notifyTopics.channelChanged]: () => false,
  [notifyTopics.channelGuestsChanged]: () => false,
  // It decides no right that a cache keeps.
  [notifyTopics.guestThingChanged]: () => false,
  [notifyTopics.statusChosen]: () => false,
  [notifyTopics.notificationQueued]: () => false,
  [notifyTopics.inboxChanged]: () => false,
  [notifyTopics.announcementDue]: () => false,
  [notifyTopics.entrySnoozed]: () => false,
  [notifyTopics.fileTextDue]: () => false,
  [notifyTopics.pushDue]: () => false,
  [notifyTopics.mailDue]: () => false,
  [notifyTopics.mailChanged]: () => false,
  [notifyTopics.mailReceived]: () => false,
  [notifyTopics.outgoingDue]: () => false,
  [notifyTopics.automationsDue]: () => false,
  [notifyTopics.approvalChanged]: () => false,
  [notifyTopics.reminderDue]: () => false,
  [notifyTopics.botsChanged]: () => false,
  [notifyTopics.auditHeadAppended]: () => false,
  // The people affected are announced separately.
  [notifyTopics.roleChanged]: () => false,
  [notifyTopics.departmentChanged]: () => false,
  [notifyTopics.sectionsChanged]: () => false,
  [notifyTopics.sessionsChanged]: () => false,
  [notifyTopics.auditAppended]: () => false,
  [notifyTopics.companyChanged]: () => false,
  [notifyTopics.logLevelChosen]: () => false,
  [notifyTopics.maintenanceChanged]: () => false,
  [notifyTopics.askModelChanged]: () => false,
  [notifyTopics.onboardingRequested]: () => false,
  [notifyTopics.onboardingChanged]: () => false,
  [notifyTopics.cardSequenceDue]: () => false,
  [notifyTopics.documentEnded]: () => false,
  // Concerns a single thing: permissions for it are checked with every update.
};

/** The topics that are judged here. */
export const judgedTopics: readonly string[] = Object.keys(changesRights);

/** Every topic that a trigger of the database announces, by itself or by a function that it calls. */
export async function findAnnouncedTopics(db: Database): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    SELECT DISTINCT (regexp_matches(p.prosrc, '(?:pg_notify|announce_after_commit)\\(''(\\w+)''', 'g'))[1] AS topic
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`.execute(db);
  return rows.map(({ topic }) => topic);
}

export interface RightsWatch {
  /** The topics of the changes of rights that were announced while `work` ran. */
  during(work: () => Promise<void>): Promise<string[]>;
  close(): Promise<void>;
}

/** Records the database's announcements about permissions, whichever connection made the change. */
export async function watchRights(databaseUrl: string): Promise<RightsWatch> {
  const notifications = createNotifications(databaseUrl, createLog("silent"));
  const heard = new Set<string>();
  for (const [topic, isOne] of Object.entries(changesRights)) {
    notifications.on(topic, (payload) => {
      if (isOne(payload)) heard.add(topic);
    });
  }
  await notifications.listen();
  return {
    async during(work) {
      await notifications.caughtUp();
      heard.clear();
      await work();
      await notifications.caughtUp();
      return [...heard];
    },
    close: notifications.close,
  };
}
