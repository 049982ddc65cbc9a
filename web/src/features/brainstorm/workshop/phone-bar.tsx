import { boardPhases } from "@atoll/contract/brainstorm/limits";
import { useDocumentSnapshot } from "../../../capabilities/documents/use-shared-document.ts";
import { useBoardStore } from "../canvas/board-store.tsx";
import { LeadBar } from "./phase-bar.tsx";
import { phaseNameOn } from "./phase-names.ts";
import { TimerPart } from "./timer-part.tsx";
import { VotesLeft } from "./votes-left.tsx";

/** The workshop above the list. */
export function PhoneBar({ view }: { view: () => { x: number; y: number; zoom: number } }) {
  const { board, document: shared, mayLead } = useBoardStore();
  const { coEditors } = useDocumentSnapshot(shared);
  const { phase, timer, isLocked } = board.session;
  if (phase === null && !timer && !isLocked && !mayLead) return null;
  return (
    <section
      aria-label="Workshop"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-surface-raised px-4 py-2.5"
    >
      {phase !== null && (
        <>
          <span className="flex h-7 items-center rounded-sm bg-primary-soft px-2.5 font-semibold text-primary-text text-sm">
            {phaseNameOn(board, phase)}
          </span>
          <span className="text-muted text-xs">
            {boardPhases.indexOf(phase) + 1} of {boardPhases.length}
          </span>
        </>
      )}
      {isLocked && <span className="text-muted text-xs">Locked</span>}
      {phase === "vote" && <VotesLeft />}
      <span className="text-muted text-xs">
        {coEditors.length === 0 ? "Only you are here" : `${coEditors.length + 1} here now`}
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-2 max-md:gap-0.5">
        <TimerPart />
        {mayLead && <LeadBar view={view} />}
      </span>
    </section>
  );
}
