import { errorTexts } from "@atoll/contract/errors/error-texts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { arePasskeysHere } from "../../features/identity/passkeys/device.ts";
import { SignInForm } from "../../features/identity/sign-in-form.tsx";
import { SingleSignOnLink } from "../../features/identity/single-sign-on-link.tsx";
import { SingleSignOnReturn } from "../../features/identity/single-sign-on-return.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useHydrated } from "../../lib/page/public-page.ts";
import { useSession } from "../../lib/session/use-session.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { safeOrigin } from "../safe-origin.ts";
import { OutsideFrame } from "./outside-frame.tsx";
import { signOnFailures } from "./sign-on-failures.ts";

const route = getRouteApi("/login");

/** Sign-in. Specification, section 2, Login screen. */
export function LoginScreen() {
  const { productName, singleSignOn, saml, isMailOn, passkeySite } = useWorkspace();
  const { origin, "single-sign-on": outcome, registration } = route.useSearch();
  const session = useSession();
  const hasPasskeys = useHydrated(
    () => arePasskeysHere(passkeySite),
    (page) => page?.hasPasskeys === true,
  );
  // Only the page that the server sent has one.
  const refusal = useHydrated<string | null>(
    () => null,
    (page) => page?.failure ?? null,
  );
  const [returnFailure, setReturnFailure] = useState<string>();
  usePageTitle("Sign In");
  const endMessage = session.status === "signed-out" ? session.message : null;
  const signOnFailure = outcome && outcome !== "done" ? signOnFailures[outcome] : returnFailure;
  return (
    <OutsideFrame title={`Welcome to ${productName}`}>
      {registration && (
        <InlineAlert tone="info" className="mb-4">
          {errorTexts.registration_disabled}
        </InlineAlert>
      )}
      {outcome === "done" && returnFailure === undefined ? (
        <SingleSignOnReturn onFailure={setReturnFailure} />
      ) : (
        <SignInForm
          hasPasskeys={hasPasskeys}
          initialError={signOnFailure ?? endMessage ?? refusal}
          forgotten={
            isMailOn && (
              <Link className="font-medium text-primary-text hover:underline" to="/forgot-password">
                Forgot password?
              </Link>
            )
          }
          otherWay={
            (singleSignOn ?? saml) && (
              <SingleSignOnLink openId={singleSignOn} origin={safeOrigin(origin)} saml={saml} />
            )
          }
        />
      )}
      <p className="mt-4 text-muted text-xs">
        Don't have an account? Please contact a super administrator to create your employee login.
      </p>
    </OutsideFrame>
  );
}
