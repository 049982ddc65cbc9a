import { useEffect } from "react";

let suffix = "Atoll";

/** Names the browser's tab: "Dashboard · Atoll". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${suffix}`;
  }, [title]);
}

/** The product's name, once it is known; the current title follows. */
export function setTitleSuffix(name: string): void {
  if (document.title.endsWith(` · ${suffix}`))
    document.title = document.title.slice(0, -suffix.length) + name;
  suffix = name;
}
