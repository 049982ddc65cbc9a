import { type RefObject, useEffect, useEffectEvent } from "react";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { setPageNews } from "../../../lib/page/page-icon.ts";
import { setTitleCount } from "../../../lib/page/page-title.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { seenInInbox, useCounts } from "../inbox/api.ts";
import { useRings } from "../ring/use-rings.ts";
import { useProfiles } from "./use-profiles.ts";

const popoverPart = lazyPart(() => import("./inbox-popover.tsx"));

/**
 * On the bell: how much is unread. The title of the page and the icon of the installed app say the same.
 * @param props.onOpen goes to a place of the web app that a notification of the system leads to.
 */
export function BellCount({ onOpen }: { onOpen: (path: string) => void }) {
  const known = useCounts()?.unread;
  const unread = known ?? 0;
  useKeptSeen(seenInInbox);
  useRings();
  const signedIn = useSignedIn();
  useProfiles(signedIn.realtime);
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isOver = false;
    import("../push/follow-push.ts")
      .then((part) => {
        if (!isOver) stop = part.followPush(signedIn, (path) => open(path));
      })
      // Without a connection: the next start sees to it.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, [signedIn]);
  useEffect(() => {
    // Until it is known, the icon keeps what a push has put there.
    if (known === undefined) return;
    setTitleCount(unread > 99 ? "99+" : unread ? String(unread) : "");
    setIconCount(unread);
    setPageNews("inbox", unread > 0);
  }, [known, unread]);

  useEffect(
    () => () => {
      setTitleCount("");
      setIconCount(0);
      setPageNews("inbox", false);
    },
    [],
  );
  return unread > 0 ? <Count label="unread" ringed tone="bell" value={unread} /> : null;
}

export interface BellPopoverProps {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}

/** The inbox at the bell, once it was wanted. */
export function BellPopover({ anchor, isOpen, setOpen }: BellPopoverProps) {
  const part = useLazyPart(popoverPart, true, () => setOpen(false));
  return part && <part.InboxPopover anchor={anchor} onOpenChange={setOpen} open={isOpen} />;
}

/** Only browsers that install apps have it; what they refuse is of no consequence. */
function setIconCount(count: number): void {
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
