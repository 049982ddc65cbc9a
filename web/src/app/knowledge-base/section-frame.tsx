import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOverview } from "../../features/knowledge/data/queries.ts";
import { useOwnOnboardings } from "../../features/onboarding/data/queries.ts";
import { useRescuedFocus } from "../../ui/base/use-rescued-focus.ts";
import { TabLinks } from "../../ui/layout/tab-links.tsx";
import { PageHeader } from "../page/page-header.tsx";

const tabs = [
  { key: "overview", label: "Overview", link: <Link to="/knowledge-base" activeOptions={{ exact: true }} /> },
  { key: "faq", label: "FAQ", link: <Link to="/knowledge-base/faq" /> },
  { key: "sop", label: "SOPs", link: <Link to="/knowledge-base/sop" /> },
  { key: "articles", label: "Articles", link: <Link to="/knowledge-base/articles" /> },
  { key: "onboarding", label: "Onboarding", link: <Link to="/knowledge-base/onboarding" /> },
];

/** The head and tabs that the sections of the knowledge base share. */
export function SectionFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  useRescuedFocus();
  const { data } = useOverview();
  const { data: onboardings } = useOwnOnboardings();
  const open = onboardings
    ?.filter(({ state }) => state === "running")
    .reduce((sum, { done, total }) => sum + total - done, 0);
  const counts: Readonly<Record<string, number | undefined>> = {
    faq: data?.faq.count,
    sop: data?.sops.count,
    articles: data?.articles.count,
    // The viewer's own open items: a zero would only be noise.
    onboarding: open || undefined,
  };
  return (
    <div className="page-pad">
      <PageHeader title="Knowledge Base" actions={actions} />
      <TabLinks label="Sections" tabs={tabs.map((tab) => ({ ...tab, count: counts[tab.key] }))} />
      <div className="mt-4">{children}</div>
    </div>
  );
}
