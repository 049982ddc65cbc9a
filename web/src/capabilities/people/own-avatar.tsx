import { useIsCut } from "../../lib/server/use-offline.ts";
import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { shapeOf, useOwnStatus } from "./use-presence.ts";

/** The viewer's own face with the status they chose, as others see it: without a connection nobody sees them here. */
export function OwnAvatar(avatar: Pick<AvatarProps, "userId" | "name" | "picture" | "size">) {
  const [status] = useOwnStatus();
  const isCut = useIsCut();
  return <Avatar {...avatar} decorative presence={status && (isCut ? "offline" : shapeOf(status))} />;
}
