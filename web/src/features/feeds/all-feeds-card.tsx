import type { OwnedFeed } from "@atoll/contract/feeds/schemas";
import { Rss } from "lucide-react";
import { useState } from "react";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { describeAreas, revokeAnyFeed, revokeFeedsOf, useAllFeeds } from "./api.ts";
import { RevokeFeedDialog } from "./feeds-card.tsx";

/** Everyone's feeds, for administrators: how many there are, whose they are, and an end to one or to all of a person. */
export function AllFeedsCard() {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState<{ feed: OwnedFeed; isOfPerson: boolean }>();
  const list = useAllFeeds(search);
  const count = useAllFeeds("").first?.total;
  const now = useNow();
  const close = () => setAsked(undefined);
  return (
    <>
      <SettingCard
        end={
          <FilterField
            className="w-60 max-md:w-full"
            label="Search feeds"
            loading={list.isPlaceholderData && list.isFetching}
            maxLength={100}
            onChange={setSearch}
            placeholder="Filter by feed or owner"
            value={search}
          />
        }
        text={`Anyone with the address of a feed can read what its owner can read at that moment.${
          count ? ` There ${count === 1 ? "is one feed" : `are ${count} feeds`}.` : ""
        }`}
        title="Feeds"
      >
        <PagedList
          empty={<EmptyState title={search ? "No feeds found" : "Nobody has a feed"} />}
          failure="Failed to load the feeds"
          list={list}
          skeleton={<RowSkeletons label="Loading the feeds" mark={16} rowClassName="border-t px-4 py-2" />}
        >
          {(items) => (
            <ul aria-label="Feeds">
              {items.map((feed) => (
                <SettingRow
                  as="li"
                  end={
                    <div className="flex gap-2">
                      <Button
                        aria-label={`Revoke ${feed.name} of ${feed.owner.name}`}
                        onClick={() => setAsked({ feed, isOfPerson: false })}
                        size="xs"
                      >
                        Revoke
                      </Button>
                      <Button
                        aria-label={`Revoke all feeds of ${feed.owner.name}, with ${feed.name}`}
                        onClick={() => setAsked({ feed, isOfPerson: true })}
                        size="xs"
                      >
                        Revoke all
                      </Button>
                    </div>
                  }
                  icon={Rss}
                  key={feed.id}
                  text={
                    <>
                      {describeAreas(feed.areas)}
                      <span className="block">{describeUse(feed, now)}</span>
                    </>
                  }
                  title={
                    <>
                      {feed.name} <span className="font-regular text-muted text-xs">{feed.owner.name}</span>
                    </>
                  }
                />
              ))}
            </ul>
          )}
        </PagedList>
      </SettingCard>
      {asked && (
        <RevokeFeedDialog
          onClose={close}
          revoke={() =>
            asked.isOfPerson ? revokeFeedsOf(asked.feed.owner.id) : revokeAnyFeed(asked.feed.id)
          }
          title={
            asked.isOfPerson
              ? `Revoke all feeds of ${asked.feed.owner.name}?`
              : `Revoke “${asked.feed.name}”?`
          }
        >
          {asked.isOfPerson
            ? "Feed readers that use their addresses are refused from now on."
            : `Feed readers that use this address of ${asked.feed.owner.name} are refused from now on.`}{" "}
          A revoked feed cannot be brought back.
        </RevokeFeedDialog>
      )}
    </>
  );
}
