import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { type TaskCycleList, unfinishedGoTo } from "@atoll/contract/tasks/cycle-schemas";
import { maxCyclePauseWeeks, maxCycleWeeks } from "@atoll/contract/tasks/cycles";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { counted } from "../../../lib/counted.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { type Form, useForm } from "../../../lib/form/use-form.ts";
import { SpokenError } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useCycleLists } from "../data/use-task-cycles.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const unfinishedNames = { next: "Move to the next cycle", none: "Leave without a cycle" } as const;
const unfinishedOptions = unfinishedGoTo.map((value) => ({ value, label: unfinishedNames[value] }));

const upTo = (from: number, most: number) =>
  Array.from({ length: most - from + 1 }, (_, at) => String(at + from));

const schema = z.object({
  weeks: z.string().transform(Number),
  weekday: z.string().transform(Number),
  pauseWeeks: z.string().transform(Number),
  unfinished: z.enum(unfinishedGoTo),
});

const storedOf = ({ version, weeks, weekday, pauseWeeks, unfinished }: TaskCycleList) => ({
  version,
  values: {
    weeks: String(weeks),
    weekday: String(weekday),
    pauseWeeks: String(pauseWeeks),
    unfinished,
  },
});

/** Returns what saves settings over a version that was seen. */
function useSave({ departmentId, isOn, weeks, weekday, pauseWeeks, unfinished }: TaskCycleList) {
  const { refetch } = useCycleLists();
  return async (version: number, settings: Partial<z.output<typeof schema>> & { isOn: boolean }) => {
    const current = { isOn, weeks, weekday, pauseWeeks, unfinished };
    try {
      await call(taskCycleRoutes.setTaskCycles, {
        params: { departmentId },
        body: { ...current, ...settings, version },
      });
    } finally {
      await refetch();
    }
  };
}

interface SettingsProps {
  list: TaskCycleList;
  departmentName: string;
  onClose: () => void;
}

/** Switches the cycles of a department on, or sets how they follow each other. */
export function CycleSettingsDialog(props: SettingsProps) {
  // Which of the two it is stays, also when someone else switches the cycles on or off in the meantime.
  const [isOn] = useState(props.list.isOn);
  return isOn ? <ChangeSettings {...props} /> : <SwitchOn {...props} />;
}

const switchedOn = "Someone else has switched cycles on. Close this dialog to see their settings.";
const switchedOff = "Someone else has switched cycles off. Close this dialog to switch them on again.";

function SwitchOn({ list, departmentName, onClose }: SettingsProps) {
  const save = useSave(list);
  // Settings that someone else saves while this is open are not overwritten.
  const [{ version }] = useState(list);
  const form = useForm({
    values: storedOf(list).values,
    schema,
    async send(settings) {
      await save(version, { ...settings, isOn: true });
      notify.success("Cycles are on");
      onClose();
    },
    fallback: "Failed to switch the cycles on",
  });
  const isOnSince = list.isOn && !form.isSending;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Switch on cycles of ${departmentName}`}
      width={480}
      verb="Switch on"
      isDisabled={isOnSince}
      alert={isOnSince ? <InlineAlert tone="error">{switchedOn}</InlineAlert> : undefined}
    >
      <SettingsFields form={form} />
      <p className="text-muted text-xs">
        The first cycle starts on the next such day, which may be today. The one after it is made ahead.
      </p>
    </FormDialog>
  );
}

function ChangeSettings({ list, departmentName, onClose }: SettingsProps) {
  const save = useSave(list);
  const { refetch } = useCycleLists();
  const [isStopping, setIsStopping] = useState(false);
  const form = useEditForm({
    stored: storedOf(list),
    schema,
    async fetchNewest() {
      const newest = (await refetch()).data?.lists.find((one) => one.departmentId === list.departmentId);
      if (newest && !newest.isOn) throw new SpokenError(switchedOff);
      return newest && storedOf(newest);
    },
    async save(settings, { version }) {
      if (!list.isOn) throw new SpokenError(switchedOff);
      await save(version, { ...settings, isOn: true });
      return undefined;
    },
    onDone() {
      notify.success("Settings saved");
      onClose();
    },
    fallback: "Failed to save the settings",
  });
  const stop = useMutation({
    networkMode: "always",
    mutationFn: () => save(list.version, { isOn: false }),
    onSuccess() {
      notify.success("Cycles are off");
      onClose();
    },
  });
  return (
    <>
      <FormDialog
        form={form}
        onClose={onClose}
        title={`Cycles of ${departmentName}`}
        width={480}
        verb="Save"
        isDisabled={!list.isOn}
        alert={list.isOn ? undefined : <InlineAlert tone="error">{switchedOff}</InlineAlert>}
        aside={
          <Button className="mr-auto" variant="ghost" onClick={() => setIsStopping(true)}>
            Switch off…
          </Button>
        }
      >
        <FormClashes
          form={form}
          labels={{
            weeks: "Length",
            weekday: "Starts on",
            pauseWeeks: "Pause",
            unfinished: "Unfinished tasks",
          }}
        />
        <SettingsFields form={form} />
        <p className="text-muted text-xs">The current cycle keeps its days. The next one gets new days.</p>
      </FormDialog>
      <ConfirmDialog
        open={isStopping}
        onClose={() => setIsStopping(false)}
        onConfirm={() => stop.mutate()}
        loading={stop.isPending}
        error={stop.error}
        failure="Failed to switch the cycles off"
        outdated={list.isOn || stop.isPending || stop.isSuccess ? undefined : "Cycles are off already."}
        title="Switch off cycles?"
        verb="Switch off"
      >
        The current cycle ends now, and its unfinished tasks leave it. The next one is removed. Reports of
        cycles that have ended stay.
      </ConfirmDialog>
    </>
  );
}

function SettingsFields({ form }: { form: Form<ReturnType<typeof storedOf>["values"]> }) {
  return (
    <>
      <Select
        {...useChoice(form, "weeks")}
        label="Length"
        options={upTo(1, maxCycleWeeks).map((value) => ({ value, label: counted(Number(value), "week") }))}
      />
      <Select
        {...useChoice(form, "weekday")}
        label="Starts on"
        options={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
      />
      <Select
        {...useChoice(form, "pauseWeeks")}
        label="Pause between cycles"
        options={upTo(0, maxCyclePauseWeeks).map((value) => ({
          value,
          label: value === "0" ? "No pause" : counted(Number(value), "week"),
        }))}
      />
      <Select
        {...useChoice(form, "unfinished")}
        label="Unfinished tasks at the end"
        options={unfinishedOptions}
      />
    </>
  );
}
