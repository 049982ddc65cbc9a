import { errorMessage } from "../../lib/request/api-error.ts";
import { notify } from "./toast.tsx";

/** Puts a text into the clipboard, and says so. */
export function copyText(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify.success(said),
    (error: unknown) => notify.error(errorMessage(error, "Failed to copy")),
  );
}

/** A thing with a page. Apps outside get its title and address, and never what is in it. */
export interface LinkedThing {
  title: string;
  /** The path of its page, with query and fragment. */
  path: string;
}

export function copyLink({ path }: Pick<LinkedThing, "path">): void {
  copyText(addressOf(path), "Link copied");
}

/** Returns whether this browser can pass links on to other apps. */
export function canShareLinks(): boolean {
  return typeof navigator.share === "function";
}

/** Opens the share sheet of the system. */
export function shareLink({ title, path }: LinkedThing): void {
  navigator.share({ title, url: addressOf(path) }).catch((error: unknown) => {
    // The person closed it.
    if (error instanceof DOMException && error.name === "AbortError") return;
    notify.error("This could not be shared. Copy the link instead.");
  });
}

function addressOf(path: string): string {
  return new URL(path, location.origin).href;
}
