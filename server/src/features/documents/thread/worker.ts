import * as Y from "yjs";
import { answerTasks } from "../../../platform/threads/answer-tasks.ts";
import { addElements, seedCanvas } from "../canvas/shared-canvas.ts";
import { normalizeForeign } from "../text/foreign/normalize-foreign.ts";
import { normalizeHtml } from "../text/foreign/normalize-html.ts";
import { readMarkdown, withoutNames } from "../text/markdown.ts";
import { documentOf, seedUpdate } from "../text/shared-text.ts";
import { writeChecked } from "../text/write-checked.ts";
import type { DocumentTask } from "../thread-tasks.ts";
import { checkUpdates } from "./check-updates.ts";

// A thread of its own: what a document does to it, it does to nobody else. See threads.ts.
answerTasks((given) => perform(given as DocumentTask));

function perform({ name, input }: DocumentTask): unknown {
  switch (name) {
    case "seed":
      return seedUpdate(readMarkdown(input.markdown));
    case "nameless":
      return withoutNames(input.markdown);
    case "normalize":
      return normalizeForeign(input.markdown, input);
    case "normalizeHtml":
      return normalizeHtml(input.html, input.dialect);
    case "seedCanvas":
      return seedCanvas(input.elements);
    case "addElements":
      return addElements(load(input.updates), input.elements);
    case "word":
      // Its library is large, and few threads need it.
      return import("../text/word-file.ts").then(({ writeWordFile }) => writeWordFile(input));
    case "html":
      return import("../text/html-file.ts").then(({ writeHtmlText }) => writeHtmlText(input));
    case "write":
      return writeChecked(documentOf(load(input.updates)));
    case "compact":
      return Y.encodeStateAsUpdate(load(input.updates));
    case "check":
      return checkUpdates(input);
  }
}

function load(updates: readonly Uint8Array[]): Y.Doc {
  const shared = new Y.Doc({ gc: true });
  shared.transact(() => {
    for (const update of updates) Y.applyUpdate(shared, update);
  });
  return shared;
}
