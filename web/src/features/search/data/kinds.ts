import type { SearchKind } from "@atoll/contract/search/limits";
import {
  BookOpen,
  CalendarDays,
  CircleCheckBig,
  CircleQuestionMark,
  File,
  Hash,
  Layers,
  Lightbulb,
  Megaphone,
  MessageCircle,
  MessageSquareText,
  Shapes,
  User,
} from "lucide-react";
import type { IconType } from "../../../ui/icon/icon-type.ts";

/** The names of the kinds, singular and plural, and their icons. */
export const kinds: Readonly<Record<SearchKind, { one: string; many: string; icon: IconType }>> = {
  message: { one: "Message", many: "Messages", icon: MessageCircle },
  task: { one: "Task", many: "Tasks", icon: CircleCheckBig },
  event: { one: "Event", many: "Events", icon: CalendarDays },
  announcement: { one: "Announcement", many: "Announcements", icon: Megaphone },
  article: { one: "Page", many: "Knowledge", icon: BookOpen },
  question: { one: "Question", many: "Questions", icon: CircleQuestionMark },
  card: { one: "Card", many: "Cards", icon: Layers },
  idea: { one: "Idea", many: "Ideas", icon: Lightbulb },
  board: { one: "Board", many: "Boards", icon: Shapes },
  comment: { one: "Comment", many: "Comments", icon: MessageSquareText },
  file: { one: "File", many: "Files", icon: File },
  channel: { one: "Channel", many: "Channels", icon: Hash },
  person: { one: "Person", many: "People", icon: User },
};
