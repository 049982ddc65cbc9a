import {
  type BoardPhase,
  boardPhases,
  maxOrderedFrames,
  phaseNameMaxLength,
  timerMaxSeconds,
} from "@atoll/contract/brainstorm/limits";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { framesInOrder } from "../canvas/groups.ts";
import { changeSession, setTimer } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";
import { phaseNames } from "../workshop/phase-names.ts";

const maxMinutes = timerMaxSeconds / 60;
const minutesText = `Choose between 1 and ${maxMinutes} minutes`;
const minutesSchema = z.object({
  minutes: z.coerce
    .number<string>(minutesText)
    .int(minutesText)
    .min(1, minutesText)
    .max(maxMinutes, minutesText),
});

/** Starts a timer of any number of minutes. */
export function TimerDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoardStore();
  const cache = useBoardCache(board.id);
  const form = useForm({
    values: { minutes: "" },
    schema: minutesSchema,
    async send({ minutes }) {
      cache.setCachedBoard(await setTimer(board.id, { action: "start", seconds: minutes * 60 }));
      onClose();
    },
    fallback: "Failed to set the timer",
  });
  return (
    <FormDialog form={form} title="Start a timer" verb="Start" width={360} onClose={onClose}>
      <TextField {...form.field("minutes")} label="Minutes" inputMode="numeric" autoComplete="off" />
    </FormDialog>
  );
}

const nameSchema = z.string().trim().max(phaseNameMaxLength, `At most ${phaseNameMaxLength} characters`);
const namesSchema = z.object({
  collect: nameSchema,
  reveal: nameSchema,
  group: nameSchema,
  vote: nameSchema,
  decide: nameSchema,
} satisfies Record<BoardPhase, z.ZodType>);

/** Names the phases of a workshop on this board. Only the names that were changed are sent. */
export function PhaseNamesDialog({ onClose }: { onClose: () => void }) {
  const { board } = useBoardStore();
  const cache = useBoardCache(board.id);
  const [before] = useState(board.session.phaseNames);
  const form = useForm({
    values: Object.fromEntries(boardPhases.map((phase) => [phase, before[phase] ?? ""])) as Record<
      BoardPhase,
      string
    >,
    schema: namesSchema,
    async send(names) {
      const changed = boardPhases.filter((phase) => names[phase] !== (before[phase] ?? ""));
      if (changed.length > 0) {
        const given = Object.fromEntries(changed.map((phase) => [phase, names[phase] || null]));
        cache.setCachedBoard(await changeSession(board.id, { phaseNames: given }));
      }
      onClose();
    },
    fallback: "Failed to name the steps",
  });
  return (
    <FormDialog form={form} title="Name the steps" verb="Save" width={440} onClose={onClose}>
      {boardPhases.map((phase) => (
        <TextField
          key={phase}
          {...form.field(phase)}
          label={phaseNames[phase]}
          placeholder={phaseNames[phase]}
          autoComplete="off"
        />
      ))}
      <p className="text-muted text-xs">
        The names are shown on this board. What happens in a step stays the same. Leave a field blank for its
        usual name.
      </p>
    </FormDialog>
  );
}

/** Sets the order in which the groups of a board are presented and printed. */
export function FrameOrderDialog({ onClose }: { onClose: () => void }) {
  const { board, snapshot } = useBoardStore();
  const cache = useBoardCache(board.id);
  const [order, setOrder] = useState(() =>
    framesInOrder(snapshot.items, board.session.frameOrder).map(({ id }) => id),
  );
  const [announced, announce] = useState("");
  // Frames may come and go while the dialog is open.
  const frames = framesInOrder(snapshot.items, order);
  const form = useForm({
    values: {},
    async send() {
      const frameOrder = frames.slice(0, maxOrderedFrames).map(({ id }) => id);
      cache.setCachedBoard(await changeSession(board.id, { frameOrder }));
      onClose();
    },
    fallback: "Failed to save the order",
  });
  const nameOf = (text: string) => text.trim() || "Unnamed group";
  function move(at: number, by: number): void {
    const ids = frames.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    if (id === undefined) return;
    ids.splice(at + by, 0, id);
    setOrder(ids);
    announce(`${nameOf(frames[at]?.element.text ?? "")}, now ${at + by + 1} of ${ids.length}`);
  }
  return (
    <FormDialog form={form} title="Order the presentation" verb="Save" width={440} onClose={onClose}>
      {frames.length === 0 && <EmptyState title="No groups yet">Add groups to the board first.</EmptyState>}
      <ol aria-label="Groups" className="divide-y rounded-md border">
        {frames.map(({ id, element }, at) => (
          <li key={id} className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
            <span className="min-w-0 flex-1 truncate">
              {at + 1}. {nameOf(element.text)}
            </span>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move ${nameOf(element.text)} up`}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move ${nameOf(element.text)} down`}
              disabled={at === frames.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </FormDialog>
  );
}
