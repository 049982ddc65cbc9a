import type { TreeNode } from "@atoll/contract/knowledge/overview-schemas";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, Ellipsis } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { useRowWindow } from "../../../ui/list/use-row-window.ts";
import type { Selection } from "../../../ui/list/use-selection.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { pageChanges } from "../data/changes.ts";
import { type Branch, buildTree, type Move, movesOf, visibleRows } from "./tree-moves.ts";

interface ArticleTreeProps {
  nodes: readonly TreeNode[];
  openId: string | undefined;
  canMove: boolean;
  onNew: (parentId: string) => void;
  /** For those who may change several pages together. */
  selection?: Selection;
}

/**
 * The tree of articles. Arrows move and open, Enter goes to a page; Alt with an arrow moves the page itself, as dragging
 * does and the menu of its row. X selects it.
 */
export function ArticleTree({ nodes, openId, canMove, onNew, selection }: ArticleTreeProps) {
  const changes = useChanges(pageChanges);
  const tree = useMemo(() => buildTree(nodes), [nodes]);
  const [closed, setClosed] = useClosedBranches();
  const rows = useMemo(() => visibleRows(tree, closed), [tree, closed]);
  const [focusId, setFocusId] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const indexOf = (id: string | undefined) => rows.findIndex(({ node }) => node.id === id);
  const { parts, rowHeight, show } = useRowWindow(
    list,
    rows.length,
    [...new Set([focusId, dragged])].flatMap((id) => (id === undefined ? [] : [indexOf(id)])),
  );
  const wantsFocus = useRef(false);
  // A row that was out of sight is there only after it is drawn.
  useLayoutEffect(() => {
    if (wantsFocus.current && focusId !== undefined) document.getElementById(`tree-${focusId}`)?.focus();
    wantsFocus.current = false;
  });
  const [over, setOver] = useState<string>();
  const moveTo = ({ id, ...place }: Move) => {
    const title = nodes.find((one) => one.id === id)?.title;
    changes.change({
      about: [id],
      title: title ? `“${title}”` : "The page",
      said: title ? `“${title}” moved` : "Page moved",
      change: { act: "move", ...place },
    });
  };
  const toggle = (id: string, isClosed = !closed.has(id)) => {
    const next = new Set(closed);
    if (isClosed) next.add(id);
    else next.delete(id);
    setClosed(next);
  };
  const focusRow = (id: string | undefined) => {
    if (id === undefined) return;
    wantsFocus.current = true;
    setFocusId(id);
    show(indexOf(id));
  };

  /** Returns the action of a key at a row; undefined for all other keys. */
  function actOf(key: string, row: Branch, at: number): (() => void) | undefined {
    switch (key) {
      case "ArrowDown":
        return () => focusRow(rows[at + 1]?.node.id);
      case "ArrowUp":
        return () => focusRow(rows[at - 1]?.node.id);
      case "Home":
        return () => focusRow(rows[0]?.node.id);
      case "End":
        return () => focusRow(rows.at(-1)?.node.id);
      case "ArrowRight":
        return () =>
          closed.has(row.node.id) ? toggle(row.node.id, false) : focusRow(row.children[0]?.node.id);
      case "ArrowLeft":
        return () =>
          row.children.length > 0 && !closed.has(row.node.id)
            ? toggle(row.node.id, true)
            : focusRow(row.parent?.node.id);
      case "x":
        return selection && (() => selection.toggle(row.node.id));
      default:
        return undefined;
    }
  }

  function onKeyDown(event: KeyboardEvent, row: Branch) {
    const at = rows.indexOf(row);
    const key = event.key;
    if (event.altKey && canMove) {
      const wanted = movesOf(tree, row.node.id).find(({ shortcut }) => shortcut === key);
      if (!wanted) return;
      event.preventDefault();
      moveTo(wanted.move);
      return;
    }
    const act = event.ctrlKey || event.metaKey ? undefined : actOf(event.key, row, at);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function onDrop(event: DragEvent, target: Branch) {
    event.preventDefault();
    setOver(undefined);
    if (dragged === undefined || dragged === target.node.id) return;
    const box = event.currentTarget.getBoundingClientRect();
    const isBefore = event.clientY < box.top + box.height / 3;
    moveTo(
      isBefore
        ? { id: dragged, parentId: target.parent?.node.id ?? null, beforeId: target.node.id }
        : { id: dragged, parentId: target.node.id, beforeId: null },
    );
    setDragged(undefined);
  }

  return (
    // A list rather than a tree for assistive tech: a tree may hold no buttons of its rows.
    <ul ref={list} aria-label="Articles" className="flex flex-col">
      {/* In one list: a row that comes into sight stays the same element, with its focus. */}
      {parts.flatMap((part) =>
        part.kind === "gap"
          ? [<li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.rows * rowHeight }} />]
          : rows.slice(part.from, part.to).map((row, offset) => renderRow(row, part.from + offset)),
      )}
    </ul>
  );

  function renderRow(row: Branch, at: number) {
    const { node, children, depth } = row;
    const isClosed = closed.has(node.id);
    const Chevron = isClosed ? ChevronRight : ChevronDown;
    // Tab goes through the row with the focus, and not through all of them.
    const tabIndex = (focusId ?? rows[0]?.node.id) === node.id ? 0 : -1;
    return (
      <li
        key={node.id}
        data-row
        aria-setsize={rows.length}
        aria-posinset={at + 1}
        draggable={canMove}
        onDragStart={() => setDragged(node.id)}
        onDragEnd={() => setDragged(undefined)}
        onDragOver={(event) => {
          if (dragged === undefined) return;
          event.preventDefault();
          setOver(node.id);
        }}
        onDragLeave={() => setOver(undefined)}
        onDrop={(event) => onDrop(event, row)}
        className={cx(
          "group flex min-h-8 items-center rounded-sm has-checked:bg-primary-soft max-md:min-h-10",
          node.id === openId ? "bg-surface-selected font-semibold" : "hover:bg-surface-hover",
          over === node.id && dragged !== node.id && "inset-ring-2 inset-ring-primary",
        )}
        style={{ paddingLeft: 4 + depth * 16 }}
      >
        {selection && (
          <span
            className={cx(
              "flex-none max-md:opacity-100 focus-within:opacity-100 group-hover:opacity-100",
              selection.chosen.size === 0 && "opacity-0",
            )}
          >
            <Checkbox
              label={`Select ${node.title || "the page without a title"}`}
              hideLabel
              tabIndex={-1}
              checked={selection.chosen.has(node.id)}
              onChange={() => selection.toggle(node.id)}
            />
          </span>
        )}
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={!isClosed}
          aria-label={`Pages below ${node.title}`}
          className={cx(
            "p-1 text-faint max-md:-mr-1.5 max-md:px-3 max-md:py-[13px]",
            children.length === 0 && "invisible",
          )}
          onClick={() => toggle(node.id)}
        >
          <Chevron aria-hidden="true" className="size-3.5" />
        </button>
        <Link
          id={`tree-${node.id}`}
          aria-current={node.id === openId ? "page" : undefined}
          aria-description={row.parent ? `Below ${row.parent.node.title}` : undefined}
          to="/knowledge-base/articles/$articleId"
          params={{ articleId: node.id }}
          tabIndex={tabIndex}
          onFocus={() => setFocusId(node.id)}
          onKeyDown={(event) => onKeyDown(event, row)}
          draggable={false}
          className="min-w-0 flex-1 truncate py-1 max-md:py-2.5"
        >
          {node.title || "Without a title yet"}
        </Link>
        {node.state !== "published" && (
          <Badge tone="outline" className="mr-1">
            {node.state === "review" ? "In review" : "Draft"}
          </Badge>
        )}
        {canMove && (
          <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100">
            <Menu
              label={`Move ${node.title}`}
              align="end"
              trigger={
                <IconButton size="xs" icon={Ellipsis} label={`More for ${node.title}`} tabIndex={tabIndex} />
              }
              items={[
                { label: "New page below", onSelect: () => onNew(node.id) },
                ...movesOf(tree, node.id).map(({ label, move: wanted }) => ({
                  label,
                  onSelect: () => moveTo(wanted),
                })),
              ]}
            />
          </span>
        )}
      </li>
    );
  }
}

/** At most so many are remembered, the ones closed last. */
const maxClosed = 1000;

/** The branches that the person has closed, remembered on this device. */
function useClosedBranches(): [closed: ReadonlySet<string>, setClosed: (next: ReadonlySet<string>) => void] {
  const [text, keep] = useKeptText("atoll.knowledge.closed-branches", "");
  const closed = useMemo(() => new Set(text.split(" ").filter(Boolean)), [text]);
  return [closed, (next) => keep([...next].slice(-maxClosed).join(" "))];
}
