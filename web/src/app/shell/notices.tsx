import { useIsOffline } from "../../lib/use-offline.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const barPart = lazyPart(() => import("../../features/identity/notice-bar.tsx"));
const offlinePart = lazyPart(() => import("./offline-bar.tsx"));

/** What stands above everything until it was read, or is over. Nearly always there is nothing, and nothing is loaded. */
export function Notices() {
  const isOffline = useIsOffline();
  const part = useLazyPart(barPart, useViewer().notices.length > 0, () => undefined);
  const offline = useLazyPart(offlinePart, isOffline, () => undefined);
  return (
    <>
      {offline && isOffline && <offline.OfflineBar />}
      {part && <part.NoticeBar />}
    </>
  );
}
