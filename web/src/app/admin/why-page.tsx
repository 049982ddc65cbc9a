import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDepartments } from "../../features/administration/departments/api.ts";
import { WhyScreen } from "../../features/administration/why/why-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useAreas } from "../use-areas.ts";
import { AdminActions } from "./admin-actions.tsx";
import { askablePages } from "./askable-pages.ts";

/** /admin/why, whose address is the question: `?user=…&permission=chat:access`. */
export function WhyPage() {
  usePageTitle("Why");
  const question = useSearch({ from: "/workspace/admin/why" });
  const navigate = useNavigate();
  const { data: departments = [] } = useDepartments();
  return (
    <WhyScreen
      question={question}
      onAsk={(search) => void navigate({ to: "/admin/why", search, replace: true })}
      pages={askablePages(departments, useAreas())}
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
    />
  );
}
