import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { authorName } from "./author-name.ts";

export interface PersonAvatarProps extends Pick<AvatarProps, "size" | "decorative" | "className"> {
  person: { id: string; name: string; avatar: string | null };
}

/** The avatar of a person as the server describes them. */
export function PersonAvatar({ person: { id, name, avatar }, ...look }: PersonAvatarProps) {
  // The initials of a program are those of its name, without the mark.
  return <Avatar {...look} userId={id} name={authorName({ id, name })} picture={avatar} />;
}
