import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface SlackChannel {
  id: string;
  name?: string;
  members?: string[];
  [field: string]: unknown;
}

/** A small workspace of Slack, as its export has it. */
export interface SlackWorkspace {
  users?: Record<string, unknown>[];
  channels?: SlackChannel[];
  groups?: SlackChannel[];
  dms?: SlackChannel[];
  mpims?: SlackChannel[];
  /** By the path of a day, such as "general/2024-05-02". */
  days?: Record<string, unknown[]>;
  /** Other files by path, as they are. */
  files?: Record<string, string | Buffer>;
}

export const slackUser = (id: string, name: string, email = "") => ({
  id,
  name: name.toLowerCase(),
  real_name: name,
  profile: { real_name: name, email },
});

/** Returns a message with a time of its own: seconds after the first of May 2024. */
export const slackMessage = (
  seconds: number,
  user: string,
  text: string,
  more: Record<string, unknown> = {},
) => ({
  type: "message",
  user,
  text,
  ts: `${1714550400 + seconds}.000100`,
  ...more,
});

/** Writes an export as a zip file. */
export async function writeSlackExport(workspace: SlackWorkspace): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content), path);
  for (const list of ["users", "channels", "groups", "dms", "mpims"] as const)
    if (workspace[list]) add(`${list}.json`, JSON.stringify(workspace[list]));
  for (const [path, messages] of Object.entries(workspace.days ?? {}))
    add(`${path}.json`, JSON.stringify(messages));
  for (const [path, content] of Object.entries(workspace.files ?? {})) add(path, content);
  zip.end();
  return Buffer.concat(await Readable.from(zip.outputStream).toArray());
}
