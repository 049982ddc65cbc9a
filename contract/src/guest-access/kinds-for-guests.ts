import type { NotificationKind } from "../notification-kinds.ts";

/** The kinds of notifications that guests can get, which their settings list. They organise no events and own no bots. */
export const kindsForGuests: readonly NotificationKind[] = [
  ...(["chat.mention", "chat.reply", "chat.direct", "channel.added"] as const),
  ...(["task.assigned", "task.mention", "task.comment", "task.due-tomorrow", "task.overdue"] as const),
  ...(["knowledge.mention", "guest-access.given"] as const),
  ...(["event.invited", "event.moved", "event.cancelled"] as const),
  ...(["event.comment", "event.mention", "event.reminder", "event.alarm"] as const),
  ...(["password.set", "password.reset", "email.changed"] as const),
  ...(["passkey.added", "second-factor.removed", "session.new-device"] as const),
];
