/**
 * Makes lists of the paragraphs that Word writes for list items: each has its level in a style, and its mark as text.
 * @returns whether there were any.
 */
export function readWordLists(pasted: Document): boolean {
  const items = [...pasted.querySelectorAll<HTMLElement>("p[style*='mso-list' i]")].filter(
    (item) => levelOf(item) !== null,
  );
  const done = new Set<HTMLElement>();
  for (const first of items) {
    if (done.has(first)) continue;
    const run = [first];
    for (let next = first.nextElementSibling; next; next = next.nextElementSibling) {
      if (!(next instanceof HTMLElement) || !items.includes(next)) break;
      run.push(next);
    }
    for (const item of run) done.add(item);
    makeList(pasted, run);
  }
  return items.length > 0;
}

const levelOf = (item: Element): number | null => {
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(item.getAttribute("style") ?? "")?.[1];
  return level === undefined ? null : Number(level);
};

function makeList(pasted: Document, run: readonly HTMLElement[]): void {
  const open: { list: HTMLElement; level: number }[] = [];
  const place = pasted.createElement("div");
  run[0]?.before(place);
  for (const paragraph of run) {
    const level = levelOf(paragraph) ?? 1;
    const mark = takeMark(paragraph);
    const name = /^(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark) ? "ol" : "ul";
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    let top = open.at(-1);
    if (!top || top.level < level || top.list.localName !== name) {
      if (top?.level === level) open.pop();
      const list = pasted.createElement(name);
      const start = Number.parseInt(mark, 10);
      if (name === "ol" && start > 1) list.setAttribute("start", String(start));
      (open.at(-1)?.list.lastElementChild ?? place).append(list);
      top = { list, level };
      open.push(top);
    }
    const item = pasted.createElement("li");
    const text = pasted.createElement("p");
    text.append(...paragraph.childNodes);
    item.append(text);
    top.list.append(item);
    paragraph.remove();
  }
  place.replaceWith(...place.childNodes);
}

/** Removes the mark of an item, such as "1." or a bullet, and returns it. */
function takeMark(paragraph: HTMLElement): string {
  const mark = paragraph.querySelector("[style*='mso-list:Ignore' i], [style*='mso-list: Ignore' i]");
  const text = mark?.textContent?.trim() ?? "";
  mark?.remove();
  return text;
}
