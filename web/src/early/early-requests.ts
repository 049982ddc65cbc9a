import { canUseChat } from "@atoll/contract/chat/policy";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { type EarlyAnswer, freshMs } from "../lib/request/early-answers.ts";
import { isExpiring, type StoredSession, storageKeys } from "../lib/session/session-storage.ts";
import { parseJson } from "../lib/shape.ts";

/** The files of the app that pages need to be shown. */
export interface PageFiles {
  /** Without the folder and the ending of scripts. */
  names: readonly string[];
  /** Indexes of names, by the beginning of an address; for any other page under "". */
  pages: Readonly<Record<string, readonly number[]>>;
}

/**
 * Runs in the page before the app has come. Shows the picture of the frame that the page has, and asks for the files and for the first answers of the page, so that they travel
 * while the app does. Does nothing when nobody is signed in; asks the server for nothing without a connection or with a
 * token that must be refreshed first. The API client takes the answers: src/lib/request/early-answers.ts.
 */
export function startEarly(files: PageFiles): void {
  try {
    // Their shapes are not checked here: the app does so, and takes no answer for a session that it clears.
    const session = parseJson(localStorage.getItem(storageKeys.token)) as StoredSession | undefined;
    const viewer = parseJson(localStorage.getItem(storageKeys.user)) as Viewer | undefined;
    if (session?.accessToken && viewer) start(files, session, viewer);
  } catch {
    // The storage is forbidden, or has what another version wrote.
  }
}

function start({ names, pages }: PageFiles, session: StoredSession, viewer: Viewer): void {
  const path = location.pathname === "/" || location.pathname === "/login" ? "/dashboard" : location.pathname;
  // Pages for everybody: without the frame, and without what it asks for.
  if (/^\/(join|register|forgot-password|reset-password|unsubscribe)\b/.test(path)) return;
  const page = Object.keys(pages).find((one) => one && `${path}/`.startsWith(`${one}/`));
  if (page && hasFrame(viewer)) document.documentElement.dataset.frame = isSidebarHidden() ? "wide" : "";
  for (const index of pages[page ?? ""] ?? []) {
    const href = `/assets/${names[index]}.js`;
    // Behind the files that the page names itself.
    const link = { rel: "modulepreload", href, fetchPriority: "low" };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
  if (!navigator.onLine || isExpiring(session)) return;
  const headers = { accept: "application/json", authorization: `Bearer ${session.accessToken}` };
  const answers = new Map<string, EarlyAnswer>();
  for (const address of firstRequests(path, viewer)) {
    const abort = new AbortController();
    const response = fetch(new URL(address, location.origin), { headers, signal: abort.signal });
    const answer: EarlyAnswer = { response, abort };
    answers.set(address, answer);
    response.then(
      () => {
        answer.cameAt = performance.now();
        // An answer that nobody reads holds its connection.
        setTimeout(() => answers.delete(address) && abort.abort(), freshMs);
      },
      () => undefined,
    );
  }
  globalThis.atollEarly = { token: session.accessToken, answers };
}

/** Returns what the app asks for first on a page. The test compares it with what the app does. */
function firstRequests(path: string, viewer: Viewer): string[] {
  // The server refuses the rest to them.
  if (hasStepBefore(viewer)) return ["/api/auth/user"];
  return [
    "/api/auth/user",
    ...(canUseChat(viewer) ? ["/api/channels"] : []),
    ...(path === "/dashboard" && !viewer.isGuest ? ["/api/dashboard"] : []),
  ];
}

/** Returns whether the page looks as the picture. Guests have no search. */
function hasFrame(viewer: Viewer): boolean {
  return !viewer.isGuest && !hasStepBefore(viewer);
}

/** Returns whether a screen without the frame comes before the workspace. */
function hasStepBefore({ mustChoosePassword, mustSetUpSecondFactor }: Viewer): boolean {
  return mustChoosePassword || mustSetUpSecondFactor;
}

/** As src/app/shell/navigation/use-sidebar.ts remembers it. */
function isSidebarHidden(): boolean {
  return localStorage.getItem("atoll.sidebar") !== null;
}
