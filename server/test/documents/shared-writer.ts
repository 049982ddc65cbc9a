import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import type { DocumentState } from "@atoll/contract/documents/schemas";
import * as Y from "yjs";
import { rootName } from "../../src/features/documents/text/shared-text.ts";
import type { SignedIn } from "../harness.ts";
import type { TestSocket } from "../socket.ts";

/** A page that writes to a draft, over a socket of its own. */
export interface SharedWriter {
  shared: Y.Doc;
  state: DocumentState;
  root: Y.XmlFragment;
  /** Applies a change here, and returns what it is as an update. */
  change(work: () => void): Uint8Array;
  /** Sends an update, and settles once it is stored. */
  send(update: Uint8Array): Promise<{ sequence: number; savedAt: string }>;
  refused(update: Uint8Array, more?: object): Promise<string>;
  text(): string;
}

/** Opens a draft as a browser does; with the document of a page that was cut off, it goes on with that. */
export async function openWriter(
  signedIn: Pick<SignedIn, "client">,
  socket: TestSocket,
  subject: Subject,
  shared = new Y.Doc(),
): Promise<SharedWriter> {
  const params = { kind: subject.kind, subjectId: subject.id };
  const state = await signedIn.client.call(documentRoutes.getDocument, { params });
  Y.applyUpdate(shared, Buffer.from(state.state, "base64"));
  await socket.command("documents.watch", { documents: [{ subject, epoch: state.epoch }] });
  const payload = (update: Uint8Array) => ({
    subject,
    epoch: state.epoch,
    schemaVersion: state.schemaVersion,
    update: Buffer.from(update).toString("base64"),
  });
  const root = shared.getXmlFragment(rootName);
  return {
    shared,
    state,
    root,
    change(work) {
      // An encoded state names everything that was ever deleted, also what this page never showed.
      let update: Uint8Array = Uint8Array.of(0, 0);
      const take = (changed: Uint8Array) => {
        update = changed;
      };
      shared.on("update", take);
      shared.transact(work);
      shared.off("update", take);
      return update;
    },
    send: (update) => socket.command("document.update", payload(update)),
    refused: (update, more = {}) => socket.refused("document.update", { ...payload(update), ...more }),
    text: () => root.toArray().map(plain).join("\n"),
  };
}

function plain(node: Y.XmlElement | Y.XmlText | Y.XmlHook): string {
  if (node instanceof Y.XmlText) {
    return node
      .toDelta()
      .map(({ insert }: { insert?: unknown }) => (typeof insert === "string" ? insert : ""))
      .join("");
  }
  return node instanceof Y.XmlElement ? node.toArray().map(plain).join("") : "";
}

/** Adds a paragraph at the end of a writer's draft, and returns the update. */
export function typeAtEnd(writer: SharedWriter, text: string): Uint8Array {
  return writer.change(() => {
    const paragraph = new Y.XmlElement("paragraph");
    paragraph.insert(0, [new Y.XmlText(text)]);
    writer.root.push([paragraph]);
  });
}
