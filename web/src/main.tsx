import "./lib/without-eval.ts";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App, prepareHydration } from "./app/app.tsx";
import { afterPaint } from "./lib/page/after-paint.ts";
import { keepInstallPrompt } from "./lib/page/install-prompt.ts";
import { ignoreComposingKeys } from "./lib/page/is-composing.ts";
import { keepLostWords } from "./lib/page/lost-words.ts";
import { publicPage, takePostedSession } from "./lib/page/public-page.ts";
import { enter, getSession, restoreSession, watchSession } from "./lib/session/session.ts";
import "./styles/base.css";

ignoreComposingKeys();
keepLostWords();
keepInstallPrompt();
watchSession();
const posted = takePostedSession();
void (posted ? enter(posted).catch(restoreSession) : restoreSession());

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void show(root);

/** Hydrates the page that the server rendered, unless another one comes next, as for a person who is signed in. */
async function show(root: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  const page = publicPage();
  if (page && getSession().status === "signed-out" && (await prepareHydration(page))) hydrateRoot(root, app);
  else {
    delete document.documentElement.dataset.returning;
    root.replaceChildren();
    createRoot(root).render(app);
  }
}

// In development there is none: it would answer with what was.
if (import.meta.env.PROD)
  afterPaint(() => void import("./app/service-worker/start.ts").then((part) => part.startServiceWorker()));
