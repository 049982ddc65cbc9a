import { retentionRoutes } from "@atoll/contract/retention/routes";
import {
  maxRetentionDays,
  type NamedChannel,
  type RetentionPreview,
  type RetentionRule,
  retentionGraceHours,
} from "@atoll/contract/retention/schemas";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { departmentOptions } from "../../capabilities/people/department-options.tsx";
import { useAllDepartments } from "../../capabilities/people/use-all-departments.ts";
import { counted } from "../../lib/counted.ts";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { formatNumber } from "../../lib/format-number.ts";
import { call } from "../../lib/server/api-client.ts";
import { formatDate, formatInstant } from "../../lib/time/format-date.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { RadioGroup } from "../../ui/field/radio.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { channelName, describeDays, fetchPreview, placeName, useShowRetention } from "./api.ts";
import { ChannelPicker } from "./channel-picker.tsx";

interface Values {
  scope: "department" | "channel";
  departmentId: string | null;
  channels: NamedChannel[];
  keeps: "ever" | "days";
  days: string;
}

const dayRefusal = `Enter a number of days from 1 to ${formatNumber(maxRetentionDays)}`;
const daysSchema = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, dayRefusal)
  .transform(Number)
  .pipe(z.int().min(1, dayRefusal).max(maxRetentionDays, dayRefusal));
const keepSchema = z.discriminatedUnion("keeps", [
  z.object({ keeps: z.literal("ever") }),
  z.object({ keeps: z.literal("days"), days: daysSchema }),
]);
const placeSchema = z.discriminatedUnion("scope", [
  z.object({ scope: z.literal("department"), departmentId: z.uuid("Choose a department") }),
  z.object({
    scope: z.literal("channel"),
    channels: z.array(z.custom<NamedChannel>()).length(1, "Choose a channel"),
  }),
]);

/** A change that deletes messages earlier, with what would go. */
interface AskedChange {
  title: string;
  preview: RetentionPreview;
  save: () => Promise<void>;
}

/**
 * Changes a rule, or makes an exception.
 * @param rule absent for a new exception.
 */
