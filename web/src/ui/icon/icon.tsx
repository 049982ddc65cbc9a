import { icons } from "./icon-registry.ts";
import type { IconType } from "./icon-type.ts";

export interface IconProps {
  name: string;
  /** In pixels: 16 in text and rows, 14 in small buttons, 20 alone. */
  size?: 12 | 14 | 16 | 20;
  className?: string;
}

/**
 * An icon by name, for names that come as data. One that is not in the registry warns in the console and
 * renders nothing (specification, generic pieces). Where the icon is known beforehand, import it from lucide.
 */
export function Icon({ name, size = 16, className }: IconProps) {
  const Known = registry.get(name);
  if (!Known) {
    console.warn(`Unknown icon "${name}"`);
    return null;
  }
  return <Known className={className} size={size} />;
}

// A Map, so that a name like "constructor" is unknown too.
const registry = new Map<string, IconType>(Object.entries(icons));
