import {
  type AdminUser,
  accountEmailSchema,
  accountNameSchema,
} from "@atoll/contract/administration/schemas";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../../lib/form/use-form.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { updateUser, useRefreshAdministration, useUser } from "../api.ts";

const detailsSchema = z.object({ name: accountNameSchema, email: accountEmailSchema });

/** Opens the name and the address of the administrator who is signed in, for the set-up of a company. */
export function OwnDetailsButton() {
  const { data: user } = useUser(useViewer().id);
  const [opening, setOpening] = useState({ isOpen: false, number: 0 });
  return (
    <>
      <Button
        disabled={!user}
        onClick={() => setOpening(({ number }) => ({ isOpen: true, number: number + 1 }))}
        size="sm"
      >
        Enter details
      </Button>
      {user && (
        <OwnDetailsDialog
          key={opening.number}
          onClose={() => setOpening((current) => ({ ...current, isOpen: false }))}
          open={opening.isOpen}
          user={user}
        />
      )}
    </>
  );
}

function OwnDetailsDialog({ user, open, onClose }: { user: AdminUser; open: boolean; onClose: () => void }) {
  const refresh = useRefreshAdministration();
  const form = useForm({
    values: { name: user.name, email: user.email },
    schema: detailsSchema,
    send: async ({ name, email }) => {
      const changes = { ...(name !== user.name && { name }), ...(email !== user.email && { email }) };
      if (Object.keys(changes).length > 0) {
        await updateUser(user.id, { version: user.version, ...changes }).finally(() => void refresh());
        notify.success(email === user.email ? "Name updated" : `You sign in as ${email} from now on`);
      }
      onClose();
    },
    fieldOf: { email_taken: "email" },
    fallback: "Failed to update profile",
  });
  return (
    <FormDialog form={form} open={open} onClose={onClose} title="Your name and address" verb="Save">
      <TextField {...form.field("name")} autoComplete="name" label="Full name" />
      <TextField
        {...form.field("email")}
        autoCapitalize="none"
        autoComplete="email"
        help="You sign in with it."
        inputMode="email"
        label="Email"
        spellCheck={false}
        type="email"
      />
    </FormDialog>
  );
}
