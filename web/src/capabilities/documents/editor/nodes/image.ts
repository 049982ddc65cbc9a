import { mergeAttributes, Node } from "@tiptap/core";

/** Where the pictures of files are. */
export interface ImageSource {
  /** Calls back with the address, and again when it has another one; null for a file that the reader cannot see. */
  watch(fileId: string, onUrl: (url: string | null) => void): () => void;
}

/** A picture among our files. No other picture is ever shown: fetching it would tell who reads. */
export const Image = Node.create<{ source: ImageSource | null }>({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ source: null }),
  addAttributes: () => ({
    fileId: { default: null, parseHTML: () => null, rendered: false },
    alt: { default: "", parseHTML: () => "", rendered: false },
  }),
  parseHTML: () => [],
  renderHTML: ({ HTMLAttributes }) => ["figure", mergeAttributes(HTMLAttributes, { class: "doc-image" })],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement("figure");
      dom.className = "doc-image";
      dom.contentEditable = "false";
      const image = document.createElement("img");
      image.alt = String(node.attrs.alt ?? "");
      image.loading = "lazy";
      dom.append(image);
      const stop = this.options.source?.watch(String(node.attrs.fileId), (url) => {
        if (url) image.src = url;
        else dom.toggleAttribute("data-unknown", true);
      });
      return { dom, destroy: () => stop?.() };
    };
  },
});
