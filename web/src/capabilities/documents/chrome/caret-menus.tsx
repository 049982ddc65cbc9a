import type { ReferenceKind } from "@atoll/contract/documents/limits";
import type { Reference } from "@atoll/contract/documents/schemas";
import { searchRoutes } from "@atoll/contract/search/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/core";
import { BookOpen, CircleCheckBig, Hash, type LucideIcon } from "lucide-react";
import { useSyncExternalStore } from "react";
import { call } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { insertCard, insertMention } from "../editor/insert-reference.ts";
import { findInsertions, type Insertion, insertInstead } from "../editor/insertions.ts";
import type { MenuStore, OpenMenu } from "../editor/menu-store.ts";
import type { ReferenceNames } from "../references/reference-names.ts";
import { FloatingMenu } from "./floating-menu.tsx";

export interface CaretMenusProps {
  editor: Editor;
  store: MenuStore;
  all: readonly Insertion[];
  names: ReferenceNames;
}

/** The menu of `/`, and of `@`. */
export function CaretMenus({ editor, store, all, names }: CaretMenusProps) {
  const menu = useSyncExternalStore(store.subscribe, store.get);
  if (menu?.kind === "slash") return <SlashMenu menu={menu} editor={editor} store={store} all={all} />;
  if (menu?.kind === "mention")
    return <MentionMenu menu={menu} editor={editor} store={store} names={names} />;
  return null;
}

function SlashMenu({ menu, editor, store, all }: Omit<CaretMenusProps, "names"> & { menu: OpenMenu }) {
  const items = findInsertions(all, menu.query, editor).map((insertion) => ({
    key: insertion.name,
    mark: <Tile icon={insertion.icon} />,
    name: insertion.name,
    detail: insertion.detail,
    choose: () => insertInstead(editor, menu.range, insertion),
  }));
  if (items.length === 0) return null;
  return (
    <FloatingMenu
      store={store}
      menu={menu}
      label="Insert"
      items={items}
      foot="Type to narrow, Esc to close"
    />
  );
}

const kinds: Record<ReferenceKind, { icon: LucideIcon; word: string }> = {
  person: { icon: CircleCheckBig, word: "Person" },
  task: { icon: CircleCheckBig, word: "Task" },
  channel: { icon: Hash, word: "Channel" },
  article: { icon: BookOpen, word: "Article" },
};

function MentionMenu({ menu, editor, store, names }: Omit<CaretMenusProps, "all"> & { menu: OpenMenu }) {
  const query = useDebounced(menu.query.trim(), 150);
  const { data } = useQuery({
    queryKey: ["documents", "mentions", query],
    queryFn: ({ signal }) => call(searchRoutes.suggestHits, { query: { query } }, { signal }),
    enabled: query !== "",
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
  const hits = query === "" ? [] : (data?.items ?? []);
  const items = hits.flatMap((hit) => {
    const kind = kindOf(hit.kind);
    if (!kind) return [];
    const reference: Reference = { kind, id: hit.id };
    return [
      {
        key: `${kind}/${hit.id}`,
        mark:
          hit.detail.kind === "person" ? (
            <Avatar
              decorative
              userId={hit.id}
              picture={hit.detail.person.avatar}
              name={hit.title.text}
              size={28}
            />
          ) : (
            <Tile icon={kinds[kind].icon} />
          ),
        name: hit.title.text,
        detail: kinds[kind].word,
        choose: () => {
          names.learn(reference, { name: hit.title.text, link: hit.link });
          if (store.wantsCard) insertCard(editor, menu.range, reference);
          else insertMention(editor, menu.range, reference);
        },
      },
    ];
  });
  const foot =
    items.length > 0 || query === ""
      ? "Type a name of a person, task, channel or article"
      : "No results. Esc to close";
  return (
    <FloatingMenu
      store={store}
      menu={menu}
      label={store.wantsCard ? "Card" : "Mention"}
      items={items}
      foot={foot}
    />
  );
}

function kindOf(kind: string): ReferenceKind | undefined {
  return Object.hasOwn(kinds, kind) ? (kind as ReferenceKind) : undefined;
}

function Tile({ icon: Icon }: { icon: IconType }) {
  return (
    <span className="grid size-7 flex-none place-items-center rounded-md bg-surface-sunken text-muted inset-ring inset-ring-border">
      <Icon className="size-3.5" aria-hidden="true" />
    </span>
  );
}
