import { BookOpen } from "lucide-react";
import type { Area } from "../area.ts";

export const knowledgeBase = {
  routes: [],
  places: [
    { path: "/knowledge-base", label: "Knowledge Base", icon: BookOpen, group: "tools" },
    { path: "/knowledge-base/faq", label: "FAQ", parent: "/knowledge-base" },
    { path: "/knowledge-base/sop", label: "SOPs", parent: "/knowledge-base" },
    { path: "/knowledge-base/onboarding", label: "Onboarding", parent: "/knowledge-base" },
  ],
} satisfies Area;
