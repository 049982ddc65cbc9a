import { useRouter } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { useLazyPopup } from "../../ui/popup/use-lazy-popup.ts";

const bellPart = lazyPart(() => import("../../features/notifications/bell/bell.tsx"));

/** Opens the inbox, and says how much in it is unread. All but the drawing of a bell comes after the first paint. */
export function NotificationsBell() {
  const { isWanted, triggerProps, ...popup } = useLazyPopup("dialog");
  const router = useRouter();
  const part = useLazyPart(bellPart, true, () => undefined);
  return (
    <>
      <IconButton
        {...triggerProps({})}
        badge={part && <part.BellCount onOpen={(href) => void router.navigate({ href })} />}
        icon={Bell}
        label="Inbox"
        tooltipSide="bottom"
      />
      {part && isWanted && <part.BellPopover {...popup} />}
    </>
  );
}
