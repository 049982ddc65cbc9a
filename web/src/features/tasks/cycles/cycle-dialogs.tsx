import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { cycleChangeSchema, type ListedCycle, type TaskCycleList } from "@atoll/contract/tasks/cycle-schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { isOpen } from "../data/is-open.ts";
import { useCycleLists } from "../data/use-task-cycles.ts";
import { useCycleReport } from "./cycle-report.tsx";

const editSchema = z.object({ name: z.string(), goal: z.string(), startsOn: z.string(), endsOn: z.string() });

const storedCycle = ({ name, goal, startsOn, endsOn, version }: ListedCycle) => ({
  version,
  values: { name, goal, startsOn, endsOn },
});

/** Returns a cycle as it is now; undefined once it has ended or was removed. */
function useOpenCycle(id: string): ListedCycle | undefined {
  const { data } = useCycleLists();
  return data?.lists.flatMap(({ open }) => open).find((one) => one.id === id);
}

interface CycleDialogProps {
  /** The cycle as it was when the dialog was opened. */
  opened: ListedCycle;
  /** Its first day stays. */
  hasStarted: boolean;
  onClose: () => void;
}

/** Edits the name, goal and days of a cycle. One that ends in the meantime leaves the typed words to be copied. */
export function CycleDialog({ opened, hasStarted, onClose }: CycleDialogProps) {
  const { refetch } = useCycleLists();
  const open = useOpenCycle(opened.id);
  const [latest, setLatest] = useState(opened);
  if (open && open !== latest) setLatest(open);
  const cycle = open ?? latest;
  const form = useEditForm({
    stored: storedCycle(cycle),
    schema: editSchema,
    async fetchNewest() {
      const lists = (await refetch()).data?.lists ?? [];
      const newest = lists.flatMap(({ open }) => open).find(({ id }) => id === cycle.id);
      return newest && storedCycle(newest);
    },
    async save(values, { version, pick }) {
      const body = cycleChangeSchema.safeParse({ version, ...pick(values) });
      if (!body.success) throw new SpokenError(body.error.issues[0]?.message);
      await call(taskCycleRoutes.changeTaskCycle, { params: { cycleId: cycle.id }, body: body.data });
      await refetch();
      return undefined;
    },
    onDone() {
      notify.success("Cycle saved");
      onClose();
    },
    fieldOf: { task_cycle_dates_wrong: "endsOn" },
    fallback: "Failed to save the cycle",
  });
  const startsOn = useChoice(form, "startsOn");
  const endsOn = useChoice(form, "endsOn");
  return (
    <FormDialog
      form={form}
      keptAs={`cycle/${opened.id}`}
      onClose={onClose}
      title={`Edit ${opened.name}`}
      width={480}
      verb="Save"
      isDisabled={!open}
      alert={
        open ? undefined : (
          <InlineAlert tone="error">
            {`${cycle.name} has ended or was removed, so changes can no longer be saved. Copy what you still need.`}
          </InlineAlert>
        )
      }
    >
      <FormClashes
        form={form}
        labels={{ name: "Name", goal: "Goal", startsOn: "First day", endsOn: "Last day" }}
      />
      <TextField {...form.field("name")} label="Name" />
      <TextArea {...form.field("goal")} grows label="Goal" rows={3} />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {!hasStarted && <DateField {...startsOn} label="First day" />}
        <DateField {...endsOn} label="Last day" />
      </div>
    </FormDialog>
  );
}

interface EndDialogProps {
  /** The cycle as it was when the dialog was opened. */
  opened: ListedCycle;
  unfinished: TaskCycleList["unfinished"];
  onClose: () => void;
}

/** Says what will happen to the tasks of the current cycle, and ends it. */
export function EndCycleDialog({ opened, unfinished, onClose }: EndDialogProps) {
  const { refetch } = useCycleLists();
  const open = useOpenCycle(opened.id);
  const cycle = open ?? opened;
  const report = useCycleReport(cycle.id).data?.report;
  const [isMoving, setIsMoving] = useState(unfinished === "next");
  const next = report?.movedTo?.name ?? "the next cycle";
  // Archived tasks that were never done do not move.
  const unfinishedCount = (report?.statuses ?? [])
    .filter(({ status }) => isOpen({ status }))
    .reduce((total, { count }) => total + count, 0);
  const end = useMutation({
    networkMode: "always",
    async mutationFn() {
      const body = { version: cycle.version, unfinished: isMoving ? ("next" as const) : ("none" as const) };
      try {
        await call(taskCycleRoutes.endTaskCycle, { params: { cycleId: cycle.id }, body });
      } catch (error) {
        // Another manager, or the end of its last day, was faster.
        if (!hasCode(error, "task_cycle_ended")) throw error;
      } finally {
        await refetch();
      }
    },
    onSuccess() {
      notify.success(`${cycle.name} has ended`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => end.mutate()}
      loading={end.isPending}
      error={end.error}
      failure="Failed to end the cycle"
      tone="primary"
      outdated={open || end.isPending || end.isSuccess ? undefined : `${cycle.name} has ended.`}
      title={`End ${cycle.name} now?`}
      verb="End cycle"
      choice={
        <Checkbox
          checked={isMoving}
          label={`Move unfinished tasks to ${next}`}
          onChange={({ target }) => setIsMoving(target.checked)}
        />
      }
    >
      {report
        ? `${counted(report.done.count, "task")} done. ${counted(unfinishedCount, "unfinished task")} ${
            unfinishedCount === 1 ? "moves" : "move"
          } ${isMoving ? `to ${next}` : "out of the cycle"}. The report does not change afterwards, and this cannot be undone.`
        : "The report does not change afterwards, and this cannot be undone."}
    </ConfirmDialog>
  );
}
