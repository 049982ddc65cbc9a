import { type Maintenance, maxMaintenanceText } from "@atoll/contract/operation/maintenance";
import {
  type ChosenLogLevel,
  type Health,
  type Logging,
  logLevels,
  operationRoutes,
} from "@atoll/contract/operation/routes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useChoice, useToggle } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { formatInstant } from "../../lib/time/format-date.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { instantOfText, wallText } from "../../lib/time/wall-time.ts";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { DateTimeField } from "../../ui/field/dates/date-time-field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { describeTimes, healthKey, maintenanceKey, useMaintenance } from "./api.ts";

type Opened = "edit" | "end" | undefined;

/** Announces maintenance to everyone, changes it and ends it. */
export function MaintenanceCard() {
  const { data } = useMaintenance();
  const [opened, setOpened] = useState<Opened>();
  const now = useNow();
  if (!data) return null;
  const { announced } = data;
  const close = () => setOpened(undefined);
  return (
    <SettingCard
      end={
        <div className="flex gap-2">
          {announced && (
            <Button onClick={() => setOpened("end")} size="sm" variant="ghost">
              {announced.isRunning ? "End now" : "Cancel maintenance"}
            </Button>
          )}
          <Button onClick={() => setOpened("edit")} size="sm">
            {announced ? "Change" : "Announce"}
          </Button>
        </div>
      }
      text={
        announced
          ? describeTimes(announced, now)
          : "Tells everyone when maintenance takes place, and can make Atoll read-only for its duration."
      }
      title="Maintenance"
    >
      {announced && (
        <div className="border-t px-4 py-3 md:px-5">
          <p className="whitespace-pre-wrap wrap-anywhere">{announced.text}</p>
          <p className="text-muted text-xs">
            {announced.isReadOnly
              ? "Only super administrators can make changes while it lasts."
              : "Everyone can go on working while it lasts."}
          </p>
        </div>
      )}
      {opened === "edit" && <MaintenanceDialog maintenance={data} onClose={close} />}
      {opened === "end" && <EndDialog isRunning={announced?.isRunning ?? false} onClose={close} />}
    </SettingCard>
  );
}

const dialogSchema = z.object({
  text: z.string().trim().min(1, "Say what happens").max(maxMaintenanceText),
  startsAt: z.string(),
  endsAt: z.string().min(1, "Choose when it ends"),
  isReadOnly: z.boolean(),
});

const toInstant = (wall: string) => instantOfText(wall).toISOString();

function storedOf({ version, announced }: Maintenance, usualEnd: string) {
  const { text = "", isReadOnly = false } = announced ?? {};
  const startsAt = announced ? wallText(announced.startsAt) : "";
  const endsAt = announced ? wallText(announced.endsAt) : usualEnd;
  return { version, values: { text, startsAt, endsAt, isReadOnly }, source: announced };
}

