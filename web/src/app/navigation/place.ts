import type { IconType } from "../../ui/icon/icon-type.ts";

/** A page of the workspace: the one source for sidebar, breadcrumbs and page titles. */
export interface Place {
  path: string;
  label: string;
  /** For those that the navigation or the palette shows. */
  icon?: IconType;
  /** The page above it in the breadcrumbs; the dashboard when left out. */
  parent?: string;
  /** The slug of the department it belongs to. */
  department?: string;
}
