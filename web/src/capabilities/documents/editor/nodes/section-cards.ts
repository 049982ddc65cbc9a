import { sectionQueryOf } from "@atoll/contract/documents/section-block";
import { mergeAttributes, Node } from "@tiptap/core";
import { readId } from "./read-id.ts";

export interface SectionCardsOptions {
  /** Finds the name of a section that the viewer may read. Undefined on pages that show no cards. */
  findName: (id: string) => Promise<string | undefined> | undefined;
}

const unknown = "Cards of a section";

/** The cards of a section as a block. The editor shows its name, and readers see the cards. */
export const SectionCardsNode = Node.create<SectionCardsOptions>({
  name: "sectionCards",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ findName: () => undefined }),
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element: HTMLElement) => readId(element, "data-section"),
      renderHTML: ({ id }: Record<string, unknown>) => ({ "data-section": id }),
    },
    query: {
      default: "",
      parseHTML: (element: HTMLElement) => sectionQueryOf(element.dataset.query),
      renderHTML: ({ query }: Record<string, unknown>) => ({ "data-query": sectionQueryOf(query) }),
    },
  }),
  parseHTML: () => [
    { tag: "div[data-section]", getAttrs: (element) => readId(element, "data-section") !== null && null },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, { class: "doc-section" }),
    unknown,
  ],
  renderText: () => unknown,
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement("div");
      dom.className = "doc-section";
      dom.contentEditable = "false";
      const name = document.createElement("span");
      name.textContent = unknown;
      const change = document.createElement("button");
      change.type = "button";
      change.dataset.changeSection = "";
      change.textContent = "Change";
      dom.append(name, change);
      let isOver = false;
      this.options.findName(String(node.attrs.id))?.then(
        (found) => {
          if (isOver) return;
          name.textContent = found ?? "Cards that do not exist, or that you cannot see";
          dom.toggleAttribute("data-unknown", found === undefined);
        },
        // Without a connection the word for its kind stays.
        () => undefined,
      );
      return {
        dom,
        ignoreMutation: () => true,
        destroy() {
          isOver = true;
        },
      };
    };
  },
});
