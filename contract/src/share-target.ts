/** Where other apps send what a person shares with Atoll: taken by the service worker, shown by the page there. */
export const sharePath = "/share";

/** The names of the parts of such a request, as the manifest gives them to the system. */
export const shareFields = { title: "title", text: "text", url: "url", files: "files" } as const;

/** The path to go to when nothing could take the request: the page asks to share again. */
export const lostSharePath = `${sharePath}?lost=1`;
