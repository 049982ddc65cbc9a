import { defineListSearch, id, matching, type SearchValues } from "@atoll/contract/list-search";

/** The question in the address of the page, `?user=…&path=/backend`: a person, and a path or a permission. */
export const whySearch = defineListSearch({
  user: id,
  path: matching(/^\/.{0,299}$/),
  /** `resource:action`. */
  permission: matching(/^[a-z_-]+:[a-z_-]+$/),
});
export type WhyQuestion = Partial<SearchValues<typeof whySearch>>;

/** Reads the question. A path takes precedence over a permission. */
export function readWhyQuestion(search: Readonly<Record<string, unknown>>): WhyQuestion {
  const { permission, ...question } = whySearch.read(search);
  return question.path === undefined ? { ...question, permission } : question;
}

/** A page that one can ask about. */
export interface AskablePage {
  path: string;
  label: string;
}
