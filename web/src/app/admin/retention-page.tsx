import { ErasuresCard } from "../../features/personal-data/erasures-card.tsx";
import { FullExportsCard } from "../../features/personal-data/full-exports-card.tsx";
import { RetentionScreen } from "../../features/retention/retention-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";

/** /admin/retention */
export function RetentionPage() {
  usePageTitle("Retention");
  return (
    <div className="flex flex-col gap-4">
      <RetentionScreen />
      <ErasuresCard />
      <FullExportsCard />
    </div>
  );
}
