import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const countPart = lazyPart(() => import("../../features/announcements/list/unread-count.tsx"));

/** Comes after the frame, which does without until then. */
function UnreadAnnouncements() {
  const part = useLazyPart(countPart, true, () => undefined);
  return part ? <part.UnreadCount /> : null;
}

export const counts = { "/announcements": UnreadAnnouncements };
