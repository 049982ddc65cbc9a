import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { UsageScreen } from "../../features/ask-ai/model/usage-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { buttonClass } from "../../ui/button/button-class.ts";

/** /admin/ask-ai/usage */
export function AskAiUsagePage() {
  usePageTitle("Ask AI usage");
  return (
    <UsageScreen
      settingsLink={
        <Link className={`${buttonClass({ size: "sm", variant: "ghost" })} self-start`} to="/admin/ask-ai">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Ask AI settings
        </Link>
      }
    />
  );
}
