import { incidentUpdateSchema, type OpenIncident } from "@atoll/contract/cards/incident-schemas";
import { maxIncidentUpdate } from "@atoll/contract/cards/limits";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useIncidentWrites } from "./incidents-api.ts";

const schema = incidentUpdateSchema.pick({ text: true });

/** Posts what everyone in the company should know about an incident. */
export function UpdateDialog({ opened, onClose }: { opened: OpenIncident; onClose: () => void }) {
  const { incident, shownServices } = opened;
  const [id] = useState(uuidv7);
  const { postUpdate } = useIncidentWrites(incident.id);
  const form = useForm({
    values: { text: "" },
    schema,
    async send({ text }) {
      await postUpdate({ id, text });
      notify.success(shownServices.length > 0 ? "Update posted" : "Update posted to this section only");
      onClose();
    },
    fallback: "Failed to post the update",
  });
  return (
    <FormDialog
      form={form}
      keptAs={`incident-update/${incident.id}`}
      title="Update for everyone"
      description={
        shownServices.length > 0
          ? `Everyone in the company may read it, with ${shownServices.join(", ")} and without your name. It cannot be changed.`
          : "Only people of this section can read it now: the status page shows none of the affected services. Name one that it shows with Edit, or have a manager choose one under “Services on the status page”. The update appears there then, and cannot be changed."
      }
      verb="Post update"
      onClose={onClose}
    >
      <TextArea {...form.field("text")} label="Update" rows={4} maxLength={maxIncidentUpdate} />
    </FormDialog>
  );
}
