import { useLocation } from "@tanstack/react-router";
import { useRescuedFocus } from "../../ui/base/use-rescued-focus.ts";
import { MissingScreen } from "../screens/missing-screen.tsx";
import { ArticlePage } from "./article-page.tsx";
import { FaqPage } from "./faq-page.tsx";
import { OnboardingPage } from "./onboarding-page.tsx";
import { PathPage } from "./path-page.tsx";
import { ArticlesPage, OverviewPage, SopsPage } from "./section-pages.tsx";

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** /knowledge-base, its sections, and the pages in them. */
export function KnowledgePage() {
  useRescuedFocus();
  const [section, id, ...rest] = useLocation({ select: ({ pathname }) => pathname })
    .split("/")
    .slice(2)
    .filter((part) => part !== "");
  if (section === undefined) return <OverviewPage />;
  if (section === "faq" && id === undefined) return <FaqPage />;
  if (section === "onboarding" && rest.length === 0 && (id === undefined || anId.test(id)))
    return id === undefined ? <OnboardingPage /> : <PathPage key={id} pathId={id} />;
  if (section !== "sop" && section !== "articles") return <MissingScreen />;
  if (id === undefined) return section === "sop" ? <SopsPage /> : <ArticlesPage />;
  if (!anId.test(id) || rest.length > 0) return <MissingScreen />;
  return <ArticlePage key={id} section={section} articleId={id} />;
}
