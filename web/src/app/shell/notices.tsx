import { useViewer } from "../../lib/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const barPart = lazyPart(() => import("../../features/identity/notice-bar.tsx"));

/** What stands above everything until it was read, or is over. Nearly always there is nothing, and nothing is loaded. */
export function Notices() {
  const part = useLazyPart(barPart, useViewer().notices.length > 0, () => undefined);
  return part ? <part.NoticeBar /> : null;
}
