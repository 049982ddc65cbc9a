import { presenceNames } from "../../ui/badge/presence-dot.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { usePresenceKnown } from "./use-presence.ts";

/** Says after a name what the dot on the person's face shows, as a word of its own. */
export function PresenceWord({ userId }: { userId: string }) {
  const presence = usePresenceKnown(userId);
  return presence && <VisuallyHidden> {presenceNames[presence]}</VisuallyHidden>;
}
