/** The question in the address of the page: a person, and a path or a permission. */
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
