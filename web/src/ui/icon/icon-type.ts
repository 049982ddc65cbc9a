import type { ComponentType } from "react";

/** Any icon component: one of lucide's, or one of our own that takes a class name and an edge in pixels. */
export type IconType = ComponentType<{ className?: string; size?: number | string }>;
