import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { authorName } from "./author-name.ts";

export interface PersonAvatarProps extends Pick<AvatarProps, "size" | "decorative" | "className"> {
  person: { id: string; name: string; avatar: string | null };
}

/** The avatar of a person as the server describes them. */
export function PersonAvatar({ person, ...look }: PersonAvatarProps) {
  return <Avatar {...look} userId={person.id} name={authorName(person)} picture={person.avatar} />;
}
