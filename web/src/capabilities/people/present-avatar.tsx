import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { useOnScreen } from "./on-screen.ts";
import { personMark } from "./person-mark.ts";
import { usePresenceOf } from "./use-presence.ts";

export type PresentAvatarProps = Pick<AvatarProps, "userId" | "name" | "picture" | "size">;

/**
 * A face with how the person is, who is followed as long as it can be seen. Decorative: their name stands beside it,
 * and after that a PresenceWord.
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
