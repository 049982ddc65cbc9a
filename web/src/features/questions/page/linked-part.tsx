import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import {
  BookOpen,
  CalendarDays,
  CircleCheckBig,
  CircleQuestionMark,
  Lightbulb,
  Link2,
  Megaphone,
  MessageCircle,
} from "lucide-react";
import { cloneElement, type ReactElement, useMemo } from "react";
import { RailPart } from "../list/question-rail.tsx";
import { findLinked } from "./find-linked.ts";

interface LinkedPartProps {
  question: OpenQuestion;
  linkToPath: (path: string) => ReactElement<{ className?: string; children?: string }>;
}

/** The pages of the workspace that a question and its answers link to. */
export function LinkedPart({ question, linkToPath }: LinkedPartProps) {
  const { content, answers } = question;
  const linked = useMemo(
    () => findLinked([content, ...answers.map((one) => one.content)]),
    [content, answers],
  );
  if (linked.length === 0) return null;
  return (
    <RailPart title="Linked">
      <ul>
        {linked.map(({ path, label }) => {
          const { icon: Icon, name } = kinds.find(({ start }) => path.startsWith(start)) ?? other;
          return (
            <li key={path} className="flex items-center gap-2 py-1.5 not-first:border-t">
              <Icon size={14} aria-hidden className="flex-none text-muted" />
              {cloneElement(linkToPath(path), {
                className: "min-w-0 hover:text-primary-text wrap-anywhere",
                children: label || name,
              })}
            </li>
          );
        })}
      </ul>
    </RailPart>
  );
}

const other = { icon: Link2, name: "A page of the workspace" };
const kinds = [
  { start: "/announcements", icon: Megaphone, name: "An announcement" },
  { start: "/knowledge-base", icon: BookOpen, name: "A page of the knowledge base" },
  { start: "/community-faqs", icon: CircleQuestionMark, name: "A question" },
  { start: "/ideas", icon: Lightbulb, name: "An idea" },
  { start: "/tasks", icon: CircleCheckBig, name: "A task" },
  { start: "/calendar", icon: CalendarDays, name: "An event" },
  { start: "/chat", icon: MessageCircle, name: "A message" },
];