function MaintenanceDialog({ maintenance, onClose }: { maintenance: Maintenance; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [usualEnd] = useState(() => wallText(new Date(Date.now() + 3_600_000)));
  const form = useEditForm({
    stored: storedOf(maintenance, usualEnd),
    schema: dialogSchema,
    fetchNewest: async () => storedOf(await call(operationRoutes.getMaintenance, {}), usualEnd),
    async save({ text, isReadOnly, ...walls }, { version, changed, source }) {
      // A time that was not touched keeps its seconds.
      const kept = (name: "startsAt" | "endsAt") => (changed.has(name) ? undefined : source?.[name]);
      const startsAt = kept("startsAt") ?? (walls.startsAt ? toInstant(walls.startsAt) : null);
      const endsAt = kept("endsAt") ?? toInstant(walls.endsAt);
      const body = { version, text, startsAt, endsAt, isReadOnly };
      queryClient.setQueryData<Maintenance>(
        maintenanceKey,
        await call(operationRoutes.announceMaintenance, { body }),
      );
      return undefined;
    },
    onDone() {
      notify.success("Maintenance announced");
      onClose();
    },
    fallback: "Failed to announce maintenance",
  });
  return (
    <FormDialog
      description="Everyone sees it at once above every page, with the time that is left."
      form={form}
      keptAs="maintenance"
      onClose={onClose}
      title={maintenance.announced ? "Change maintenance" : "Announce maintenance"}
      verb={maintenance.announced ? "Save" : "Announce"}
      width={480}
    >
      <FormClashes
        form={form}
        labels={{ text: "What happens", startsAt: "Starts", endsAt: "Ends", isReadOnly: "Read-only" }}
        say={(name, value) => (name === "isReadOnly" ? (value ? "On" : "Off") : undefined)}
      />
      <TextArea
        {...form.field("text")}
        grows
        label="What happens"
        maxLength={maxMaintenanceText}
        placeholder="The server gets new disks."
      />
      <DateTimeField {...useChoice(form, "startsAt")} help="Leave blank to start now." label="Starts" />
      <DateTimeField {...useChoice(form, "endsAt")} help="It ends by itself." label="Ends" />
      <Checkbox
        {...useToggle(form, "isReadOnly")}
        help="People can read and sign in. What they write is refused or waits in their browser until it is over. Background work goes on."
        label="Only super administrators can make changes"
      />
    </FormDialog>
  );
}

function EndDialog({ isRunning, onClose }: { isRunning: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: () => call(operationRoutes.endMaintenance, {}),
    onSuccess(maintenance) {
      queryClient.setQueryData<Maintenance>(maintenanceKey, maintenance);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      error={ending.error}
      failure="Failed to end maintenance"
      loading={ending.isPending}
      onClose={onClose}
      onConfirm={() => ending.mutate()}
      open
      title={isRunning ? "End maintenance?" : "Cancel maintenance?"}
      tone="primary"
      verb={isRunning ? "End maintenance" : "Cancel maintenance"}
    >
      {isRunning ? "Everyone can change things again at once." : "Nobody sees it any more."}
    </ConfirmDialog>
  );
}

/** Shows how much the servers log, and chooses another level for a while. */
export function LogLevelCard({ logging }: { logging: Logging }) {
  const [isOpen, setIsOpen] = useState(false);
  const { level, configured, endsAt } = logging;
  const show = useShowLogging();
  const reset = useMutation({
    mutationFn: () => call(operationRoutes.resetLogLevel, {}),
    onSuccess: show,
    onError: (error) => void notify.error(errorMessage(error, "Failed to reset the log level")),
  });
  return (
    <SettingCard
      end={
        <div className="flex items-center gap-2">
          <Badge tone={endsAt ? "warning" : "secondary"}>{level}</Badge>
          {endsAt && (
            <Button loading={reset.isPending} onClick={() => reset.mutate()} size="sm" variant="ghost">
              Reset
            </Button>
          )}
          <Button onClick={() => setIsOpen(true)} size="sm">
            Change
          </Button>
        </div>
      }
      text={
        endsAt
          ? `On all servers until ${formatInstant(endsAt)}, then ${configured} again.`
          : "As configured with ATOLL_LOG_LEVEL. Another level for a while needs no restart."
      }
      title="Log level"
    >
      {isOpen && <LogLevelDialog onClose={() => setIsOpen(false)} />}
    </SettingCard>
  );
}

function useShowLogging() {
  const queryClient = useQueryClient();
  return (logging: Logging) =>
    queryClient.setQueryData<Health>(healthKey, (health) => health && { ...health, logging });
}

const levelNames: Record<ChosenLogLevel["level"], string> = {
  error: "error: only failures",
  warn: "warn: failures and warnings",
  info: "info: also every request",
  debug: "debug: also every refusal",
  trace: "trace: everything",
};

const spans = [
  { value: "15", label: "15 minutes" },
  { value: "60", label: "1 hour" },
  { value: "240", label: "4 hours" },
  { value: "1440", label: "24 hours" },
] as const;

interface LogChoice {
  level: ChosenLogLevel["level"];
  minutes: (typeof spans)[number]["value"];
}

function LogLevelDialog({ onClose }: { onClose: () => void }) {
  const show = useShowLogging();
  const values: LogChoice = { level: "debug", minutes: "60" };
  const form = useForm<LogChoice>({
    values,
    async send({ level, minutes }) {
      const body = { level, minutes: Number(minutes) };
      show(await call(operationRoutes.chooseLogLevel, { body }));
      onClose();
    },
    fallback: "Failed to change the log level",
  });
  return (
    <FormDialog
      description="Applies to all servers at once, and ends by itself. Secrets are left out at every level."
      form={form}
      onClose={onClose}
      title="Change the log level"
      verb="Change"
      width={420}
    >
      <Select
        {...useChoice(form, "level")}
        label="Level"
        options={logLevels.map((value) => ({ value, label: levelNames[value] }))}
      />
      <Select {...useChoice(form, "minutes")} label="For" options={spans} />
    </FormDialog>
  );
}
