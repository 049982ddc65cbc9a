import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { CompanyMark } from "../../features/workspace/company-mark.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { signOut } from "../../lib/session/session.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { useLiveSession } from "../shell/use-live-session.ts";

/** Around the one thing that somebody who is signed in has to do before everything else. */
export function HeldBackFrame({ children }: { children: ReactNode }) {
  const { companyName } = useWorkspace();
  const { email } = useViewer();
  useLiveSession();
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 pt-5 pb-8">
      <header className="flex items-center gap-2.5">
        <CompanyMark />
        <span className="min-w-0 flex-1 truncate font-display font-semibold text-[16px]/5 tracking-title">
          {companyName}
        </span>
        <Button icon={LogOut} onClick={() => void signOut()} size="sm" variant="ghost">
          Sign Out
        </Button>
      </header>
      <main className="m-auto w-full max-w-[460px] py-8">
        {children}
        <p className="mt-4 text-center text-faint text-xs">Signed in as {email}</p>
      </main>
    </div>
  );
}
