import { useSyncExternalStore } from "react";
import { Avatar, type AvatarProps } from "../../../ui/avatar.tsx";
import { useOptionalChat } from "../chat-provider.tsx";
import { shapeOf } from "./use-presence.ts";

/** The viewer's own face with the status they chose; without it for someone who may not chat. */
export function OwnAvatar(avatar: Pick<AvatarProps, "userId" | "name" | "size">) {
  const presence = useOptionalChat()?.presence;
  const status = useSyncExternalStore(presence?.subscribe ?? never, () => presence?.own());
  return <Avatar {...avatar} decorative presence={status && shapeOf(status)} />;
}

const never = () => () => undefined;
