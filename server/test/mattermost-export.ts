import { Readable } from "node:stream";
import { ZipFile } from "yazl";

type Fields = Record<string, unknown>;

/** Seconds after the first of May 2024, in milliseconds since 1970. */
export const momentAt = (seconds: number): number => (1_714_550_400 + seconds) * 1_000;

/** A small server of Mattermost, as its bulk export has it. */
export function mattermostExport() {
  const lines: string[] = [];
  const files: Record<string, string | Buffer> = {};
  const add = (type: string, part: Fields) => {
    lines.push(JSON.stringify({ type, [type]: part }));
  };
  add("version", {});
  lines[0] = JSON.stringify({ type: "version", version: 1, info: { generator: "mattermost-server" } });
  return {
    /** A line as it is. */
    line: (text: string) => void lines.push(text),
    team: (name: string, more: Fields = {}) =>
      add("team", { name, display_name: name, type: "O", allow_open_invite: false, ...more }),
    channel: (team: string, name: string, more: Fields = {}) =>
      add("channel", { team, name, display_name: name, type: "O", header: "", purpose: "", ...more }),
    /** @param channels as "team/channel"; with a star for those that the person manages. */
    user: (username: string, email: string, channels: readonly string[] = [], more: Fields = {}) => {
      const teams = Map.groupBy(channels, (path) => path.split("/")[0] ?? "");
      add("user", {
        ...{
          username,
          email,
          nickname: "",
          first_name: "",
          last_name: "",
          roles: "system_user",
          delete_at: 0,
        },
        teams: [...teams].map(([name, paths]) => ({
          ...{ name, roles: "team_user" },
          channels: paths.map((path) => ({
            name: (path.split("/")[1] ?? "").replace("*", ""),
            roles: path.endsWith("*") ? "channel_user channel_admin" : "channel_user",
          })),
        })),
        ...more,
      });
    },
    bot: (username: string, displayName: string) =>
      add("bot", { username, display_name: displayName, owner: "ana", delete_at: 0 }),
    /** @param path the team and the channel. */
    post: (path: string, seconds: number, user: string, message: string, more: Fields = {}) => {
      const [team, channel] = path.split("/");
      const at = { create_at: momentAt(seconds), edit_at: 0 };
      add("post", { team, channel, user, type: "", message, props: {}, ...at, reactions: [], ...more });
    },
    chat: (members: readonly string[], more: Fields = {}) =>
      add("direct_channel", { members, favorited_by: null, header: "", ...more }),
    directPost: (
      members: readonly string[],
      seconds: number,
      user: string,
      message: string,
      more: Fields = {},
    ) =>
      add("direct_post", {
        ...{ channel_members: members, user, type: "", message, props: {}, create_at: momentAt(seconds) },
        ...{ edit_at: 0, flagged_by: null, reactions: null, replies: null, attachments: null, ...more },
      }),
    other: add,
    file: (path: string, content: string | Buffer) => {
      files[path] = content;
    },
    jsonl: () => `${lines.join("\n")}\n`,
    async zip(): Promise<Buffer> {
      const zip = new ZipFile();
      zip.addBuffer(Buffer.from(`${lines.join("\n")}\n`), "import.jsonl");
      for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
      zip.end();
      return Buffer.concat(await Readable.from(zip.outputStream).toArray());
    },
  };
}

/** A reply as it is within its post. */
export const mattermostReply = (seconds: number, user: string, message: string, more: Fields = {}) => ({
  ...{ user, type: "", message, create_at: momentAt(seconds), edit_at: 0, ...more },
});
