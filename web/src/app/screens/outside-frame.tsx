import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CompanyMark } from "../../features/workspace/company-mark.tsx";
import { ContourMap } from "../../features/workspace/contour-map/contour-map.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { useHydrated } from "../../lib/page/public-page.ts";
import "./outside.css";

/** Around a form for people who are not signed in: the company above it, the contour map next to it. */
export function OutsideFrame({ title, children }: { title: string; children: ReactNode }) {
  const { productName, companyName } = useWorkspace();
  // A picture only, and most of the page: phones do not show it.
  const hasMap = useHydrated(
    () => true,
    () => false,
  );
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(480px,560px)_minmax(0,1fr)]">
      <main className="relative z-1 flex flex-col bg-surface px-5 pt-5 pb-4 lg:px-22 lg:pt-8 lg:pb-6 lg:shadow-[1px_0_0_var(--border)]">
        <Link
          className="inline-flex h-9 items-center gap-2.5 self-start rounded-sm font-display font-semibold text-[16px]/5 tracking-title"
          to="/"
        >
          <CompanyMark />
          {companyName}
        </Link>
        <div className="m-auto w-full max-w-[400px] py-6 lg:max-w-none">
          <h1 className="mb-5 font-display font-semibold text-3xl tracking-[-0.02em] outline-none">
            {title}
          </h1>
          {children}
        </div>
        <p className="text-faint text-xs">
          {companyName === productName
            ? "Hosted on our own servers"
            : `Hosted by ${companyName} on our own servers`}
        </p>
      </main>
      <div className="login-chart relative overflow-hidden max-lg:hidden">
        {hasMap && <ContourMap className="absolute -inset-x-[4%] -inset-y-[8%] h-[116%] w-[108%]" />}
      </div>
    </div>
  );
}
