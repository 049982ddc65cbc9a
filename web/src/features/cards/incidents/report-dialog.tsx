import {
  type IncidentReport,
  type OpenIncident,
  reportTextsSchema,
} from "@atoll/contract/cards/incident-schemas";
import { maxFollowUps, maxReportText } from "@atoll/contract/cards/limits";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { taskTitleSchema } from "@atoll/contract/tasks/schemas";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useIncidentWrites } from "./incidents-api.ts";
import { reportTemplate } from "./report-template.ts";

const schema = reportTextsSchema.extend({
  followUps: z
    .array(z.object({ key: z.string(), text: taskTitleSchema }))
    .max(maxFollowUps, `Use at most ${maxFollowUps} follow-ups`),
});
const empty: IncidentReport = { summary: "", impact: "", cause: "", next: "", followUps: [], version: 0 };

export const reportLabels = {
  summary: "Summary",
  impact: "Impact",
  cause: "Cause",
  next: "What we do next",
  followUps: "Follow-ups",
};

interface ReportDialogProps {
  opened: OpenIncident;
  nameOf: (id: string) => string;
  onClose: () => void;
}

/** Writes the report of an incident. A new one starts from its times and its timeline. */
export function ReportDialog({ opened, nameOf, onClose }: ReportDialogProps) {
  const { incident, report } = opened;
  const { saveReport, refetch } = useIncidentWrites(incident.id);
  const stored = report ?? empty;
  const [proposed] = useState(() => (report ? undefined : reportTemplate(opened, nameOf)));
  const form = useEditForm({
    stored: {
      values: {
        summary: stored.summary,
        impact: stored.impact,
        cause: stored.cause,
        next: stored.next,
        followUps: stored.followUps.map(({ id, text }) => ({ key: id, text })),
      },
      version: stored.version,
    },
    proposed,
    schema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save(values, edit) {
      const { followUps, ...texts } = edit.pick(values);
      await saveReport({
        ...texts,
        ...(followUps && { followUps: followUps.map(({ key, text }) => ({ id: key, text })) }),
        version: edit.version,
      });
      return undefined;
    },
    onDone() {
      notify.success("Report saved");
      onClose();
    },
    fallback: "Failed to save the report",
  });
  const followUps = useChoice(form, "followUps");
  const text = (name: "summary" | "impact" | "cause" | "next", rows: number) => (
    <TextArea {...form.field(name)} label={reportLabels[name]} rows={rows} maxLength={maxReportText} />
  );
  const say = (name: string) =>
    name === "followUps" ? followUps.value.map((one) => one.text).join("\n") : undefined;
  return (
    <FormDialog
      form={form}
      keptAs={`incident-report/${incident.id}`}
      title={report ? "Edit report" : "Write report"}
      verb="Save report"
      width={720}
      onClose={onClose}
    >
      <FormClashes form={form} labels={reportLabels} say={say} />
      {text("summary", 8)}
      {text("impact", 3)}
      {text("cause", 3)}
      {text("next", 3)}
      <FollowUpsField value={followUps.value} onChange={followUps.onValueChange} error={followUps.error} />
    </FormDialog>
  );
}

interface FollowUp {
  key: string;
  text: string;
}

interface FollowUpsFieldProps {
  value: FollowUp[];
  onChange: (followUps: FollowUp[]) => void;
  error: string | undefined;
}

/** The follow-ups, a line each. */
function FollowUpsField({ value, onChange, error }: FollowUpsFieldProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-semibold text-xs">{reportLabels.followUps}</legend>
      {value.map(({ key, text }, index) => (
        <div key={key} className="flex items-center gap-1">
          <TextField
            className="min-w-0 flex-1"
            label={`Follow-up ${index + 1}`}
            hideLabel
            value={text}
            maxLength={taskTitleMaxLength}
            autoComplete="off"
            onChange={(event) =>
              onChange(value.map((one) => (one.key === key ? { key, text: event.target.value } : one)))
            }
          />
          <IconButton
            icon={X}
            label={`Remove follow-up ${index + 1}`}
            onClick={() => onChange(value.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      {error && <p className="text-danger-text text-xs">{error}</p>}
      <Button
        className="self-start"
        size="sm"
        icon={Plus}
        disabled={value.length >= maxFollowUps}
        onClick={() => onChange([...value, { key: uuidv7(), text: "" }])}
      >
        Add a follow-up
      </Button>
    </fieldset>
  );
}
