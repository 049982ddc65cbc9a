import { joiningFormSchema, joiningRoutes } from "@atoll/contract/identity/joining-routes";
import { passwordTexts } from "@atoll/contract/identity/password-texts";
import type { RouteOutput } from "@atoll/contract/route";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { hasCode, maySoonPass } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { enter } from "../../../lib/session/session.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";

export interface JoinFormProps {
  /** The secret of the link. */
  token: string;
  /** The person has an account and is signed in: goes to the page where they say hello. */
  onJoined: (landing: string) => void;
  /** The way to the sign-in page. */
  signInLink: ReactNode;
}

/** Accepting an invitation: name and password of the new account. */
export function JoinForm({ token, onJoined, signInLink }: JoinFormProps) {
  // Kept outside the cache, which signing in empties: an accepted invitation cannot be read again.
  const [read, setRead] = useState<Invitation>();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => call(joiningRoutes.readInvitation, { body: { token } }),
    retry: (failures, error) => failures < 2 && maySoonPass(error),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: read === undefined,
  });
  if (invitation.data && !read) setRead(invitation.data);
  if (read) return <AcceptForm {...{ token, onJoined, signInLink }} invitation={read} />;
  if (!invitation.error)
    return (
      <SkeletonGroup label="Loading the invitation" className="flex flex-col gap-4">
        <Skeleton width="80%" height={20} />
        <Skeleton width="100%" height={56} />
        <Skeleton width="100%" height={56} />
      </SkeletonGroup>
    );
  if (!hasCode(invitation.error, "link_not_valid"))
    return (
      <RetryAlert
        message={errorMessage(invitation.error)}
        onRetry={() => void invitation.refetch()}
        retrying={invitation.isFetching}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <InlineAlert tone="error">{errorMessage(invitation.error)}</InlineAlert>
      <p className="text-muted text-sm">
        Ask the person who invited you for a new link. If you have accepted the invitation already, sign in.
      </p>
      {signInLink}
    </div>
  );
}

type Invitation = RouteOutput<typeof joiningRoutes.readInvitation>;

interface AcceptFormProps extends JoinFormProps {
  invitation: Invitation;
}

function AcceptForm({ token, invitation, onJoined, signInLink }: AcceptFormProps) {
  const { email, name, invitedBy, expiresAt } = invitation;
  const form = useForm({
    values: { name, password: "" },
    schema: joiningFormSchema,
    send: async (given) => {
      const answer = await call(joiningRoutes.acceptInvitation, { body: { ...given, token } });
      await enter(answer);
      onJoined(answer.landing);
    },
    fallback: "Your account could not be created",
    fieldOf: { password_too_common: "password", name_looks_taken: "name" },
  });
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
      <p className="text-muted text-sm">
        {invitedBy} invites you. Choose a password to create your account, until{" "}
        <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>.
      </p>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        autoComplete="username"
        help="You sign in with this address"
        label="Email"
        readOnly
        size="lg"
        type="email"
        value={email}
      />
      <TextField {...form.field("name")} autoComplete="name" label="Full name" size="lg" />
      <PasswordField
        {...form.field("password")}
        autoComplete="new-password"
        help={passwordTexts.tooShort}
        label="Password"
        size="lg"
      />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Create account
      </Button>
      {hasCode(form.failure?.error, "link_not_valid") && signInLink}
    </form>
  );
}
