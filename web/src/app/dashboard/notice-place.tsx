import type { Viewer } from "@atoll/contract/identity/schemas";
import { canOpenAdmin } from "@atoll/contract/permissions";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { openTextStorage } from "../../lib/text-storage.ts";

const SetUpNotice = lazy(async () => ({
  default: (await import("../admin/set-up-notice.tsx")).SetUpNotice,
}));
const NewcomerSteps = lazy(async () => ({
  default: (await import("./newcomer-steps.tsx")).NewcomerSteps,
}));

const newcomerMs = 14 * 24 * 3_600_000;
const heightKey = (viewerId: string) => `dashboard-notice-height/${viewerId}`;

/** Returns whether the person's dashboard may begin with a notice. */
export function mayHaveNotice(viewer: Viewer): boolean {
  return canOpenAdmin(viewer) || Date.now() - Date.parse(viewer.createdAt) < newcomerMs;
}

/** Returns the height of the notice when this browser last showed the dashboard. Undefined if it has not done so yet. */
export function lastNoticeHeight(viewer: Viewer): number | undefined {
  const height = Number.parseInt(openTextStorage().getItem(heightKey(viewer.id)) ?? "", 10);
  return Number.isNaN(height) ? undefined : height;
}

interface NoticePlaceProps {
  viewer: Viewer;
  /** It is known what the notice says, or that there is none. */
  isKnown: boolean;
  onKnown: () => void;
}

/** The notice at the head of a dashboard. Its last height is reserved until it is known, so that nothing below it moves. */
export function NoticePlace({ viewer, isKnown, onKnown }: NoticePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isKnown || !place.current) return undefined;
    const sized = new ResizeObserver(([entry]) => {
      if (entry)
        openTextStorage().setItem(
          heightKey(viewer.id),
          `${Math.round(entry.borderBoxSize[0]?.blockSize ?? 0)}`,
        );
    });
    sized.observe(place.current);
    return () => sized.disconnect();
  }, [isKnown, viewer.id]);
  return (
    <div
      className="flow-root"
      ref={place}
      style={isKnown ? undefined : { minHeight: lastNoticeHeight(viewer) }}
    >
      <Suspense>
        {canOpenAdmin(viewer) ? <SetUpNotice onKnown={onKnown} /> : <NewcomerSteps onKnown={onKnown} />}
      </Suspense>
    </div>
  );
}
