import { getTextBetween, getTextSerializersFromSchema } from "@tiptap/core";
import type { Fragment, Node, Schema } from "@tiptap/pm/model";

/**
 * Writes what is copied as plain text, so that no block vanishes where only text can be pasted: lists with their marks,
 * a row of a table as one line with tabs, images, mentions and cards by their words.
 */
export function clipboardText(content: Fragment, schema: Schema): string {
  const textSerializers = getTextSerializersFromSchema(schema);
  const textOf = (node: Node): string =>
    node.isTextblock || node.isLeaf
      ? getTextBetween(schema.node("doc", null, node), { from: 0, to: node.nodeSize }, { textSerializers })
      : "";
  const lines = (nodes: Fragment, separator: string): string => {
    const parts: string[] = [];
    nodes.forEach((node) => void parts.push(blockText(node)));
    return parts.join(separator);
  };
  const blockText = (node: Node): string => {
    switch (node.type.name) {
      case "horizontalRule":
        return "---";
      case "bulletList":
      case "taskList":
        return lines(node.content, "\n");
      case "orderedList": {
        const items: string[] = [];
        const start = Number(node.attrs.start ?? 1);
        node.forEach((item, _offset, at) => {
          items.push(indent(`${start + at}. `, lines(item.content, "\n")));
        });
        return items.join("\n");
      }
      case "listItem":
        return indent("- ", lines(node.content, "\n"));
      case "taskItem":
        return indent(node.attrs.checked === true ? "[x] " : "[ ] ", lines(node.content, "\n"));
      case "table":
        return lines(node.content, "\n");
      case "tableRow":
        return lines(node.content, "\t");
      case "tableHeader":
      case "tableCell":
        return lines(node.content, " ").replaceAll("\n", " ");
      default:
        return node.isTextblock || node.isLeaf ? textOf(node) : lines(node.content, "\n\n");
    }
  };
  return isInline(content) ? textOf(schema.node("paragraph", null, content)) : lines(content, "\n\n");
}

const isInline = (content: Fragment): boolean => content.firstChild?.isInline === true;

/** Puts a mark before the first line, and the others below the text. */
const indent = (mark: string, text: string): string =>
  mark + text.split("\n").join(`\n${" ".repeat(mark.length)}`);
