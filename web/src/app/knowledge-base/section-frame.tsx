import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
  return (
    <div className="page-pad">
      <PageHeader title="Knowledge Base" actions={actions} />
      <TabLinks label="Sections" tabs={tabs} />
      <div className="mt-4">{children}</div>
    </div>
  );
}
