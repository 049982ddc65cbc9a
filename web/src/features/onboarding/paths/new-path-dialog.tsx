import { pathNameMaxLength } from "@atoll/contract/onboarding/limits";
import type { OnboardingPath } from "@atoll/contract/onboarding/path-schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { createPath } from "../data/api.ts";
import { keys } from "../data/queries.ts";

const stages = [
  { name: "Before you start", day: -7 },
  ...[1, 2, 3, 4].map((week) => ({ name: `Week ${week}`, day: (week - 1) * 7 + 1 })),
  { name: "To day 90", day: 29 },
];

/** A new path: its name. It is a draft until it is published. */
export function NewPathDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (path: OnboardingPath) => void;
}) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  // One id for all tries, so that sending again makes one path.
  const [id] = useState(uuidv7);
  const form = useForm({
    values: { name: "" },
    async send({ name }) {
      const path = await createPath({ id, name, ownerId: viewer.id, stages });
      queryClient.setQueryData(keys.path(path.id), path);
      void queryClient.invalidateQueries({ queryKey: keys.paths });
      onCreated(path);
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New path"
      verb="Create Path"
      isDisabled={form.watch("name").trim() === ""}
    >
      <TextField {...form.field("name")} label="Name" maxLength={pathNameMaxLength} autoComplete="off" />
    </FormDialog>
  );
}
