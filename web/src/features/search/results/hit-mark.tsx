import type { Hit } from "@atoll/contract/search/hit-schemas";
import { Lock } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PresentAvatar } from "../../../capabilities/people/present-avatar.tsx";
import { kinds } from "../data/kinds.ts";

/** Leads a hit: the face of who wrote or is it, else the tile of its kind. */
export function HitMark({ hit }: { hit: Hit }) {
  const { kind, person, detail } = hit;
  if (person && kind === "person")
    return <PresentAvatar userId={person.id} picture={person.avatar} name={authorName(person)} size={28} />;
  if (person && (kind === "message" || kind === "comment"))
    return <PersonAvatar person={person} decorative size={28} />;
  const isPrivate = detail.kind === "channel" && detail.channel.type === "PRIVATE";
  const Icon = isPrivate ? Lock : kinds[kind].icon;
  return (
    <span
      aria-hidden="true"
      className="grid size-7 flex-none place-items-center rounded-md border bg-surface-sunken text-muted"
    >
      <Icon className="size-3.5" />
    </span>
  );
}
