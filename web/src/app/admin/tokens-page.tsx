import { AllFeedsCard } from "../../features/feeds/all-feeds-card.tsx";
import { AllProgramsCard } from "../../features/mcp/all-programs-card.tsx";
import { McpRulesCard } from "../../features/mcp/rules-card.tsx";
import { TokensScreen } from "../../features/personal-tokens/tokens-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/tokens */
export function TokensPage() {
  usePageTitle("Access tokens");
  return (
    <div className="flex flex-col gap-4">
      <TokensScreen />
      <AllProgramsCard />
      <AllFeedsCard />
      <McpRulesCard />
    </div>
  );
}
