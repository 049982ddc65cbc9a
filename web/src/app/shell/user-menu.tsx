import { Link } from "@tanstack/react-router";
import { ChevronDown, Download, LifeBuoy, LogOut, Settings } from "lucide-react";
import type { ComponentProps } from "react";
import { OwnAvatar } from "../../capabilities/people/own-avatar.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { useInstall } from "./use-install.ts";
import { useSignOut } from "./use-sign-out.tsx";

/** The person's name, settings, help and the way out. */
export function UserMenu() {
  const viewer = useViewer();
  const install = useInstall();
  const { leave, question } = useSignOut();
  return (
    <>
      <Menu
        align="end"
        header={
          <>
            <p className="truncate font-semibold">{viewer.name}</p>
            <p className="truncate text-faint text-xs">{viewer.email}</p>
          </>
        }
        items={[
          { label: "Settings", icon: Settings, link: <Link to="/settings" /> },
          { label: "Help & Support", icon: LifeBuoy },
          // The header has no room for its button on a small screen.
          ...(install ? [{ label: "Install the app", icon: Download, onSelect: install }] : []),
          "separator",
          { label: "Sign Out", icon: LogOut, onSelect: leave },
        ]}
        label="Your account"
        trigger={<Trigger userId={viewer.id} name={viewer.name} picture={viewer.avatar} />}
      />
      {question}
    </>
  );
}

function Trigger({
  userId,
  name,
  picture,
  ...rest
}: { userId: string; name: string; picture: string | null } & ComponentProps<"button">) {
  return (
    <button
      {...rest}
      // Named by its content: a label that leaves out the initials would not match what is seen.
      aria-label={undefined}
      className="flex h-9 items-center gap-1.5 rounded-sm p-1 pl-1.5 text-muted [--av-edge:var(--canvas)] transition-colors duration-fast data-popup-open:bg-surface-active hover:bg-surface-active hover:text-text"
      type="button"
    >
      <OwnAvatar name={name} size={28} userId={userId} picture={picture} />
      <VisuallyHidden>Your account, {name}</VisuallyHidden>
      <ChevronDown className="size-3.5 max-sm:hidden" />
    </button>
  );
}
