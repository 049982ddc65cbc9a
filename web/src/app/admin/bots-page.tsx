import { BotsScreen } from "../../features/bots/bots-screen.tsx";
import { BotTokensCard } from "../../features/personal-tokens/tokens-card.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/bots */
export function BotsPage() {
  usePageTitle("Bots");
  return <BotsScreen renderTokens={(bot) => <BotTokensCard bot={bot} />} />;
}
