import type { Bot } from "@atoll/contract/bots/schemas";
import { canManageUsers } from "@atoll/contract/permissions";
import { Bot as BotIcon, Ellipsis, Pencil, Plus, Trash2, UserRoundPen } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { counted } from "../../lib/counted.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Badge } from "../../ui/badge/badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { useBots } from "./api.ts";
import { DeleteBotDialog, EditBotDialog, HandOverDialog, NewBotDialog } from "./bot-dialogs.tsx";

type Act = "edit" | "hand over" | "delete";

/**
 * The company's bots: whose they are, what they do, and their tokens for their owner.
 * @param props.renderTokens shows the tokens of a bot that the viewer owns.
 */
export function BotsScreen({ renderTokens }: { renderTokens: (bot: Bot) => ReactNode }) {
  const viewer = useViewer();
  const list = useBots();
  const [isCreating, setIsCreating] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const [asked, setAsked] = useState<{ act: Act; bot: Bot }>();
  // The dialog follows what others change.
  const bot = asked && (list.items?.find(({ id }) => id === asked.bot.id) ?? asked.bot);
  const close = () => setAsked(undefined);
  const Dialog = asked && dialogs[asked.act];
  return (
    <>
      <SettingCard
        end={
          <Button icon={Plus} onClick={() => setIsCreating(true)} size="sm">
            New bot
          </Button>
        }
        text="A bot is an account without sign-in, with which a program acts in its own name. Its owner makes its access tokens."
        title="Bots"
      >
        <PagedList
          empty={
            <div className="border-t">
              <EmptyState title="No bots">
                Create one, make an access token for it, and add it to a channel.
              </EmptyState>
            </div>
          }
          failure="Failed to load the bots"
          list={list}
          skeleton={<RowSkeletons label="Loading the bots" mark={16} rowClassName="border-t px-4 py-2" />}
        >
          {(items) => (
            <ul aria-label="Bots">
              {items.map((one) => {
                const isOwn = one.owner?.id === viewer.id;
                const isOpen = isOwn && openId === one.id;
                return (
                  <Fragment key={one.id}>
                    <BotRow
                      bot={one}
                      end={
                        <>
                          {isOwn && (
                            <Button
                              aria-expanded={isOpen}
                              aria-label={`Access tokens of ${one.name}`}
                              onClick={() => setOpenId(isOpen ? undefined : one.id)}
                              size="xs"
                            >
                              Tokens
                            </Button>
                          )}
                          {(isOwn || canManageUsers(viewer)) && (
                            <Menu
                              align="end"
                              items={[
                                {
                                  label: "Edit",
                                  icon: Pencil,
                                  onSelect: () => setAsked({ act: "edit", bot: one }),
                                },
                                {
                                  label: "Hand over",
                                  icon: UserRoundPen,
                                  onSelect: () => setAsked({ act: "hand over", bot: one }),
                                },
                                "separator",
                                {
                                  label: "Delete",
                                  icon: Trash2,
                                  danger: true,
                                  onSelect: () => setAsked({ act: "delete", bot: one }),
                                },
                              ]}
                              label={`More for ${one.name}`}
                              trigger={
                                <IconButton icon={Ellipsis} label={`More for ${one.name}`} size="sm" />
                              }
                            />
                          )}
                        </>
                      }
                    />
                    {isOpen && <li className="border-t bg-surface p-3 md:px-5">{renderTokens(one)}</li>}
                  </Fragment>
                );
              })}
            </ul>
          )}
        </PagedList>
      </SettingCard>
      {isCreating && <NewBotDialog onClose={() => setIsCreating(false)} />}
      {Dialog && bot && <Dialog bot={bot} onClose={close} />}
    </>
  );
}

const dialogs = { edit: EditBotDialog, "hand over": HandOverDialog, delete: DeleteBotDialog };

function BotRow({ bot, end }: { bot: Bot; end: ReactNode }) {
  const { name, description, owner, isStopped, tokenCount, channelCount } = bot;
  return (
    <SettingRow
      as="li"
      end={<span className="flex flex-none items-center gap-2">{end}</span>}
      icon={BotIcon}
      text={
        <>
          {description && <span className="block">{description}</span>}
          {owner ? `Owned by ${owner.name}. ` : "Its owner has left. "}
          {isStopped && "It does nothing until someone takes it over. "}
          {`${counted(tokenCount, "access token")}, ${counted(channelCount, "channel")}.`}
        </>
      }
      title={
        <>
          {name}
          {isStopped && <Badge tone="warning">Stopped</Badge>}
        </>
      }
    />
  );
}
