import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { anybody, type FoundPerson } from "../../capabilities/people/use-people-search.ts";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { personExportKey, startPersonExport } from "./api.ts";

interface Subject {
  id: string;
  name: string;
  isDisabled?: boolean;
  isFormer?: boolean;
}

interface StartExportDialogProps {
  /** Undefined lets a super administrator choose anybody, also people who have left. */
  person: Subject | undefined;
  onClose: () => void;
}

interface Values {
  currentPassword: string;
  people: FoundPerson[];
}

/** Starts an export of the viewer's data, or of a colleague's. */
export function StartExportDialog({ person: given, onClose }: StartExportDialogProps) {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  // The same for every attempt, so that a lost answer starts no second export.
  const [id] = useState(() => uuidv7());
  const form = useForm<Values, Values>({
    values: { currentPassword: "", people: [] },
    schema: z.object({
      currentPassword: z.string(),
      people: z.array(z.custom<FoundPerson>()).min(given ? 0 : 1, "Choose a person"),
    }),
    send: async ({ currentPassword, people: chosen }) => {
      const personId = given?.id ?? chosen[0]?.id ?? "";
      await startPersonExport({ id, personId, ...(viewer.hasPassword && { currentPassword }) });
      await queryClient.invalidateQueries({ queryKey: personExportKey });
      if (personId !== viewer.id) notify.success("The export is in your settings, under Your data");
      onClose();
    },
    fallback: "Failed to start the export",
  });
  const { value: people, onValueChange: setPeople, ...field } = useChoice(form, "people");
  const person: Subject | undefined = given ?? people[0];
  return (
    <FormDialog
      description={person && describe(person, viewer.id)}
      form={form}
      onClose={onClose}
      title={titleOf(given, viewer.id)}
      verb="Start export"
    >
      {!given && (
        <PeoplePicker
          {...field}
          among={anybody}
          label="Person"
          max={1}
          onChange={setPeople}
          people={people}
          withSelf
        />
      )}
      {viewer.hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

function titleOf(person: Subject | undefined, viewerId: string): string {
  if (!person) return "Export personal data";
  return person.id === viewerId ? "Export your data" : `Export the data of ${person.name}`;
}

function describe({ id, isDisabled, isFormer }: Subject, viewerId: string): string {
  if (id === viewerId)
    return "A zip file with everything that you wrote and that is about you, to read and for programs, and with your files. What others wrote is not in it.";
  return isDisabled || isFormer
    ? "A zip file with what this person wrote and what is about them. A super administrator also gets their direct messages, drafts and files, but only their own side. It is recorded in the audit log."
    : "A zip file with the profile, and with what this person wrote where everyone can read it. They can export the rest themselves, under Settings. They are told that you did it, and it is recorded in the audit log.";
}
