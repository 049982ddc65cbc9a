import { Link2, Share } from "lucide-react";
import { canShareLinks, copyLink, type LinkedThing, shareLink } from "../toast/copy-text.ts";
import type { MenuAction } from "./menu-entry.ts";

/** Returns the entries of a menu that pass on the link to a thing: "Copy link", and "Share" where the system can. */
export function linkEntries(thing: LinkedThing): MenuAction[] {
  const copy = { label: "Copy link", icon: Link2, onSelect: () => copyLink(thing) };
  return canShareLinks() ? [copy, { label: "Share", icon: Share, onSelect: () => shareLink(thing) }] : [copy];
}
