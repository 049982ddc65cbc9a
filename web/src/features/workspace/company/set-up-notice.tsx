import type { ReactNode } from "react";
import { useKnown } from "../../../lib/use-known.ts";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { useSetUp } from "./api.ts";

export interface SetUpNoticeProps {
  /** Called once it is known what is left, or that it cannot be loaded. */
  onKnown: () => void;
  renderLink: (label: string) => ReactNode;
}

/** Leads administrators of a new company to the remaining set-up steps. Disappears when all are settled. */
export function SetUpNotice({ onKnown, renderLink }: SetUpNoticeProps) {
  const query = useSetUp();
  const { data } = query;
  useKnown(!query.isPending || query.fetchStatus === "paused", onKnown);
  const open = data?.steps.filter(({ isDone, isSkipped }) => !isDone && !isSkipped).length ?? 0;
  if (!data || open === 0) return null;
  const settled = data.steps.length - open;
  return (
    <section
      aria-label="Set up your workspace"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-primary-soft px-4 py-3"
    >
      <RingProgress label="Steps done" size={20} value={settled / data.steps.length} />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">Set up your workspace.</span>{" "}
        <span className="text-muted">
          {settled === 0
            ? "Give it a name and a logo, add your people and open a first channel."
            : `${open === 1 ? "One step is" : `${open} steps are`} left.`}
        </span>
      </p>
      {renderLink(settled === 0 ? "Begin" : "Continue")}
    </section>
  );
}
