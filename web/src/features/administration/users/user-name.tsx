import type { AdminUser } from "@atoll/contract/administration/schemas";
import { useViewer } from "../../../lib/use-session.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";

/** A person's face and name, and whether it is oneself or somebody who may not sign in. */
export function UserName({ user }: { user: AdminUser }) {
  const viewer = useViewer();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar decorative name={user.name} size={28} userId={user.id} picture={user.avatar} />
      <span className="min-w-0 truncate font-semibold" title={user.name}>
        {user.name}
      </span>
      {user.id === viewer.id && <span className="flex-none text-faint text-xs">you</span>}
      {user.isDisabled && <Badge tone="outline">Disabled</Badge>}
    </span>
  );
}
