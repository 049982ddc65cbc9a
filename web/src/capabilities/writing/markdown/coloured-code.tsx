import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import { useMemo } from "react";

const languages = {
  bash,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  python,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
};
const highlighter = createLowlight(languages);

type Node = ReturnType<typeof highlighter.highlight>["children"][number];

/** Code in the colours of its language, as elements of our own; as it was written in a language that is not known. */
export function ColouredCode({ text, language }: { text: string; language: string }) {
  const pieces = useMemo(() => colour(text, language), [text, language]);
  if (!pieces) return text;
  return pieces.map(({ text: piece, look }, index) => (
    // The parts of a text keep their order, so the index is stable.
    <span key={String(index)} className={look}>
      {piece}
    </span>
  ));
}

interface Piece {
  text: string;
  look: string | undefined;
}

/** Pure: the text in pieces of one look each. What is nested without end in it is nested in nothing here. */
function colour(text: string, language: string): Piece[] | null {
  if (!highlighter.registered(language)) return null;
  const pieces: Piece[] = [];
  const rest: { node: Node; look: string | undefined }[] = [];
  const begin = (nodes: readonly Node[], look: string | undefined) => {
    for (const node of nodes.toReversed()) rest.push({ node, look });
  };
  begin(highlighter.highlight(language, text).children, undefined);
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, look } = next;
    if (node.type === "element") begin(node.children, lookOf(node.properties.className) ?? look);
    else if (node.type === "text") pieces.push({ text: node.value, look });
  }
  return pieces;
}

function lookOf(classes: unknown): string | undefined {
  if (!Array.isArray(classes)) return undefined;
  return looks.find(([names]) => classes.some((name) => names.includes(String(name))))?.[1];
}

const named = (names: string): string[] => names.split(" ").map((name) => `hljs-${name}`);

/** The first that fits. Colours of texts, which can be read on the ground of code in both themes. */
const looks: readonly (readonly [names: readonly string[], look: string])[] = [
  [named("comment quote"), "text-faint italic"],
  [named("keyword selector-tag doctag name section"), "text-primary-text font-medium"],
  [named("string regexp addition selector-attr selector-pseudo"), "text-success-text"],
  [named("number literal symbol bullet link"), "text-accent-text"],
  [named("title type built_in class selector-class selector-id"), "text-info-text"],
  [named("attr attribute variable property template-variable params meta"), "text-warning-text"],
  [named("deletion"), "text-danger-text"],
];
