import { CircleQuestionMark } from "lucide-react";
import type { Area } from "../area.ts";

export const communityFaqs = {
  routes: [],
  places: [{ path: "/community-faqs", label: "Community FAQs", icon: CircleQuestionMark, group: "tools" }],
} satisfies Area;