export function RuleDialog({ rule, onClose }: { rule?: RetentionRule | undefined; onClose: () => void }) {
  const show = useShowRetention();
  const [asked, setAsked] = useState<AskedChange>();
  const shown = rule?.next && !rule.next.isRemoval ? rule.next.days : (rule?.days ?? null);
  const values: Values = {
    ...{ scope: "channel", departmentId: null, channels: [] },
    keeps: shown === null ? "ever" : "days",
    days: shown === null ? "" : String(shown),
  };
  const form = useForm<Values, Change>({
    values,
    schema: rule ? keepSchema : z.intersection(placeSchema, keepSchema),
    async send(given) {
      const place = rule ? { scope: rule.scope, place: rule.place } : placeOf(given);
      const { scope } = place;
      const placeId = place.place?.id ?? null;
      const days = given.keeps === "days" ? given.days : null;
      const save = async () => {
        const body = { scope, placeId, days, version: rule?.version ?? 0 };
        show(await call(retentionRoutes.changeRetention, { body }));
        onClose();
      };
      const preview = await fetchPreview({
        scope,
        ...(placeId === null ? {} : { placeId }),
        ...(days === null ? {} : { days }),
      });
      if (!preview.isShorter) return save();
      setAsked({ save, preview, title: `Keep messages ${describeDays(days)}: ${placeName(place)}?` });
    },
    fallback: "Failed to change the rule",
  });
  const scope = useChoice(form, "scope");
  const keeps = useChoice(form, "keeps");
  const department = useChoice(form, "departmentId");
  const { onValueChange: setChannels, value: channels, ...channelField } = useChoice(form, "channels");
  const departments = useAllDepartments();
  return (
    <>
      <FormDialog
        description="The nearest rule applies: that of the channel, then that of its department, then the one of all."
        form={form}
        onClose={onClose}
        title={rule ? placeName(rule) : "New exception"}
        verb="Continue"
        width={480}
      >
        {!rule && (
          <>
            <Segmented
              className="self-start"
              label="Kind of place"
              onValueChange={scope.onValueChange}
              options={[
                { value: "channel", label: "Channel" },
                { value: "department", label: "Department" },
              ]}
              value={scope.value}
            />
            {scope.value === "department" ? (
              <Select {...department} label="Department" options={departmentOptions(departments)} />
            ) : (
              <ChannelPicker
                {...channelField}
                channels={channels}
                help="To find a private channel that you are not in, paste its address or ID."
                label="Channel"
                max={1}
                onChange={setChannels}
              />
            )}
          </>
        )}
        <RadioGroup
          label="Keep messages"
          onValueChange={keeps.onValueChange}
          options={[
            { value: "ever", label: "For ever" },
            { value: "days", label: "For a number of days", help: "Then they are deleted with their files." },
          ]}
          value={keeps.value}
        />
        {keeps.value === "days" && <TextField {...form.field("days")} inputMode="numeric" label="Days" />}
      </FormDialog>
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type Change = z.output<typeof keepSchema> & Partial<z.output<typeof placeSchema>>;

function placeOf(given: Change): Pick<RetentionRule, "scope" | "place"> {
  if (given.scope === "department")
    return { scope: "department", place: { id: given.departmentId ?? "", name: null } };
  const [channel] = given.scope === "channel" ? (given.channels ?? []) : [];
  return { scope: "channel", place: channel ?? null };
}

function AskDialog({
  asked: { title, preview, save },
  onClose,
}: {
  asked: AskedChange;
  onClose: () => void;
}) {
  const saving = useMutation({ mutationFn: save });
  return (
    <ConfirmDialog
      choice={<PreviewPlaces preview={preview} />}
      error={saving.error}
      failure="Failed to change the rule"
      loading={saving.isPending}
      onClose={onClose}
      onConfirm={() => saving.mutate()}
      title={title}
      verb="Change in 24 hours"
    >
      <PreviewText preview={preview} />
    </ConfirmDialog>
  );
}

/** Removes an exception, after showing what would then be deleted. */
export function RemoveRuleDialog({ rule, onClose }: { rule: RetentionRule; onClose: () => void }) {
  const show = useShowRetention();
  const query = {
    scope: rule.scope,
    isRemoval: "true",
    ...(rule.place && { placeId: rule.place.id }),
  } as const;
  const { data: preview, error } = useQuery({
    queryKey: ["administration", "retention", "preview", query, rule.version],
    queryFn: () => fetchPreview(query),
  });
  const removing = useMutation({
    async mutationFn() {
      show(await call(retentionRoutes.removeRetentionRule, { params: { ruleId: rule.id } }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      choice={preview?.isShorter && <PreviewPlaces preview={preview} />}
      disabled={!preview}
      error={removing.error ?? error}
      failure="Failed to remove the exception"
      loading={removing.isPending}
      onClose={onClose}
      onConfirm={() => removing.mutate()}
      title={`Remove the exception for ${placeName(rule)}?`}
      tone={preview?.isShorter ? "danger" : "primary"}
      verb="Remove exception"
    >
      {preview?.isShorter ? (
        <PreviewText preview={preview} />
      ) : (
        `Its messages are then kept ${preview ? describeDays(preview.days) : "as the next rule says"}.`
      )}
    </ConfirmDialog>
  );
}

/** Says what the next run would delete, and from when on. */
function PreviewText({ preview }: { preview: RetentionPreview }) {
  const { messages, files, oldest, newest } = preview;
  const [now] = useState(() => Date.now());
  const at = formatInstant(new Date(now + retentionGraceHours * 3_600_000));
  const count = `${messages.isMore ? "More than " : ""}${counted(messages.count, "message")}`;
  return (
    <>
      {oldest && newest
        ? `${count} with ${counted(files.count, "file")} (${formatBytes(files.bytes)}) would be deleted now, from ${formatDate(oldest)} to ${formatDate(newest)}.`
        : "No message is old enough to be deleted now."}{" "}
      The change applies from {at}, and can be cancelled until then. Deleted messages cannot be brought back.
    </>
  );
}

function PreviewPlaces({ preview: { places } }: { preview: RetentionPreview }) {
  if (places.length === 0) return null;
  return (
    <ul aria-label="Where messages would be deleted" className="flex flex-col gap-1 text-xs">
      {places.map(({ count, type, ...place }) => (
        <li className="flex justify-between gap-3" key={place.id}>
          <span className="min-w-0 truncate">{type === "DIRECT" ? "A direct chat" : channelName(place)}</span>
          <span className="flex-none text-muted">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}
