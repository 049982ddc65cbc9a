import { Search } from "lucide-react";
import type { Area } from "../area.ts";

export const search = {
  routes: [],
  places: [{ path: "/search", label: "Search", icon: Search, group: "tools" }],
} satisfies Area;
