import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { shapeOf, useOwnStatus } from "./use-presence.ts";

/** The viewer's own face with the status they chose; without it where there is none. */
export function OwnAvatar(avatar: Pick<AvatarProps, "userId" | "name" | "picture" | "size">) {
  const [status] = useOwnStatus();
  return <Avatar {...avatar} decorative presence={status && shapeOf(status)} />;
}
