import { ModelScreen } from "../../features/ask-ai/model/model-screen.tsx";
import { usePageTitle } from "../../lib/page-title.ts";

/** /admin/ask-ai */
export function AskAiAdminPage() {
  usePageTitle("Ask AI");
  return <ModelScreen />;
}
