import { joiningRoutes, passwordResetFormSchema } from "@atoll/contract/identity/joining-routes";
import { passwordTexts } from "@atoll/contract/identity/password-texts";
import { passwordSignInSchema } from "@atoll/contract/identity/schemas";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { hasCode, maySoonPass } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { EmailField } from "../email-field.tsx";

/** Asks for a mail with a link. The answer is the same for every address. */
export function ForgotPasswordForm({ signInLink }: { signInLink: ReactNode }) {
  const [asked, setAsked] = useState<string>();
  const form = useForm({
    values: { email: "" },
    schema: passwordSignInSchema.pick({ email: true }),
    send: async ({ email }) => {
      await call(joiningRoutes.requestPasswordReset, { body: { email } });
      setAsked(email);
    },
    fallback: "The link could not be sent",
  });
  if (asked !== undefined)
    return (
      <div className="flex flex-col gap-4">
        <InlineAlert tone="success">
          If there is an account with the email {asked}, a mail with a link is on its way. The link works
          once, within an hour.
        </InlineAlert>
        <p className="text-muted text-sm">
          No mail after a few minutes? Look in the spam folder, check the address, or ask an administrator of
          your workspace to set a new password.
        </p>
        {signInLink}
        <Button onClick={() => setAsked(undefined)} variant="ghost">
          Use a different email
        </Button>
      </div>
    );
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
      <p className="text-muted text-sm">
        Enter the email that you sign in with. You get a mail with a link to choose a new password.
      </p>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <EmailField {...form.field("email")} />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Send link
      </Button>
      {signInLink}
    </form>
  );
}

export interface ResetPasswordFormProps {
  /** The secret of the link. */
  token: string;
  signInLink: ReactNode;
  /** The way to a new link. */
  newLink: ReactNode;
}

/** Chooses a new password with a mailed link, which is checked before anything is typed. */
export function ResetPasswordForm({ token, signInLink, newLink }: ResetPasswordFormProps) {
  const [isDone, setIsDone] = useState(false);
  const link = useQuery({
    queryKey: ["password-reset", token],
    queryFn: async () => {
      await call(joiningRoutes.checkPasswordReset, { body: { token } });
      return true;
    },
    retry: (failures, error) => failures < 2 && maySoonPass(error),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const form = useForm({
    values: { password: "" },
    schema: passwordResetFormSchema,
    send: async ({ password }) => {
      await call(joiningRoutes.resetPassword, { body: { token, password } });
      setIsDone(true);
    },
    fallback: "Failed to change password",
    fieldOf: { password_too_common: "password" },
  });
  if (isDone)
    return (
      <div className="flex flex-col gap-4">
        <InlineAlert tone="success">
          Your password is changed, and you are signed out on all your devices. Sign in with the new password.
        </InlineAlert>
        {signInLink}
      </div>
    );
  if (hasCode(link.error, "link_not_valid"))
    return (
      <div className="flex flex-col gap-4">
        <InlineAlert tone="error">{errorMessage(link.error)}</InlineAlert>
        {newLink}
        {signInLink}
      </div>
    );
  if (link.isPending)
    return (
      <SkeletonGroup label="Checking the link" className="flex flex-col gap-4">
        <Skeleton width="80%" height={20} />
        <Skeleton width="100%" height={56} />
      </SkeletonGroup>
    );
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
      <p className="text-muted text-sm">
        It replaces your old password, and signs you out on all your devices.
      </p>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <PasswordField
        {...form.field("password")}
        autoComplete="new-password"
        help={passwordTexts.tooShort}
        label="New password"
        size="lg"
      />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Change password
      </Button>
      {hasCode(form.failure?.error, "link_not_valid") && newLink}
    </form>
  );
}
