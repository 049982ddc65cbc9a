import { imageWidths } from "@atoll/contract/documents/limits";
import { mergeAttributes, Node } from "@tiptap/core";
import { readId } from "./read-id.ts";

/** Where the pictures of files are. */
export interface ImageSource {
  /** Calls back with the address, and again when it has another one; null for a file that the reader cannot see. */
  watch(fileId: string, onUrl: (url: string | null) => void): () => void;
}

export interface ImageOptions {
  source: ImageSource | null;
  /** The thing whose draft this is, as `article:<id>`: copied images say where their file belongs. */
  page: string;
}

/**
 * A picture among our files. No other picture is ever shown: fetching it would tell who reads. The clipboard carries the
 * id of the file only, and the server decides for each reader whether they may see it.
 */
export const Image = Node.create<ImageOptions>({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ source: null, page: "" }),
  addAttributes: () => ({
    fileId: {
      default: null,
      parseHTML: (element) => readId(element, "data-file"),
      renderHTML: ({ fileId }) => ({ "data-file": fileId }),
    },
    alt: {
      default: "",
      parseHTML: (element) => element.dataset.alt ?? "",
      renderHTML: ({ alt }) => ({ "data-alt": alt }),
    },
    width: {
      default: null,
      parseHTML: (element) => imageWidths.find((one) => one === element.dataset.width) ?? null,
      renderHTML: ({ width }) => (width === null ? {} : { "data-width": width }),
    },
  }),
  parseHTML: () => [
    { tag: "figure[data-file]", getAttrs: (figure) => readId(figure, "data-file") !== null && null },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const attributes = { class: "doc-image", "data-page": this.options.page };
    return ["figure", mergeAttributes(HTMLAttributes, attributes), String(node.attrs.alt ?? "")];
  },
  renderText: ({ node }) => String(node.attrs.alt || "Image"),
  addNodeView() {
    return ({ node }) => {
      let shown = node;
      const dom = document.createElement("figure");
      dom.className = "doc-image";
      dom.contentEditable = "false";
      const image = document.createElement("img");
      image.alt = String(node.attrs.alt ?? "");
      image.loading = "lazy";
      dom.append(image);
      const showWidth = () => {
        const width = imageWidths.find((one) => one === shown.attrs.width);
        if (width) dom.dataset.width = width;
        else delete dom.dataset.width;
      };
      showWidth();
      const stop = this.options.source?.watch(String(node.attrs.fileId), (url) => {
        if (url) image.src = url;
        dom.toggleAttribute("data-unknown", !url);
      });
      return {
        dom,
        destroy: () => stop?.(),
        // Another width is the same picture: it is not loaded again.
        update(next) {
          const { fileId, alt } = shown.attrs;
          if (next.type !== shown.type || next.attrs.fileId !== fileId || next.attrs.alt !== alt)
            return false;
          shown = next;
          showWidth();
          return true;
        },
      };
    };
  },
});
