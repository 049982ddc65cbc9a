import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import { readTaskSearch, type TaskSearch } from "./task-search.ts";

/** What the address says about tasks. Read here and not by the route, which is in the first load. */
export function useTaskSearch(): TaskSearch {
  const raw = useLocation({ select: ({ search }) => search });
  return useMemo(() => readTaskSearch(raw), [raw]);
}
