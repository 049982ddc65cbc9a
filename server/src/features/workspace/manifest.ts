import { shareFields, sharePath } from "@atoll/contract/share-target";
import type { CompanyLooks } from "@atoll/contract/workspace/looks-schemas";

const own = [
  { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
  { src: "/icons/icon-192x192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icons/icon-512x512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icons/icon-maskable-192x192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
  { src: "/icons/icon-maskable-512x512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** The files that the system offers to open with the app. */
const openedFiles = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/gif": [".gif"],
  "image/webp": [".webp"],
  "application/pdf": [".pdf"],
  "text/plain": [".txt"],
  "text/csv": [".csv"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [".docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": [".pptx"],
};

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
    // The service worker takes the request. Only the page that it leads to decides what happens with it.
    share_target: {
      action: sharePath,
      method: "POST" as const,
      enctype: "multipart/form-data" as const,
      params: {
        title: shareFields.title,
        text: shareFields.text,
        url: shareFields.url,
        files: [{ name: shareFields.files, accept: ["*/*"] }],
      },
    },
    protocol_handlers: [{ protocol: "web+atoll", url: `${sharePath}?link=%s` }],
    file_handlers: [{ action: sharePath, accept: openedFiles, launch_type: "single-client" }],
    // A window in which somebody may be typing is never taken for what another app opens.
    launch_handler: { client_mode: ["navigate-new", "auto"] },
  };
}
