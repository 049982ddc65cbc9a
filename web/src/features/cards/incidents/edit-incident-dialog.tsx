import {
  incidentServicesSchema,
  incidentTitleSchema,
  type OpenIncident,
} from "@atoll/contract/cards/incident-schemas";
import { maxCardTitle } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ServicesField, servicesOf } from "./incident-fields.tsx";
import { useIncidentWrites } from "./incidents-api.ts";

const schema = z.object({
  title: incidentTitleSchema,
  services: incidentServicesSchema,
  other: z.string().trim().max(200),
});
const labels = { title: "Title", services: "Affected services", other: "Another service" };

interface EditIncidentDialogProps {
  opened: OpenIncident;
  type: CardType;
  onClose: () => void;
}

/** Edits the title and the affected services of an incident. */
export function EditIncidentDialog({ opened, type, onClose }: EditIncidentDialogProps) {
  const { incident, entries } = opened;
  const { change, refetch } = useIncidentWrites(incident.id);
  const form = useEditForm({
    stored: {
      values: { title: incident.title, services: incident.services, other: "" },
      version: entries.length,
    },
    schema,
    async fetchNewest() {
      await refetch();
      return undefined;
    },
    async save({ title, ...named }, { changed, seen }) {
      const isRenamed = changed.has("title");
      const isOfOthers = changed.has("services") || changed.has("other");
      await change({
        set: { ...(isRenamed && { title }), ...(isOfOthers && { services: servicesOf(named) }) },
        seen: { title: seen.title, services: seen.services },
      });
      return undefined;
    },
    onDone() {
      notify.success("Incident saved");
      onClose();
    },
    fallback: "Failed to save the incident",
  });
  const services = useChoice(form, "services");
  return (
    <FormDialog
      form={form}
      keptAs={`incident/${incident.id}`}
      title="Edit incident"
      verb="Save"
      width={560}
      onClose={onClose}
    >
      <FormClashes form={form} labels={labels} />
      <TextField {...form.field("title")} label={labels.title} maxLength={maxCardTitle} autoComplete="off" />
      <ServicesField type={type} {...services} other={{ ...form.field("other"), label: labels.other }} />
    </FormDialog>
  );
}
