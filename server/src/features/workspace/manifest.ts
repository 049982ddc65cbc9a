import type { CompanyLooks } from "@atoll/contract/workspace/looks-schemas";

const own = [
  { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  { src: "/icons/icon-192x192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/icon-512x512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icons/icon-maskable-192x192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
  { src: "/icons/icon-maskable-512x512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Returns the web app manifest, with the company's name and logo if they are set. */
export function manifestOf({ windowName, logo }: Pick<CompanyLooks, "windowName" | "logo">) {
  const shortcut = (name: string, url: string) => ({
    name,
    url,
    icons: [{ src: "/icons/icon-192x192.png", sizes: "192x192", type: "image/png" }],
  });
  return {
    name: windowName,
    short_name: windowName,
    description: "Your company's workspace: chat, tasks, calendar, announcements and knowledge.",
    id: "/",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#f2ebde",
    theme_color: "#f2ebde",
    icons: logo === null ? own : [{ src: logo, sizes: "512x512", type: "image/png", purpose: "any" }],
    lang: "en",
    categories: ["business", "productivity"],
    shortcuts: [shortcut("Chat", "/chat"), shortcut("Inbox", "/inbox"), shortcut("New task", "/tasks?new=1")],
  };
}
