import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  Document,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { alignOf, type DocumentNode } from "./document-node.ts";
import { readMarkdown } from "./markdown.ts";
import {
  bookmarkOf,
  imageOf,
  inlinesOf,
  mono,
  plain,
  referenceOf,
  type WordInput,
  type WordPage,
  type WordTargets,
} from "./word-inlines.ts";

type Block = Paragraph | Table;

interface Writing extends WordTargets {
  /** Where each numbered list starts. */
  starts: number[];
  level: number;
  steps: number;
}

/** The surroundings of a block. */
interface Place {
  indent: number;
  list?: { reference: string; level: number } | undefined;
}

const indentTwips = 400;
const tones: Readonly<Record<string, { name: string; fill: string }>> = {
  note: { name: "Note", fill: "E8F1FB" },
  tip: { name: "Tip", fill: "E6F5EC" },
  warning: { name: "Warning", fill: "FFF3CC" },
};
const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** Writes pages as one Word file. Bounded by its caller: it runs in a thread with a deadline. */
export async function writeWordFile(input: WordInput): Promise<Uint8Array> {
  const inside = new Set(input.pages.map(({ id }) => id));
  const starts: number[] = [];
  const children = input.pages.flatMap((page, index) =>
    pageOf(page, index, { ...input, inside, starts, level: page.level, steps: 0 }),
  );
  const document = new Document({
    title: plain(input.title),
    creator: "Atoll",
    numbering: { config: starts.map((start, index) => numbering(`list-${index}`, start)) },
    sections: [{ children }],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

function pageOf(page: WordPage, index: number, writing: Writing): Block[] {
  const title = new Bookmark({ id: bookmarkOf(page.id), children: [new TextRun(plain(page.title))] });
  return [
    new Paragraph({ heading: headingOf(page.level), pageBreakBefore: index > 0, children: [title] }),
    ...(page.summary === "" ? [] : [paragraph([new TextRun({ text: plain(page.summary), italics: true })])]),
    ...(page.facts === "" ? [] : [paragraph([new TextRun({ text: plain(page.facts), color: "666666" })])]),
    ...blocksOf(readMarkdown(page.markdown).content ?? [], { indent: 0 }, writing),
  ];
}

function blocksOf(nodes: readonly DocumentNode[], place: Place, writing: Writing): Block[] {
  return nodes.flatMap((node) => blockOf(node, place, writing));
}

function blockOf(node: DocumentNode, place: Place, writing: Writing): Block[] {
  const { attrs = {}, content = [] } = node;
  const deeper = { indent: place.indent + 1 };
  switch (node.type) {
    case "paragraph":
      return [paragraph(inlinesOf(content, writing), place)];
    case "heading": {
      const heading = headingOf(writing.level + Number(attrs.level ?? 1));
      return [paragraph(inlinesOf(content, writing), { indent: place.indent }, { heading })];
    }
    case "bulletList":
      return content.flatMap((item) => itemOf(item, place, "bullets", writing));
    case "orderedList": {
      const reference = `list-${writing.starts.push(Number(attrs.start ?? 1)) - 1}`;
      return content.flatMap((item) => itemOf(item, place, reference, writing));
    }
    case "taskList":
      return content.flatMap((item) => {
        const [first, ...rest] = item.content ?? [];
        const box = new TextRun(item.attrs?.checked === true ? "☑ " : "☐ ");
        return [
          paragraph([box, ...inlinesOf(first?.content ?? [], writing)], deeper),
          ...blocksOf(rest, deeper, writing),
        ];
      });
    case "blockquote":
      return content.flatMap((one) =>
        one.type === "paragraph"
          ? [paragraph(inlinesOf(one.content ?? [], writing), deeper, { border: { left: rule } })]
          : blockOf(one, deeper, writing),
      );
    case "codeBlock":
      return [codeOf(node, place)];
    case "horizontalRule":
      return [paragraph([], place, { border: { bottom: rule } })];
    case "table":
      return [tableOf(node, writing), paragraph([])];
    case "image":
      return [paragraph([imageOf(attrs, writing)], place)];
    case "card":
      return [paragraph(referenceOf(attrs, writing), place)];
    case "sectionCards":
      return [paragraph(referenceOf({ kind: "section", id: attrs.id }, writing), place)];
    case "callout": {
      const { name, fill } = tones[String(attrs.tone)] ?? { name: "Note", fill: "EEEEEE" };
      const title = paragraph([new TextRun({ text: name, bold: true })]);
      return [boxOf([title, ...blocksOf(content, { indent: 0 }, writing)], fill), paragraph([])];
    }
    case "toggle": {
      // Open: nobody can fold paper.
      const [title, ...rest] = content;
      return [...blocksOf(title ? [title] : [], place, writing), ...blocksOf(rest, deeper, writing)];
    }
    case "step": {
      const [title, ...rest] = content;
      writing.steps += 1;
      const number = new TextRun({ text: `${writing.steps}. `, bold: true });
      return [
        paragraph([number, ...inlinesOf(title?.content ?? [], writing, true)], place),
        ...blocksOf(rest, deeper, writing),
      ];
    }
    default:
      return blocksOf(content, place, writing);
  }
}

function itemOf(item: DocumentNode, place: Place, reference: string, writing: Writing): Block[] {
  const level = Math.min(8, (place.list?.level ?? place.indent - 1) + 1);
  const [first, ...rest] = item.content ?? [];
  const list = { reference, level };
  const head =
    first?.type === "paragraph"
      ? [paragraph(inlinesOf(first.content ?? [], writing), { indent: 0, list })]
      : [
          paragraph([], { indent: 0, list }),
          ...blocksOf(first ? [first] : [], { indent: level + 1 }, writing),
        ];
  const below = rest.flatMap((one) =>
    one.type === "bulletList" || one.type === "orderedList"
      ? blockOf(one, { indent: level + 1, list }, writing)
      : blockOf(one, { indent: level + 1 }, writing),
  );
  return [...head, ...below];
}

function paragraph(
  children: readonly ParagraphChild[],
  { indent, list }: Place = { indent: 0 },
  more: Partial<IParagraphOptions> = {},
): Paragraph {
  return new Paragraph({
    spacing: { after: 120 },
    ...(list?.reference === "bullets" ? { bullet: { level: list.level } } : {}),
    ...(list && list.reference !== "bullets" ? { numbering: list } : {}),
    ...(!list && indent > 0 ? { indent: { left: Math.min(indent, 10) * indentTwips } } : {}),
    ...more,
    children,
  });
}

function codeOf(node: DocumentNode, place: Place): Paragraph {
  const isFormula = node.attrs?.language === "math";
  const lines = textOf(node).split("\n");
  const runs = lines.map((line, index) => {
    const look = isFormula ? { italics: true, font: "Cambria Math" } : { font: mono, size: 19 };
    return new TextRun({ text: plain(line), ...look, ...(index > 0 && { break: 1 }) });
  });
  return paragraph(runs, place, isFormula ? {} : { shading: { type: ShadingType.CLEAR, fill: "F2F2F2" } });
}

function tableOf(node: DocumentNode, writing: Writing): Table {
  const rows = (node.content ?? []).map(
    (row, index) =>
      new TableRow({
        ...(index === 0 && { tableHeader: true }),
        children: (row.content ?? []).map((cell) => {
          const isHead = cell.type === "tableHeader";
          const align = alignOf(cell.attrs?.align);
          return new TableCell({
            ...(isHead && { shading: { type: ShadingType.CLEAR, fill: "EEEEEE" } }),
            children: (cell.content ?? []).map((one) =>
              paragraph(
                inlinesOf(one.content ?? [], writing, isHead),
                { indent: 0 },
                {
                  ...(align && {
                    alignment: {
                      left: AlignmentType.LEFT,
                      right: AlignmentType.RIGHT,
                      center: AlignmentType.CENTER,
                    }[align],
                  }),
                },
              ),
            ),
          });
        }),
      }),
  );
  return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } });
}

function boxOf(children: Block[], fill: string): Table {
  const cell = new TableCell({ children, shading: { type: ShadingType.CLEAR, fill } });
  return new Table({
    rows: [new TableRow({ children: [cell] })],
    width: { size: 100, type: WidthType.PERCENTAGE },
  });
}

const rule = { style: BorderStyle.SINGLE, size: 6, color: "BBBBBB", space: 6 };

const headingOf = (level: number) => headings[Math.min(level, headings.length - 1)] ?? HeadingLevel.HEADING_6;

/** One numbered list: each has a numbering of its own, so that none goes on where another one ended. */
const numbering = (reference: string, start: number) => ({
  reference,
  levels: Array.from({ length: 9 }, (_, level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    start,
    style: { paragraph: { indent: { left: (level + 1) * 720, hanging: 360 } } },
  })),
});

function textOf(node: DocumentNode): string {
  return node.text ?? (node.content ?? []).map(textOf).join("");
}
