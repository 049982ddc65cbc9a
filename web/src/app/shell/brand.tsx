import { Link } from "@tanstack/react-router";
import { CompanyMark } from "../../features/workspace/company-mark.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";

/** Logo and company name, which lead to the chat. Specification, section 2. */
export function Brand({ onNavigate, className = "" }: { onNavigate?: () => void; className?: string }) {
  const { companyName } = useWorkspace();
  return (
    <Link
      activeProps={{}}
      className={`inline-flex h-9 min-w-0 max-w-full items-center gap-2.5 rounded-sm font-display font-semibold text-[16px]/5 tracking-title ${className}`}
      onClick={onNavigate}
      to="/chat"
    >
      <CompanyMark />
      <span className="truncate">{companyName}</span>
    </Link>
  );
}
