import { errors } from "@atoll/contract/errors";
import { LogOut } from "lucide-react";
import { SecondFactorSetUp } from "../../features/identity/second-factor-set-up.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { signOut } from "../../lib/session.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button.tsx";
import { InlineAlert } from "../../ui/inline-alert.tsx";
import { Logo } from "../../ui/logo.tsx";
import { useLiveSession } from "../shell/use-live-session.ts";

export interface SecondFactorScreenProps {
  /** The steps must not be taken away, whatever the server says meanwhile. */
  onHold: (isHeld: boolean) => void;
}

/** In place of everything else, for somebody whose role asks for a second factor that is not set up yet. */
export function SecondFactorScreen({ onHold }: SecondFactorScreenProps) {
  const { companyName } = useWorkspace();
  const { email } = useViewer();
  useLiveSession();
  usePageTitle("Second factor");
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 pt-5 pb-8">
      <header className="flex items-center gap-2.5">
        <Logo size={26} />
        <span className="min-w-0 flex-1 truncate font-display font-semibold text-[16px]/5 tracking-title">
          {companyName}
        </span>
        <Button icon={LogOut} onClick={() => void signOut()} size="sm" variant="ghost">
          Sign Out
        </Button>
      </header>
      <main className="m-auto w-full max-w-[460px] py-8">
        <SecondFactorSetUp
          frame={({ title, body, actions, isSetUp }) => (
            <section className="flex flex-col gap-4 rounded-xl border bg-surface-raised p-5 shadow-2 md:p-6">
              <h1 className="type-page outline-none">{title}</h1>
              {!isSetUp && <InlineAlert tone="info">{errors.second_factor_setup_required.text}</InlineAlert>}
              {body}
              <div className="flex items-center justify-end gap-2">{actions}</div>
            </section>
          )}
          onDone={() => undefined}
          onHold={onHold}
        />
        <p className="mt-4 text-center text-faint text-xs">Signed in as {email}</p>
      </main>
    </div>
  );
}
