import { useEffect, useState } from "react";

/** From this width on, the sidebar is next to the content. Specification, section 9. */
const desktop = "(width >= 1024px)";

/** Returns whether the navigation drawer is open. It closes by itself when the window grows to where it is not needed. */
export function useDrawer() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const query = window.matchMedia(desktop);
    const close = () => query.matches && setOpen(false);
    query.addEventListener("change", close);
    return () => query.removeEventListener("change", close);
  }, []);
  return { isOpen, setOpen, open: () => setOpen(true) };
}
