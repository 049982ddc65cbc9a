import { useViewer } from "../../lib/session/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";

const barPart = lazyPart(() => import("../../features/identity/notice-bar.tsx"));

const maintenancePart = lazyPart(() => import("../../features/operation/maintenance-banner.tsx"));

/** Loaded after the first paint. */
export function LazyMaintenance() {
  const part = useLazyPart(maintenancePart, true, () => undefined);
  return part ? <part.MaintenanceBanner /> : null;
}

/**
 * Notices above everything until they are read or no longer apply. There are rarely any, and then nothing is loaded.
 */
export function Notices() {
  const part = useLazyPart(barPart, useViewer().notices.length > 0, () => undefined);
  return part ? <part.NoticeBar /> : null;
}
