import type { ImportSource } from "@atoll/contract/imports/schemas";

interface SourceLook {
  /** How people get the file. */
  how: string;
  accept: string;
  file: string;
  note: string;
  /** The title of its places in the plan, and what to know about them. */
  places: string;
  placesIntro?: string;
  /** The count of what it makes, and the word for one. */
  made: readonly [count: string, word: string];
  /** The words for one of its records, and for several. */
  records: readonly [one: string, many: string];
  /** Names of what the file contains. */
  found: readonly (readonly [key: string, name: string])[];
  run: string;
  undo: string;
}

const people = "Create the accounts of your people first, so that the import finds them.";
const messages = {
  note: "A zip file of up to 50 GB. It is deleted 30 days after its last use.",
  made: ["messages", "message"],
  records: ["message", "messages"],
  places: "Channels and chats",
  found: [
    ["channels", "Channels"],
    ["chats", "Direct chats"],
  ],
  run: "Channels, messages and files are written while others go on working. Nobody is notified. You can pause it, and undo it as long as nobody has built on it.",
  undo: "Everything it made is deleted: its messages, channels, files and former colleagues. You can import the file again.",
} as const;

const tasks = {
  made: ["tasks", "task"],
  records: ["task or comment", "tasks and comments"],
  placesIntro:
    "The tasks of a board are only for its people, unless you choose a department, whose members then read them. Choose the status that the tasks of each list get.",
  run: "Tasks, sub-tasks and comments are written while others go on working. Nobody is notified. You can pause it, and undo it as long as nobody has built on it.",
  undo: "Everything it made is deleted: its tasks, comments, states and former colleagues. You can import the file again.",
} as const;

/** Trackers whose exports do not say who may see a project. */
const trackers = {
  ...tasks,
  accept: ".csv,.tsv,.json,.zip,text/csv,application/json,application/zip",
  note: "A CSV, JSON or zip file. It is deleted 30 days after its last use.",
  places: "Projects and states",
  placesIntro:
    "Each task is only for the people of its issue, unless you choose a department, whose members then read all of them. Choose the status that the tasks of each state get.",
  found: [
    ["projects", "Projects"],
    ["states", "States"],
  ],
} as const;

const pages = {
  made: ["articles", "page"],
  records: ["page", "pages"],
  file: "Export",
  accept: ".zip,application/zip",
  note: "A zip file of up to 50 GB. It is deleted 30 days after its last use.",
  places: "Spaces",
  placesIntro:
    "The pages of a space are drafts that only the person who uploaded the file reads, unless they choose who reads them. Pages that only some people could read stay such drafts.",
  found: [
    ["spaces", "Spaces"],
    ["files", "Files"],
  ],
  run: "Pages with their pictures and files are written while others go on working. Nobody is notified. You can pause it, and undo it as long as nobody has built on it.",
  undo: "Everything it made is deleted: its pages, files and former colleagues. Links to its pages in drafts, tasks and messages then lead nowhere. You can import the file again.",
} as const;

/** The texts about each product. */
export const sourceLooks: Readonly<Record<ImportSource, SourceLook>> = {
  slack: {
    ...messages,
    how: `An owner of the Slack workspace exports its data and gets a zip file. ${people} Nothing is written before you have seen the plan.`,
    accept: ".zip,application/zip",
    file: "Slack export",
  },
  mattermost: {
    ...messages,
    how: `A system administrator of Mattermost runs “mmctl export create” and downloads the zip file with “mmctl export download”. With “--include-archived-channels” it has archived channels, too. ${people} Nothing is written before you have seen the plan.`,
    accept: ".zip,.jsonl,.json,application/zip,application/json",
    file: "Mattermost export",
    note: "A zip file, or a file of JSON lines without attachments. It is deleted 30 days after its last use.",
  },
  zulip: {
    ...messages,
    how: `An administrator of the server runs “./manage.py export”, or an owner of the organization exports it in its settings with all data, and gets a tar file. ${people} Nothing is written before you have seen the plan.`,
    accept: ".gz,.tgz,.tar,.zip,application/gzip,application/x-tar,application/zip",
    file: "Zulip export",
    note: "A .tar.gz file of up to 50 GB. It is deleted 30 days after its last use.",
    placesIntro:
      "Private channels that hide earlier messages from new members are left out, because members here read everything. Choose a new channel for those that you want.",
  },
  trello: {
    ...tasks,
    how: `In Trello, open the menu of a board, choose “Print, export and share”, then “Export as JSON”. Upload one file, or a zip file with several. ${people} Trello exports no email addresses: confirm who each person is in the plan. Nothing is written before you have seen it.`,
    accept: ".json,.zip,application/json,application/zip",
    file: "Trello export",
    note: "A JSON or zip file. It is deleted 30 days after its last use.",
    places: "Boards and lists",
    found: [
      ["boards", "Boards"],
      ["lists", "Lists"],
    ],
  },
  jira: {
    ...trackers,
    how: `In Jira, search for the issues to move. Export the search as XML, or as CSV with all fields. Choose XML if only a group or a role may read some comments: a CSV file does not mark them. ${people} Most exports contain no email addresses: confirm who each person is in the plan. Nothing is written before you have seen it.`,
    accept: ".csv,.xml,.zip,text/csv,text/xml,application/xml,application/zip",
    file: "Jira export",
    note: "A CSV, XML or zip file. It is deleted 30 days after its last use.",
    placesIntro:
      "Each task is only for the people of its issue, unless you choose a department, whose members then read all of them. Choose the status that the tasks of each state get. Comments in CSV files are left out unless you choose a status for them, because the file does not say who may read them.",
  },
  linear: {
    ...trackers,
    how: `In Linear, open Settings, then Import and export, and export the issues as CSV. An administrator exports all teams. The file has no comments. ${people} Nothing is written before you have seen the plan.`,
    file: "Linear export",
    places: "Teams and states",
  },
  asana: {
    ...trackers,
    how: `In Asana, open the menu of a project, choose “Export”, then JSON or CSV. JSON keeps more; neither has comments unless you ask Asana for them. Upload one file, or a zip file with several. ${people} Nothing is written before you have seen the plan.`,
    file: "Asana export",
    places: "Projects and sections",
  },
  plane: {
    ...trackers,
    how: `In Plane, open the settings of the workspace, then Exports, and export the work items as CSV. Upload the zip file as it is. ${people} Plane exports no email addresses: confirm who each person is in the plan. Nothing is written before you have seen it.`,
    file: "Plane export",
  },
  github: {
    ...trackers,
    how: `Run “gh issue list --state all --limit 100000 --json” with the fields that the guide names, for each repository, and upload the JSON. Pull requests are left out. ${people} GitHub exports no email addresses: confirm who each person is in the plan. Nothing is written before you have seen it.`,
    file: "Issues of GitHub",
    places: "Repositories and states",
  },
  notion: {
    ...pages,
    how: `In Notion, open Settings, then Export content. Choose HTML, which keeps more than Markdown, with everything and with folders for subpages. Upload the zip file as it is: the parts in it are read together. ${people} Nothing is written before you have seen the plan.`,
  },
  confluence: {
    ...pages,
    how: `In Confluence, open the settings of a space and export it as XML, with everything in it. Do this for each space. ${people} Nothing is written before you have seen the plan.`,
  },
  markdown: {
    ...pages,
    how: `Pack a folder of Markdown files into a zip file, such as a vault of Obsidian or an export of Outline, BookStack or Docmost. Folders become the tree of pages. ${people} Nothing is written before you have seen the plan.`,
  },
};
