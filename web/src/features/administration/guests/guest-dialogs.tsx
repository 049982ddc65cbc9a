import type { Guest } from "@atoll/contract/administration/guest-routes";
import { accountNameSchema } from "@atoll/contract/administration/schemas";
import { newPasswordSchema } from "@atoll/contract/identity/passwords";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatLastDay } from "../../../lib/time/format-last-day.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../../ui/field/dates/date-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { setUserPassword } from "../users/api.ts";
import { NewPasswordField } from "../users/dialogs/new-password-field.tsx";
import { changeGuest, endOfDay, guestsKey, renameGuest } from "./api.ts";

const endSchema = z.object({ lastDay: z.string().min(1, "Choose the last day of their access") });

export interface GuestDialogProps {
  guest: Guest;
  onClose: () => void;
}

/** When the access of a guest ends. */
export function ChangeEndDialog({ guest, onClose }: GuestDialogProps) {
  const queryClient = useQueryClient();
  const today = dayOf(new Date());
  // The stored end is the moment after the last day.
  const stored = dayOf(new Date(Date.parse(guest.until) - 1));
  const form = useForm({
    values: { lastDay: guest.isEnded ? addDays(today, 30) : stored },
    schema: endSchema,
    send: async ({ lastDay }) => {
      await changeGuest(guest.id, endOfDay(lastDay));
      notify.success(`${guest.name} has access until ${formatLastDay(endOfDay(lastDay))}`);
      await queryClient.invalidateQueries({ queryKey: guestsKey });
      onClose();
    },
    fallback: "Failed to change the end",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={guest.isEnded ? `Let ${guest.name} in again` : `Access of ${guest.name}`}
      verb="Save"
    >
      <DateField
        {...useChoice(form, "lastDay")}
        help="Their access ends with this day, at most a year from now."
        label="Last day"
        max={addDays(today, 365)}
        min={today}
      />
    </FormDialog>
  );
}

const nameSchema = z.object({ name: accountNameSchema });

/** The name that everybody sees. Guests do not change it themselves. */
export function RenameGuestDialog({ guest, onClose }: GuestDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: { name: guest.name },
    schema: nameSchema,
    send: async ({ name }) => {
      await renameGuest(guest.id, { name, seenName: guest.name });
      notify.success(`${guest.name} is now ${name}`);
      await queryClient.invalidateQueries({ queryKey: guestsKey });
      onClose();
    },
    fallback: "Failed to rename the guest",
    fieldOf: { name_looks_taken: "name" },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Rename ${guest.name}`} verb="Save">
      <TextField {...form.field("name")} label="Name" />
    </FormDialog>
  );
}

const passwordSchema = z.object({ password: newPasswordSchema });

/** A new password for a guest who lost theirs. */
export function GuestPasswordDialog({ guest, onClose }: GuestDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: { password: "" },
    schema: passwordSchema,
    send: async ({ password }) => {
      await setUserPassword(guest.id, password);
      notify.success(`${guest.name} has a new password`);
      await queryClient.invalidateQueries({ queryKey: guestsKey });
      onClose();
    },
    fallback: "Failed to set the password",
    fieldOf: { password_too_common: "password" },
  });
  return (
    <FormDialog
      description={`${guest.name} is signed out everywhere, loses their passkeys, and chooses their own password after signing in with this one. Hand it over in a way that only they can read.`}
      form={form}
      onClose={onClose}
      title={`Set a new password for ${guest.name}`}
      verb="Set password"
    >
      <NewPasswordField form={form} label="New password" />
    </FormDialog>
  );
}
