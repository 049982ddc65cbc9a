import type { TreeNode } from "@atoll/contract/knowledge/overview-schemas";
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, Ellipsis } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { useRowWindow } from "../../../ui/list/use-row-window.ts";
import type { Selection } from "../../../ui/list/use-selection.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { pageChanges } from "../data/changes.ts";
import { type Branch, buildTree, type Move, movesOf, visibleRows } from "./tree-moves.ts";
import type { Branches } from "./use-branches.ts";

interface ArticleTreeProps {
  nodes: readonly TreeNode[];
  /** Branches with more pages than these. */
  cut?: readonly (string | null)[];
  branches: Pick<Branches, "isOpen" | "set" | "isSearch">;
  /** The page that is read or written. It is scrolled to. */
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
export function ArticleTree(props: ArticleTreeProps) {
  const { nodes, cut, branches, openId, onNew, selection } = props;
  // Next to each other in what was found are not the pages that are next to each other in the tree.
  const canMove = props.canMove && !branches.isSearch;
  const changes = useChanges(pageChanges);
  const tree = useMemo(() => buildTree(nodes), [nodes]);
  const rows = visibleRows(tree, ({ node }) => branches.isOpen(node.id));
  const [focusId, setFocusId] = useState<string>();
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const indexOf = (id: string | undefined) => rows.findIndex(({ node }) => node.id === id);
  const { parts, rowHeight, show } = useRowWindow(
    list,
    rows.length,
    [...new Set([focusId, dragged, openId])].flatMap((id) => (id === undefined ? [] : [indexOf(id)])),
  );
  const wantsFocus = useRef(false);
  // A row that was out of sight is there only after it is drawn.
  useLayoutEffect(() => {
    if (wantsFocus.current && focusId !== undefined) document.getElementById(`tree-${focusId}`)?.focus();
    wantsFocus.current = false;
  });
  const hasOpen = indexOf(openId) >= 0;
  // Only when it opens: the reader scrolls from there.
  useLayoutEffect(() => {
    if (hasOpen) document.getElementById(`tree-${openId}`)?.scrollIntoView({ block: "nearest" });
  }, [openId, hasOpen]);
  // Tab goes through the row with the focus, and not through all of them.
  const tabId = indexOf(focusId) >= 0 ? focusId : hasOpen ? openId : rows[0]?.node.id;
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
  const toggle = (id: string) => branches.set([id], !branches.isOpen(id));
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
          hasBelow(row) && !branches.isOpen(row.node.id)
            ? toggle(row.node.id)
            : focusRow(row.children[0]?.node.id);
      case "ArrowLeft":
        return () =>
          hasBelow(row) && branches.isOpen(row.node.id) && !branches.isSearch
            ? toggle(row.node.id)
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
      const wanted = movesOf(tree, row.node.id, cut).find(({ shortcut }) => shortcut === key);
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
    const { node, depth } = row;
    const isOpen = branches.isOpen(node.id);
    const Chevron = isOpen ? ChevronDown : ChevronRight;
    const tabIndex = node.id === tabId ? 0 : -1;
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
          aria-expanded={isOpen}
          aria-label={`Pages below ${node.title}`}
          className={cx(
            "p-1 text-faint max-md:-mr-1.5 max-md:px-3 max-md:py-[13px]",
            (!hasBelow(row) || branches.isSearch) && "invisible",
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
                ...movesOf(tree, node.id, cut).map(({ label, move: wanted }) => ({
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

const hasBelow = ({ node, children }: Branch) => node.hasBelow || children.length > 0;
