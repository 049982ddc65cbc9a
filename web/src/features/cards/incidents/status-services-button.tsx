import { maxStatusServices } from "@atoll/contract/cards/limits";
import type { CardType } from "@atoll/contract/cards/schemas";
import { Activity } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { NewButton } from "../../../ui/button/new-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { ServicesField, servicesOf } from "./incident-fields.tsx";
import { useStatusServices, useStatusServicesWrite } from "./status-api.ts";

const schema = z.object({
  services: z.array(z.string()).max(maxStatusServices),
  other: z.string().trim().max(200),
});
const labels = { services: "Services", other: "Another service" };

/** Chooses which services of a section the status page shows to everyone. Nothing for those who may not. */
export function StatusServicesButton({ type }: { type: CardType }) {
  const { data } = useStatusServices(type.id);
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.mayChange) return null;
  return (
    <>
      <NewButton
        label="Services on the status page"
        icon={Activity}
        isMain={false}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <StatusServicesDialog type={type} stored={data.services} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface DialogProps {
  type: CardType;
  stored: string[];
  onClose: () => void;
}

function StatusServicesDialog({ type, stored, onClose }: DialogProps) {
  const { save, fetchNewest } = useStatusServicesWrite(type.id);
  // Without a version: the server compares the services.
  const storedOf = (services: string[]) => ({ values: { services, other: "" }, version: 0 });
  const form = useEditForm({
    stored: storedOf(stored),
    schema,
    fetchNewest: async () => storedOf((await fetchNewest()).services),
    async save(values, { seen }) {
      await save({ services: servicesOf(values), seen: seen.services });
      return undefined;
    },
    onDone() {
      notify.success("Services saved");
      onClose();
    },
    fallback: "Failed to save the services",
  });
  const services = useChoice(form, "services");
  return (
    <FormDialog
      form={form}
      title="Services on the status page"
      description="Everyone in the company sees their names, their states, and your updates for everyone about them."
      verb="Save"
      width={560}
      onClose={onClose}
    >
      <FormClashes form={form} labels={labels} />
      <ServicesField type={type} {...services} other={{ ...form.field("other"), label: labels.other }} />
    </FormDialog>
  );
}
