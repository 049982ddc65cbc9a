import type { IconType } from "../../ui/icon-type.ts";

/** A page of the workspace: the one source for sidebar, breadcrumbs, page titles and placeholders. */
export interface Place {
  path: string;
  label: string;
  icon: IconType;
  /** The page above it in the breadcrumbs; the dashboard when left out. */
  parent?: string;
  /** The slug of the department it belongs to. */
  department?: string;
  /** Continues "This page will". Pages that exist have none. */
  coming?: string;
}
