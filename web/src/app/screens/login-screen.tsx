import { errorTexts } from "@atoll/contract/errors/error-texts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { SignInForm } from "../../features/identity/sign-in-form.tsx";
import { SingleSignOnLink } from "../../features/identity/single-sign-on-link.tsx";
import { SingleSignOnReturn } from "../../features/identity/single-sign-on-return.tsx";
import { CompanyMark } from "../../features/workspace/company-mark.tsx";
import { ContourMap } from "../../features/workspace/contour-map/contour-map.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useSession } from "../../lib/session/use-session.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { safeOrigin } from "../safe-origin.ts";
import { signOnFailures } from "./sign-on-failures.ts";
import "./outside.css";

const route = getRouteApi("/login");

/** Sign-in. Specification, section 2, Login screen. */
export function LoginScreen() {
  const { productName, companyName, singleSignOn } = useWorkspace();
  const { origin, "single-sign-on": outcome, registration } = route.useSearch();
  const session = useSession();
  const [returnFailure, setReturnFailure] = useState<string>();
  usePageTitle("Sign In");
  const endMessage = session.status === "signed-out" ? session.message : null;
  const signOnFailure = outcome && outcome !== "done" ? signOnFailures[outcome] : returnFailure;
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(480px,560px)_minmax(0,1fr)]">
      <main className="relative z-1 flex flex-col bg-surface px-5 pt-5 pb-4 lg:px-22 lg:pt-8 lg:pb-6 lg:shadow-[1px_0_0_var(--border)]">
        <Link
          className="inline-flex h-9 items-center gap-2.5 self-start rounded-sm font-display font-semibold text-[16px]/5 tracking-title"
          to="/"
        >
          <CompanyMark />
          {companyName}
        </Link>
        <div className="m-auto w-full max-w-[400px] py-6 lg:max-w-none">
          <h1 className="mb-5 font-display font-semibold text-3xl tracking-[-0.02em] outline-none">
            Welcome to {productName}
          </h1>
          {registration && (
            <InlineAlert tone="info" className="mb-4">
              {errorTexts.registration_disabled}
            </InlineAlert>
          )}
          {outcome === "done" && returnFailure === undefined ? (
            <SingleSignOnReturn onFailure={setReturnFailure} />
          ) : (
            <SignInForm
              initialError={signOnFailure ?? endMessage}
              otherWay={
                singleSignOn && <SingleSignOnLink name={singleSignOn.name} origin={safeOrigin(origin)} />
              }
            />
          )}
          <p className="mt-4 text-muted text-xs">
            Don't have an account? Please contact a super administrator to create your employee login.
          </p>
        </div>
        <p className="text-faint text-xs">
          {companyName === productName
            ? "Hosted on our own servers"
            : `Hosted by ${companyName} on our own servers`}
        </p>
      </main>
      <div className="login-chart relative overflow-hidden max-lg:hidden">
        <ContourMap className="absolute -inset-x-[4%] -inset-y-[8%] h-[116%] w-[108%]" />
      </div>
    </div>
  );
}
