import type { AdminUser } from "@atoll/contract/administration/schemas";
import { NameButton } from "../../../../capabilities/people/name-button.tsx";
import { personMark } from "../../../../capabilities/people/person-mark.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { Avatar } from "../../../../ui/avatar/avatar.tsx";
import { Badge } from "../../../../ui/badge/badge.tsx";

/** A person's picture and name, marked if it is the viewer or an account that cannot sign in. */
export function UserName({ user }: { user: AdminUser }) {
  const viewer = useViewer();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span {...personMark(user.id)} className="flex-none cursor-pointer">
        <Avatar decorative name={user.name} size={28} userId={user.id} picture={user.avatar} />
      </span>
      <NameButton className="font-semibold" title={user.name} userId={user.id}>
        {user.name}
      </NameButton>
      {user.id === viewer.id && <span className="flex-none text-faint text-xs">you</span>}
      {user.isDisabled && <Badge tone="outline">Disabled</Badge>}
    </span>
  );
}
