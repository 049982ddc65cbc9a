/** Whom and what one asks about, as the address of the page says it: a path or a permission, not both. */
export interface WhyQuestion {
  user?: string | undefined;
  path?: string | undefined;
  /** `resource:action`. */
  permission?: string | undefined;
}

/** A page that one can ask about. */
export interface AskablePage {
  path: string;
  label: string;
}
