import { useState } from "react";
import { openTextStorage } from "../../../lib/text-storage.ts";

const storageKey = "atoll.sidebar";

export interface SidebarState {
  isCollapsed: boolean;
  toggle: () => void;
}

/** Whether the sidebar of wide windows is collapsed, which this browser remembers. Specification, section 2. */
export function useSidebar(): SidebarState {
  const [storage] = useState(openTextStorage);
  const [isCollapsed, setCollapsed] = useState(() => storage.getItem(storageKey) !== null);
  function toggle() {
    if (isCollapsed) storage.removeItem(storageKey);
    else storage.setItem(storageKey, "collapsed");
    setCollapsed(!isCollapsed);
  }
  return { isCollapsed, toggle };
}
