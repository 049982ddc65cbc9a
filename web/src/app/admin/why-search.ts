import type { WhyQuestion } from "../../features/administration/why/question.ts";

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The question in the address, `?user=…&path=/backend`. What makes no sense counts as not said; a path goes first. */
export function readWhyQuestion(search: Record<string, unknown>): WhyQuestion {
  const path = fitting(search.path, /^\/.{0,299}$/);
  return {
    user: fitting(search.user, id),
    path,
    permission: path === undefined ? fitting(search.permission, /^[a-z_-]+:[a-z_-]+$/) : undefined,
  };
}

function fitting(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}
