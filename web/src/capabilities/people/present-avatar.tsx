import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { useOnScreen } from "./on-screen.ts";
import { personMark } from "./person-mark.ts";
import { usePresenceOf } from "./use-presence.ts";

export type PresentAvatarProps = Pick<AvatarProps, "userId" | "name" | "picture" | "size">;

/**
 * An avatar with the person's presence, which is followed while it is visible. Decorative: their name is shown next to
 * it, followed by a PresenceWord.
 */
export function PresentAvatar({ userId, ...avatar }: PresentAvatarProps) {
  const [ref, isOnScreen] = useOnScreen();
  const presence = usePresenceOf(isOnScreen ? userId : undefined);
  return (
    <span ref={ref} {...personMark(userId)} className="flex flex-none">
      <Avatar {...avatar} decorative userId={userId} presence={presence} />
    </span>
  );
}
