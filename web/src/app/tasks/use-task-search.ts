import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import { readTaskSearch, type TaskSearch } from "./task-search.ts";

/** Parses the task state in the address. Here and not in the route, which is part of the first load. */
export function useTaskSearch(): TaskSearch {
  const raw = useLocation({ select: ({ search }) => search });
  return useMemo(() => readTaskSearch(raw), [raw]);
}
