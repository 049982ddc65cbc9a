import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { personExportKey, startPersonExport } from "./api.ts";

interface StartExportDialogProps {
  person: { id: string; name: string; isDisabled: boolean };
  onClose: () => void;
}

/** Starts an export of the viewer's data, or of a colleague's. */
export function StartExportDialog({ person, onClose }: StartExportDialogProps) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const isOwn = person.id === viewer.id;
  // The same for every attempt, so that a lost answer starts no second export.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { currentPassword: "" },
    send: async ({ currentPassword }) => {
      await startPersonExport({ id, personId: person.id, ...(viewer.hasPassword && { currentPassword }) });
      await queryClient.invalidateQueries({ queryKey: personExportKey });
      if (!isOwn) notify.success("The export is in your settings, under Your data");
      onClose();
    },
    fallback: "Failed to start the export",
  });
  return (
    <FormDialog
      description={describe(isOwn, person.isDisabled)}
      form={form}
      onClose={onClose}
      title={isOwn ? "Export your data" : `Export the data of ${person.name}`}
      verb="Start export"
    >
      {viewer.hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

function describe(isOwn: boolean, isDisabled: boolean): string {
  if (isOwn)
    return "A zip file with everything that you wrote and that is about you, to read and for programs, and with your files. What others wrote is not in it.";
  return isDisabled
    ? "A zip file with what this person wrote and what is about them. A super administrator also gets their direct messages, drafts and files, but only their own side. It is recorded in the audit log."
    : "A zip file with the profile, and with what this person wrote where everyone can read it. They can export the rest themselves, under Settings. They are told that you did it, and it is recorded in the audit log.";
}
