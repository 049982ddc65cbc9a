import { LogOut } from "lucide-react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { useSignOut } from "./use-sign-out.tsx";

/** The signed-in person, at the bottom of the navigation. */
export function UserBlock() {
  const { id, name, avatar } = useViewer();
  const { leave, question } = useSignOut();
  return (
    <div className="flex items-center gap-2 rounded-md border border-strong bg-[color-mix(in_oklab,var(--surface)_60%,transparent)] p-2">
      <Avatar decorative name={name} size={24} picture={avatar} userId={id} />
      <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
      <IconButton icon={LogOut} label="Sign Out" onClick={leave} size="xs" />
      {question}
    </div>
  );
}
