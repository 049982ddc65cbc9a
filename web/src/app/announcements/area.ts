import { Megaphone } from "lucide-react";
import type { Area } from "../area.ts";

export const announcements = {
  routes: [],
  places: [{ path: "/announcements", label: "Announcements", icon: Megaphone, group: "tools", covers: 1 }],
  cards: { announcements: "Announcements card" },
} satisfies Area;
