import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { JoinForm } from "../../features/identity/joining/join-form.tsx";
import {
  ForgotPasswordForm,
  ResetPasswordForm,
} from "../../features/identity/joining/password-reset-forms.tsx";
import { UnsubscribeForm } from "../../features/mail/unsubscribe-form.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { signOut } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { OutsideFrame } from "./outside-frame.tsx";

const signInLink = (
  <Link className={buttonClass({ size: "lg", variant: "secondary" })} to="/login">
    Go to the sign-in page
  </Link>
);

/**
 * The secret of a link: after the #, which browsers send to no server. Another link may be opened in the same tab. While
 * the page that comes next is loading, the address is already that page's, and this one still shows its own link.
 */
function useLinkToken(): string {
  const { pathname, hash } = useRouterState({ select: ({ location }) => location });
  const [ownPath] = useState(pathname);
  const [token, setToken] = useState(hash);
  if (pathname === ownPath && hash !== token) setToken(hash);
  return token;
}

/** /join, where a mailed or copied invitation leads. */
export function JoinScreen() {
  const { companyName } = useWorkspace();
  const token = useLinkToken();
  const session = useSession();
  const navigate = useNavigate();
  // A person who comes in here is signed in a moment later: only an earlier sign-in is in the way.
  const [wasSignedIn, setWasSignedIn] = useState(session.status === "signed-in");
  usePageTitle("Join");
  return (
    <OutsideFrame title={`Join ${companyName}`}>
      {wasSignedIn && session.status === "signed-in" ? (
        <div className="flex flex-col gap-4">
          <InlineAlert tone="info">
            You are signed in as {session.viewer.name}. To use this invitation for another account, sign out
            first.
          </InlineAlert>
          <Button
            onClick={() => {
              void signOut().finally(() => setWasSignedIn(false));
            }}
            size="lg"
            variant="primary"
          >
            Sign Out
          </Button>
          <Link className={buttonClass({ size: "lg", variant: "ghost" })} to="/dashboard">
            Go to the dashboard
          </Link>
        </div>
      ) : (
        <JoinForm
          key={token}
          onJoined={(landing) => void navigate({ href: landing, replace: true })}
          signInLink={signInLink}
          token={token}
        />
      )}
    </OutsideFrame>
  );
}

/** /forgot-password */
export function ForgotPasswordScreen() {
  const { isMailOn } = useWorkspace();
  usePageTitle("Forgot password");
  return (
    <OutsideFrame title="Forgot password?">
      {isMailOn ? (
        <ForgotPasswordForm signInLink={signInLink} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-muted text-sm">
            This workspace does not send mail. Ask an administrator of your workspace to set a new password.
          </p>
          {signInLink}
        </div>
      )}
    </OutsideFrame>
  );
}

/** /reset-password, where a mailed link leads. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  usePageTitle("New password");
  return (
    <OutsideFrame title="Choose a new password">
      <ResetPasswordForm
        key={token}
        newLink={
          <Link className={buttonClass({ size: "lg", variant: "secondary" })} to="/forgot-password">
            Ask for a new link
          </Link>
        }
        signInLink={signInLink}
        token={token}
      />
    </OutsideFrame>
  );
}

/** /unsubscribe, where the footer of a mail leads. */
export function UnsubscribeScreen() {
  const link = useLinkToken();
  usePageTitle("Unsubscribe");
  return (
    <OutsideFrame title="Get fewer mails">
      <UnsubscribeForm
        key={link}
        link={link}
        settingsLink={
          <Link className={buttonClass({ size: "lg", variant: "secondary" })} to="/settings">
            Open my settings
          </Link>
        }
      />
    </OutsideFrame>
  );
}
