import "./lib/without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { afterPaint } from "./lib/page/after-paint.ts";
import { keepInstallPrompt } from "./lib/page/install-prompt.ts";
import { ignoreComposingKeys } from "./lib/page/is-composing.ts";
import { restoreSession, watchSession } from "./lib/session/session.ts";
import "./styles/base.css";

ignoreComposingKeys();
keepInstallPrompt();
watchSession();
void restoreSession();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// In development there is none: it would answer with what was.
if (import.meta.env.PROD)
  afterPaint(() => void import("./app/service-worker/start.ts").then((part) => part.startServiceWorker()));
