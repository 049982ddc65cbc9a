import { coversScope, type TokenScope, tokenScopes } from "../personal-tokens/areas.ts";

/** The path at which programs speak MCP. */
export const mcpPath = "/api/mcp";

interface McpToolText {
  title: string;
  /** For administrators, and for the language model that chooses a tool. */
  text: string;
  /** A token needs one of these. */
  scopes: readonly TokenScope[];
  /** Creates or changes something. */
  isWriting?: true;
}

/** The tools that programs can call, in the order of the lists. Each calls the routes that the web app uses. */
export const mcpTools = {
  search: {
    title: "Search",
    text: "Find messages, tasks, events, announcements, articles, questions, ideas, cards, files and people.",
    scopes: ["search:read"],
  },
  read: {
    title: "Read",
    text: "Read one message with its thread, task, event, announcement, article, question, idea or card.",
    scopes: [
      "chat:read",
      "tasks:read",
      "calendar:read",
      "announcements:read",
      "knowledge:read",
      "questions:read",
      "ideas:read",
      "departments:read",
    ],
  },
  read_comments: {
    title: "Read comments",
    text: "Read the comments on a task, event, announcement, article, question, idea or card.",
    scopes: ["discussion:read"],
  },
  list_my_tasks: {
    title: "List my tasks",
    text: "List the tasks that are assigned to the person.",
    scopes: ["tasks:read"],
  },
  list_my_calendar: {
    title: "List my calendar",
    text: "List the events in the person's calendars in a range of time.",
    scopes: ["calendar:read"],
  },
  list_channels: {
    title: "List channels",
    text: "List the channels and direct chats that the person is in.",
    scopes: ["chat:read"],
  },
  find_people: {
    title: "Find people",
    text: "Find colleagues by part of their name, for their ids.",
    scopes: ["people:read"],
  },
  ask: {
    title: "Ask",
    text: "Ask a question in plain words. Returns the passages that answer it best and, where the company has set a language model, an answer that cites them.",
    scopes: ["search:write"],
    // It starts a conversation, and uses the person's answers of the day.
    isWriting: true,
  },
  send_message: {
    title: "Send a message",
    text: "Send a message to a channel, a thread or a colleague, in the person's name.",
    scopes: ["chat:write"],
    isWriting: true,
  },
  create_task: {
    title: "Create a task",
    text: "Create a task in the person's name.",
    scopes: ["tasks:write"],
    isWriting: true,
  },
  change_task: {
    title: "Change a task",
    text: "Change the title, description, status, priority, due date or assignee of a task.",
    scopes: ["tasks:write"],
    isWriting: true,
  },
  comment: {
    title: "Comment",
    text: "Write a comment on a task, event, announcement, article, question, idea or card.",
    scopes: ["discussion:write"],
    isWriting: true,
  },
  create_event: {
    title: "Create an event",
    text: "Create an event in the person's calendar, and invite colleagues.",
    scopes: ["calendar:write"],
    isWriting: true,
  },
  draft_article: {
    title: "Draft an article",
    text: "Write an article for the knowledge base as a draft. A person publishes it.",
    scopes: ["knowledge:write"],
    isWriting: true,
  },
} as const satisfies Record<string, McpToolText>;

export type McpToolName = keyof typeof mcpTools;
export const mcpToolNames = Object.keys(mcpTools) as readonly McpToolName[];

/** Returns what a tool is, with the fields that not every tool has. */
export function mcpTool(name: McpToolName): McpToolText {
  return mcpTools[name];
}

/** Returns the scopes that tools need, without those of blocked tools. Programs get no other. */
export function scopesOfTools(blockedTools: readonly McpToolName[]): TokenScope[] {
  const needed = mcpToolNames.flatMap((name) => (blockedTools.includes(name) ? [] : mcpTool(name).scopes));
  return tokenScopes.filter((scope) => needed.includes(scope));
}

/** Returns whether a session may use a tool. Null: a browser's session, which has no scopes. */
export function canUseTool(name: McpToolName, scopes: readonly string[] | null): boolean {
  return scopes === null || mcpTools[name].scopes.some((scope) => coversScope(scopes, scope));
}
