import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app/app.tsx";
import { keepInstallPrompt } from "./lib/install-prompt.ts";
import { restoreSession, watchSession } from "./lib/session.ts";
import "./styles/base.css";

// The page may not evaluate text as code (content security policy), so zod must not even try.
z.config({ jitless: true });

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
