import { type BoardPhase, boardPhases } from "@atoll/contract/brainstorm/limits";
import { CircleCheck, Ellipsis, EyeOff, Lock } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { changeSession, setPhase, summonToBoard } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";
import { phaseNameOn } from "./phase-names.ts";
import { TimerPart } from "./timer-part.tsx";
import { VotesLeft } from "./votes-left.tsx";

/** The workshop above the canvas: phases, timer, votes left and, for facilitators, what comes next. */
export function PhaseBar({ view }: { view: () => { x: number; y: number; zoom: number } }) {
  const { board, mayLead } = useBoardStore();
  const { phase, isLocked } = board.session;
  const lead = useLead();
  if (phase === null && !mayLead && !isLocked && board.session.timer === null) return null;
  return (
    <section
      aria-label="Workshop"
      className="absolute inset-x-3 top-3 z-6 mx-auto flex w-fit flex-wrap items-center justify-center gap-x-2.5 gap-y-1 rounded-md border bg-surface-raised px-2.5 py-2 shadow-2"
    >
      {phase !== null && (
        <ol aria-label="Phases" className="flex items-center gap-0.5">
          {boardPhases.map((one) => (
            <PhaseMark key={one} phase={one} now={phase} />
          ))}
        </ol>
      )}
      {isLocked && (
        <span className="flex items-center gap-1.5 whitespace-nowrap font-medium text-muted text-xs">
          <Lock aria-hidden="true" className="size-3.5" />
          Locked
        </span>
      )}
      <TimerPart />
      {phase === "vote" && <VotesLeft />}
      {mayLead && phase !== null && (
        // Where it does not fit, the menu of the workshop has it too.
        <span
          className={cx(
            "flex items-center gap-2 whitespace-nowrap border-l pl-2.5 text-xs leading-5",
            phase === "vote" && "max-xl:hidden",
          )}
        >
          <EyeOff aria-hidden="true" className="size-3.5 text-muted" />
          <Toggle
            label="Private writing"
            labelFirst
            checked={phase === "collect"}
            onChange={({ target }) => void lead.go(target.checked ? "collect" : "reveal")}
          />
        </span>
      )}
      {mayLead && <LeadBar view={view} />}
    </section>
  );
}

/** The facilitator's next step, and everything else that they can do. */
export function LeadBar({ view }: { view: LeadMenuProps["view"] }) {
  const { board } = useBoardStore();
  const { phase } = board.session;
  const lead = useLead();
  const next = phase === null ? boardPhases[0] : boardPhases[boardPhases.indexOf(phase) + 1];
  return (
    <>
      {next && (
        <Button size="sm" variant="primary" loading={lead.isSending} onClick={() => void lead.go(next)}>
          {phase === null ? "Start a workshop" : `Next: ${phaseNameOn(board, next)}`}
        </Button>
      )}
      <LeadMenu go={lead.go} view={view} />
    </>
  );
}

function PhaseMark({ phase, now }: { phase: BoardPhase; now: BoardPhase }) {
  const name = phaseNameOn(useBoardStore().board, phase);
  const steps = boardPhases.indexOf(phase) - boardPhases.indexOf(now);
  return (
    <li
      aria-current={steps === 0 ? "step" : undefined}
      className={cx(
        "flex h-7 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-medium text-muted text-xs",
        steps === 0 && "bg-primary-soft font-semibold text-primary-text",
      )}
    >
      {steps < 0 ? (
        <CircleCheck aria-hidden="true" className="size-3.5 fill-success text-surface-raised" />
      ) : (
        <span aria-hidden="true">
          <RingProgress value={steps === 0 ? 0.6 : 0} label={name} size={14} />
        </span>
      )}
      <span className={cx(steps !== 0 && "max-xl:sr-only")}>{name}</span>
      {steps < 0 && <span className="sr-only"> (done)</span>}
    </li>
  );
}

/** Moves the workshop on. A phase that somebody else has changed first is left as it is. */
function useLead() {
  const { board } = useBoardStore();
  const cache = useBoardCache(board.id);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    async go(phase: BoardPhase | null, isNewRound = false): Promise<void> {
      setSending(true);
      try {
        cache.setCachedBoard(await setPhase(board.id, { phase, seenPhase: board.session.phase, isNewRound }));
      } catch (error) {
        notify.error(errorMessage(error, "Failed to change the phase"));
      } finally {
        setSending(false);
      }
    },
  };
}

type LeadMenuProps = {
  go: ReturnType<typeof useLead>["go"];
  view: () => { x: number; y: number; zoom: number };
};

function LeadMenu({ go, view }: LeadMenuProps) {
  const { board, openDialog } = useBoardStore();
  const cache = useBoardCache(board.id);
  const { phase, isLocked, votesPerPerson } = board.session;
  const change = (body: Parameters<typeof changeSession>[1]) =>
    changeSession(board.id, body).then(cache.setCachedBoard, (error: unknown) =>
      notify.error(errorMessage(error, "Failed to change the workshop")),
    );
  return (
    <Menu
      label="Lead the workshop"
      align="end"
      trigger={<IconButton size="sm" icon={Ellipsis} label="Lead the workshop" />}
      items={[
        {
          choice: "Phase",
          hasHeading: true,
          value: phase ?? "",
          options: [
            ...boardPhases.map((value) => ({ value: value as string, label: phaseNameOn(board, value) })),
            { value: "", label: "No workshop" },
          ],
          onValueChange: (value) => void go(boardPhases.find((one) => one === value) ?? null),
        },
        {
          choice: "Votes per person",
          hasHeading: true,
          value: String(votesPerPerson),
          options: [3, 5, 8, 10].map((count) => ({ value: String(count), label: String(count) })),
          onValueChange: (value) => void change({ votesPerPerson: Number(value) }),
        },
        "separator",
        { label: "Start a new vote", onSelect: () => void go("vote", true) },
        { label: "Propose groups", onSelect: () => openDialog({ kind: "clusters" }) },
        { label: "Name the steps", onSelect: () => openDialog({ kind: "phases" }) },
        { label: "Order the presentation", onSelect: () => openDialog({ kind: "frames" }) },
        {
          label: isLocked ? "Unlock the canvas" : "Lock the canvas",
          onSelect: () => void change({ isLocked: !isLocked }),
        },
        {
          label: "Call everyone here",
          onSelect: () =>
            void summonToBoard(board.id, uuidv7(), view()).then(
              (answer) => {
                cache.setCachedBoard(answer);
                notify.success("Everyone who has the board open follows you here");
              },
              (error: unknown) => notify.error(errorMessage(error, "Failed to call everyone")),
            ),
        },
      ]}
    />
  );
}
