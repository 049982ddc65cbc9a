import type { Hit } from "@atoll/contract/search/hit-schemas";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { isTouch } from "../../lib/page/is-touch.ts";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { useOptionList } from "../../ui/list/use-option-list.ts";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { hitKey, noteOpened, useHits } from "./data/api.ts";
import { addressOf, asksNothing, type ShownSearch } from "./data/shown.ts";
import { explainUnknown } from "./data/split-query.ts";
import { useNoteFound } from "./data/use-note-found.ts";
import { OperatorHints } from "./field/operator-hints.tsx";
import { QueryField, type QueryFieldHandle } from "./field/query-field.tsx";
import type { SearchPlace } from "./filters/channel-choice.tsx";
import { inWords } from "./filters/in-words.ts";
import { SearchFilters } from "./filters/search-filters.tsx";
import { HitPane } from "./pane/hit-pane.tsx";
import { FallbackNotice } from "./results/fallback-notice.tsx";
import { HitRows } from "./results/hit-rows.tsx";
import { KindTabs } from "./results/kind-tabs.tsx";
import { counted, NothingFound } from "./results/nothing-found.tsx";
import { OwnSearches } from "./saved/own-searches.tsx";
import { SaveSearch } from "./saved/save-search.tsx";
import { useNames } from "./saved/use-names.ts";

export interface SearchScreenProps {
  shown: ShownSearch;
  /** Where typing leads, no page of its own is left behind for each letter. */
  onChange: (shown: ShownSearch, how: { isTyping: boolean }) => void;
  onOpen: (hit: Hit) => void;
  /** The viewer's chats. */
  places: readonly SearchPlace[];
  /** Stands above the field: the page's name, how much was found, and what can be done. */
  renderHeader: (found: ReactNode, actions: ReactNode) => ReactNode;
  /** Renders the context of a hit. Undefined if it has none. */
  renderAround: (hit: Hit) => ReactNode | undefined;
}

/** Everything that the viewer may read, by words and filters. Specification, sections 2 and 5. */
export function SearchScreen(props: SearchScreenProps) {
  const { shown, onChange, onOpen, places, renderHeader, renderAround } = props;
  const field = useRef<QueryFieldHandle>(null);
  const list = useHits(shown);
  const isEmpty = asksNothing(shown);
  useEffect(() => {
    // With results on the screen, the keyboard of a phone would cover them.
    if (isEmpty || !isTouch()) field.current?.focus();
  }, [isEmpty]);
  const answer = isEmpty ? undefined : list.answer;
  const address = addressOf(shown);
  const [exact, setExact] = useState<string | null>(null);
  const hits = isEmpty ? [] : (list.items ?? []);
  const others = (exact !== address && answer?.fallback?.items) || [];
  const items = [...hits, ...others];
  const isSettled = answer !== undefined && !list.isPlaceholderData;
  const { note, noteTyped, noteEntered } = useNoteFound(
    address,
    isSettled ? answer.total.count > 0 : undefined,
  );
  const options = useOptionList({
    count: items.length,
    key: address,
    first: -1,
    onChoose: (index) => open(items[index]),
  });
  const marked = items[Math.max(0, options.active)];
  const names = useNames(shown, places);
  const change = (next: Partial<ShownSearch>) => goTo({ ...shown, ...next }, { isTyping: false });

  function goTo(next: ShownSearch, how: { isTyping: boolean }) {
    noteTyped(addressOf(next));
    onChange(next, how);
  }

  function open(hit: Hit | undefined) {
    if (!hit) return;
    noteOpened(hit);
    note(address);
    onOpen(hit);
  }
  const isOnlyOthers = hits.length === 0 && others.length > 0;
  const found = isSettled && !isOnlyOthers ? counted(answer.total) : "";
  const unknown = explainUnknown(shown.q);
  const rows = (
    <HitRows
      hits={hits}
      isBusy={list.isPlaceholderData}
      notice={
        answer && (
          <FallbackNotice
            answer={answer}
            onCorrect={(q) => change({ q })}
            onExact={() => setExact(address)}
            query={shown.q.trim()}
          />
        )
      }
      onOpen={open}
      options={options}
      others={others}
      placeName={names.channel}
    />
  );
  return (
    <div className="flex h-full min-h-0">
      <div className="page-pad relative min-w-0 flex-1 overflow-y-auto">
        {renderHeader(
          <p role="status" className="text-faint">
            {found && `${found} you can open`}
          </p>,
          !isEmpty && <SaveSearch shown={shown} proposed={inWords(shown, names).slice(0, 60)} />,
        )}
        <QueryField
          ref={field}
          label="Search people, messages, tasks"
          value={shown.q}
          onChange={(q) => goTo({ ...shown, q }, { isTyping: true })}
          onEnter={(q) => {
            const next = { ...shown, q };
            noteEntered(addressOf(next));
            goTo(next, { isTyping: true });
          }}
          loading={list.isFetching && !list.isFetchingNextPage && !isEmpty}
          wiring={options.field}
        />
        <OperatorHints
          onAdd={(operator) => field.current?.add(operator)}
          channelName={places.find(({ isChannel }) => isChannel)?.name}
        />
        {unknown && (
          <InlineAlert tone="info" className="mb-3">
            {unknown}
          </InlineAlert>
        )}
        {!isEmpty && (
          <KindTabs
            shown={shown.kind}
            onChange={(kind) => change({ kind })}
            answer={answer}
            hidesZeros={isOnlyOthers}
          />
        )}
        <SearchFilters shown={shown} onChange={change} places={places} names={names} hits={items} />
        {isEmpty ? (
          <div className="pt-2">
            <EmptyState drawing="search" title="Find anything you can open">
              People, channels, messages, tasks, announcements, files and comments, in any language.
            </EmptyState>
            <OwnSearches onChoose={(next) => goTo(next, { isTyping: false })} names={names} />
          </div>
        ) : (
          <PagedList
            list={list}
            failure="Search failed"
            skeleton={<RowSkeletons label="Searching" mark={28} lines={3} rowClassName="border-b py-2.5" />}
            empty={
              answer && (
                <>
                  {others.length > 0 ? (
                    rows
                  ) : (
                    <NothingFound shown={shown} answer={answer} onChange={change} />
                  )}
                  <OwnSearches onChoose={(next) => goTo(next, { isTyping: false })} names={names} />
                </>
              )
            }
          >
            {() => rows}
          </PagedList>
        )}
      </div>
      {marked && (
        <div className="w-[376px] flex-none border-l max-xl:hidden">
          <HitPane
            key={hitKey(marked)}
            hit={marked}
            placeName={names.channel}
            onOpen={() => open(marked)}
            around={renderAround(marked)}
          />
        </div>
      )}
    </div>
  );
}
