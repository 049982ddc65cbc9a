import {
  type NotificationSettings,
  notificationSettingsSchema,
} from "@atoll/contract/notifications/settings-schemas";
import { defaultNotificationSettings } from "@atoll/contract/notifications/ways";
import { sql } from "kysely";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";

/**
 * Returns a person's settings, with defaults for those that they did not choose or that an older version did not know.
 */
export async function readSettings(db: Database, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom("notification_settings")
    .select("settings")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return asSettings(row?.settings);
}

/** The settings of several people. */
export async function readSettingsOf(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, NotificationSettings>> {
  const rows = await db
    .selectFrom("notification_settings")
    .select(["user_id", "settings"])
    .where(sql<boolean>`user_id = ANY(${[...userIds]}::uuid[])`)
    .execute();
  const stored = new Map(rows.map((row) => [row.user_id, row.settings]));
  return new Map(userIds.map((userId) => [userId, asSettings(stored.get(userId))]));
}

/** Stores a person's settings, and broadcasts them to their devices. */
export async function saveSettings(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  userId: string,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const text = JSON.stringify(settings);
  await db
    .insertInto("notification_settings")
    .values({ user_id: userId, settings: text })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ settings: text, updated_at: sql<Date>`now()` }),
    )
    .execute();
  realtime.send(ownRoom(userId), "settings.changed", { settings });
  return settings;
}

/** Parses stored settings. Kinds and channels of another version are ignored, so that the rest is kept. */
function asSettings(stored: Partial<NotificationSettings> | undefined): NotificationSettings {
  const { kinds = {}, ...others } = stored ?? {};
  const known = Object.entries(kinds).flatMap(([kind, ways]) => {
    const parsed = notificationSettingsSchema.shape.kinds.safeParse({ [kind]: ways });
    return parsed.success ? [parsed.data] : [];
  });
  const whole = { ...defaultNotificationSettings, ...others, kinds: Object.assign({}, ...known) };
  const parsed = notificationSettingsSchema.safeParse(whole);
  return parsed.success ? parsed.data : defaultNotificationSettings;
}
