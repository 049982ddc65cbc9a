import {
  BookOpen,
  Calendar,
  ChartColumn,
  CircleCheckBig,
  CircleQuestionMark,
  Grid2x2,
  LayoutDashboard,
  Lightbulb,
  ListChecks,
  Lock,
  Megaphone,
  MessageCircle,
  Palette,
  Route,
  Search,
  Settings,
  Shapes,
  Sparkles,
} from "lucide-react";
import { admin, adminPlaces } from "./admin-places.ts";
import type { Place } from "./place.ts";

export const dashboard: Place = { path: "/dashboard", label: "Dashboard", icon: LayoutDashboard };

/** The TOOLS group of the sidebar, in its order. Specification, section 2. */
export const tools: readonly Place[] = [
  { path: "/chat", label: "Chat", icon: MessageCircle },
  {
    path: "/ask-ai",
    label: "Ask AI",
    icon: Sparkles,
    coming: "answer questions put in your own words, and name the pages each answer comes from",
  },
  {
    path: "/ideas",
    label: "Ideas",
    icon: Lightbulb,
    coming: "collect what the company could do better, with votes and with what became of each idea",
  },
  {
    path: "/tasks",
    label: "Tasks",
    icon: CircleCheckBig,
    coming: "show the team's work on one board: who does what, how urgent it is and when it is due",
  },
  {
    path: "/brainstorm",
    label: "Brainstorm",
    icon: Shapes,
    coming: "give you a shared board for thinking together, with notes, groups and votes",
  },
  {
    path: "/calendar",
    label: "Calendar",
    icon: Calendar,
    coming: "show your events by month, week and day, with invitations, answers and reminders",
  },
  {
    path: "/announcements",
    label: "Announcements",
    icon: Megaphone,
    coming: "bring news for your department or for everyone, and mark what you have not read yet",
  },
  {
    path: "/community-faqs",
    label: "Community FAQs",
    icon: CircleQuestionMark,
    coming: "hold the questions that colleagues ask and answer, with the best answer on top",
  },
  {
    path: "/search",
    label: "Search",
    icon: Search,
    coming: "search people, messages, tasks, events and pages, as far as you may see them",
  },
  {
    path: "/knowledge-base",
    label: "Knowledge Base",
    icon: BookOpen,
    coming: "keep what the company knows: answers, procedures and onboarding",
  },
];

export const settings: Place = { path: "/settings", label: "Settings", icon: Settings };

/** Pages that the sidebar reaches through another page, or that have an entry elsewhere. */
export const otherPlaces: readonly Place[] = [
  admin,
  ...adminPlaces,
  settings,
  { path: "/design-system", label: "Design System", icon: Palette },
  {
    path: "/sensitive-data",
    label: "Sensitive data",
    icon: Lock,
    coming: "hold the cards with sensitive values, for each department that you may see them of",
  },
  {
    path: "/tasks/matrix",
    label: "Matrix",
    icon: Grid2x2,
    parent: "/tasks",
    coming: "sort tasks by importance and urgency, to decide what to do first",
  },
  {
    path: "/tasks/analytics",
    label: "Analytics",
    icon: ChartColumn,
    parent: "/tasks",
    coming: "show how work flows: what was finished, what waits and what is late",
  },
  {
    path: "/calendar/analytics",
    label: "Analytics",
    icon: ChartColumn,
    parent: "/calendar",
    coming: "show where your time goes: meetings, focus, and the series that take the most of it",
  },
  {
    path: "/knowledge-base/faq",
    label: "FAQ",
    icon: CircleQuestionMark,
    parent: "/knowledge-base",
    coming: "give short answers to the questions that come up again and again, each with an owner",
  },
  {
    path: "/knowledge-base/sop",
    label: "SOPs",
    icon: ListChecks,
    parent: "/knowledge-base",
    coming: "hold standard procedures, step by step, with the version you last read",
  },
  {
    path: "/knowledge-base/onboarding",
    label: "Onboarding",
    icon: Route,
    parent: "/knowledge-base",
    coming: "lead a new colleague through the first weeks, step by step",
  },
];
