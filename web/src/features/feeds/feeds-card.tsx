import { Ellipsis, Pencil, Plus, Rss, Trash2 } from "lucide-react";
import { useState } from "react";
import { EndDialog, type EndDialogProps } from "../../capabilities/live/end-dialog.tsx";
import { describeUse } from "../../capabilities/secrets/describe-use.ts";
import type { NewSecret } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { SecretAlert } from "../../capabilities/secrets/secret-alert.tsx";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { describeAreas, feedKeys, revokeFeed, useFeeds } from "./api.ts";
import { NewFeedDialog, RenameFeedDialog } from "./feed-dialogs.tsx";

/** The viewer's feeds: made, with an address that is shown once, renamed, and revoked. */
export function FeedsCard() {
  const query = useFeeds();
  const feeds = query.data?.feeds;
  const now = useNow();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<NewSecret>();
  const [asked, setAsked] = useState<{ what: "rename" | "revoke"; id: string }>();
  const feed = feeds?.find(({ id }) => id === asked?.id);
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-col gap-4">
      {made && (
        <SecretAlert label="address" made={made} onDismiss={() => setMade(undefined)}>
          Copy the address of “{made.name}” now: it is not shown again. Everyone who has it can read the feed.
        </SecretAlert>
      )}
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New feed
          </Button>
        }
        text="A feed reader follows what is new in Atoll, as far as you can read it. Feeds end when you change your password or sign out everywhere."
        title="Feeds"
      >
        {feeds ? (
          feeds.length > 0 ? (
            <ul aria-label="Feeds">
              {feeds.map((one) => (
                <SettingRow
                  as="li"
                  end={
                    <Menu
                      items={[
                        {
                          label: "Rename",
                          icon: Pencil,
                          onSelect: () => setAsked({ what: "rename", id: one.id }),
                        },
                        "separator",
                        {
                          label: "Revoke",
                          icon: Trash2,
                          danger: true,
                          onSelect: () => setAsked({ what: "revoke", id: one.id }),
                        },
                      ]}
                      label={`More for ${one.name}`}
                      trigger={<IconButton icon={Ellipsis} label={`More for ${one.name}`} size="sm" />}
                    />
                  }
                  icon={Rss}
                  key={one.id}
                  text={
                    <>
                      {describeAreas(one.areas)}
                      <span className="block">{describeUse(one, now)}</span>
                    </>
                  }
                  title={
                    <>
                      {one.name}{" "}
                      <span className="font-regular text-faint text-xs">ends with {one.ending}</span>
                    </>
                  }
                />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState title="No feeds">Create one, and give its address to your feed reader.</EmptyState>
            </div>
          )
        ) : (
          <div className="border-t">
            {query.error ? (
              <LoadState query={query} />
            ) : (
              <RowSkeletons label="Loading your feeds" mark={16} rowClassName="px-4 py-2 md:px-5" />
            )}
          </div>
        )}
      </SettingCard>
      {isCreating && <NewFeedDialog onClose={() => setIsCreating(false)} onSecret={setMade} />}
      {feed && asked?.what === "rename" && <RenameFeedDialog feed={feed} onClose={close} />}
      {feed && asked?.what === "revoke" && (
        <RevokeFeedDialog end={() => revokeFeed(feed.id)} onClose={close} title={`Revoke “${feed.name}”?`}>
          Feed readers that use its address are refused from now on. A revoked feed cannot be brought back.
        </RevokeFeedDialog>
      )}
    </div>
  );
}

type RevokeFeedProps = Pick<EndDialogProps, "title" | "end" | "onClose" | "children">;

/** Asks before the address of a feed stops working. */
export function RevokeFeedDialog(props: RevokeFeedProps) {
  return (
    <EndDialog
      {...props}
      done="Feed revoked"
      failure="Failed to revoke the feed"
      goneCode="feed_not_found"
      queryKey={feedKeys.every}
      verb="Revoke"
    />
  );
}
