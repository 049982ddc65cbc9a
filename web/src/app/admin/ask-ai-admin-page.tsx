import { Link } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { ModelScreen } from "../../features/ask-ai/model/model-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { buttonClass } from "../../ui/button/button-class.ts";

/** /admin/ask-ai */
export function AskAiAdminPage() {
  usePageTitle("Ask AI");
  return (
    <ModelScreen
      usageLink={
        <Link
          className={`${buttonClass({ size: "sm", variant: "secondary" })} self-start`}
          to="/admin/ask-ai/usage"
        >
          <ChartColumn className="size-4" aria-hidden="true" />
          Usage and limits
        </Link>
      }
    />
  );
}
