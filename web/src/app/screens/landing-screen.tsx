import { departmentsInWords } from "@atoll/contract/workspace/public-pages";
import { Link } from "@tanstack/react-router";
import { BookOpen, CircleCheckBig, Download, Megaphone, MessageCircle } from "lucide-react";
import { CompanyMark } from "../../features/workspace/company-mark.tsx";
import { ContourMap } from "../../features/workspace/contour-map/contour-map.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { useInstallPrompt } from "../../lib/page/install-prompt.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useSession } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass } from "../../ui/button/button-class.ts";
import { ThemeToggle } from "../../ui/button/theme-toggle.tsx";
import "./outside.css";

const features = [
  {
    icon: MessageCircle,
    title: "Talk it through",
    text: "Channels, direct messages and mentions, with a Deep Dive status for quiet hours.",
  },
  {
    icon: CircleCheckBig,
    title: "Keep it moving",
    text: "Tasks on a board or a matrix, with comments, files and requirements.",
  },
  {
    icon: Megaphone,
    title: "Tell everyone once",
    text: "Announcements by department and role, and you can see who has read them.",
  },
  {
    icon: BookOpen,
    title: "Write it down",
    text: "FAQ, SOPs and onboarding, searchable and answerable from Ask AI.",
  },
];

/** The landing page: what Atoll is, and the sign-in link. */
export function LandingScreen() {
  const { productName, companyName, departmentCount, hasInitialDepartments } = useWorkspace();
  // Until it has a name of its own the company goes by the product's.
  const isNamed = companyName !== productName;
  usePageTitle(companyName);
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden bg-surface">
      <header className="relative z-2 flex h-14 items-center gap-3 px-4 md:h-16 md:px-10">
        <span className="inline-flex items-center gap-2.5 font-display font-semibold text-xl/6 tracking-title">
          <CompanyMark />
          {productName}
        </span>
        {isNamed && (
          <span className="border-strong border-l pl-3 text-muted max-md:hidden">{companyName}</span>
        )}
        <ThemeToggle className="ml-auto" />
        <Enter size="md" variant="secondary" />
      </header>
      <main className="relative flex flex-1 flex-col">
        <div className="landing-hero relative flex flex-1 flex-col">
          <div className="relative z-2 flex flex-col gap-4 px-5 pt-6 md:gap-6 md:px-10 md:pt-18 xl:max-w-[560px] xl:pt-24 xl:pr-0 xl:pl-22 2xl:pt-34 2xl:pl-30">
            <h1 className="whitespace-nowrap font-display font-semibold text-[40px]/[42px] tracking-[-0.025em] outline-none md:text-hero">
              {departmentsInWords(departmentCount)}
              <br />
              One lagoon.
            </h1>
            <p className="max-w-[440px] text-md/[22px] text-muted md:text-lg/[26px]">
              {productName} is where {isNamed ? companyName : "your company"} talks, plans and keeps its
              notes: chat, tasks, calendar, announcements and the knowledge base, all on{" "}
              {isNamed ? "our" : "your"} own servers.
            </p>
            <div className="flex gap-3">
              <Enter size="lg" variant="primary" />
              <Install />
            </div>
            <p className="max-w-[340px] text-faint text-xs max-md:hidden">
              No account yet? Contact a super administrator to create your employee login.
            </p>
          </div>
          <div className="landing-chart">
            <ContourMap className="size-full" labels={hasInitialDepartments} />
          </div>
        </div>
        <ul className="relative z-2 mx-4 mb-6 grid rounded-lg border bg-surface-raised shadow-2 md:mx-10 md:grid-cols-2 xl:grid-cols-4">
          {features.map(({ icon: Icon, title, text }) => (
            <li className="landing-feature flex gap-3 p-5" key={title}>
              <Icon className="mt-px size-5 text-primary-text" />
              <div>
                <h2 className="font-semibold">{title}</h2>
                <p className="mt-0.5 text-pretty text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

/** The way in; for someone who is signed in already it leads straight to their dashboard. */
function Enter(look: { size: ButtonSize; variant: ButtonVariant }) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <Link className={buttonClass(look)} to={isSignedIn ? "/dashboard" : "/login"}>
      {isSignedIn ? "Open Atoll" : "Sign In"}
    </Link>
  );
}

function Install() {
  const install = useInstallPrompt();
  if (!install) return null;
  return (
    <Button icon={Download} onClick={install} size="lg" variant="ghost">
      Install the app
    </Button>
  );
}
