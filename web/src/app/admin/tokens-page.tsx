import { TokensScreen } from "../../features/personal-tokens/tokens-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/tokens */
export function TokensPage() {
  usePageTitle("Access tokens");
  return <TokensScreen />;
}
