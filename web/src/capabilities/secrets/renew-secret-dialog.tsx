import { z } from "zod";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";

/** A secret as the server returns it once. */
export interface NewSecret {
  /** The name of what has the secret. */
  name: string;
  secret: string;
  /** The token that older programs compare. */
  token?: string;
}

/** The props of a dialog that ends with a new secret. */
export interface SecretDialogProps {
  onClose: () => void;
  onSecret: (made: NewSecret) => void;
}

interface RenewSecretProps extends SecretDialogProps {
  title: string;
  description: string;
  renew: (body: { currentPassword?: string }) => Promise<NewSecret>;
  /** The new secret is there. */
  onRenewed: () => Promise<unknown>;
}

/** Makes a new secret, with which a receiver could be deceived: it asks for the password. */
export function RenewSecretDialog({
  title,
  description,
  renew,
  onRenewed,
  onClose,
  onSecret,
}: RenewSecretProps) {
  const { hasPassword } = useViewer();
  const form = useForm({
    values: { currentPassword: "" },
    schema: z.object({ currentPassword: z.string() }),
    send: async ({ currentPassword }) => {
      onSecret(await renew(hasPassword ? { currentPassword } : {}));
      onClose();
      await onRenewed();
    },
    fallback: "Failed to make a new secret",
  });
  return (
    <FormDialog
      description={description}
      form={form}
      onClose={onClose}
      title={title}
      verb="Make a new secret"
    >
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}
