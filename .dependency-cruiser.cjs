// Who may import whom.

// dependency-cruiser reads TypeScript through TypeScript's old programming interface, which TypeScript 7 has not, or
// through swc. With neither it passes over every .ts file and finds all in order, so its absence must be an error.
require.resolve("@swc/core");

const tests = "\\.test\\.tsx?$|\\.spec\\.ts$|(^|/)test/";

/** The folders of the kit, the ground first: each may import those before it. */
const kit = [
  ["base", "icon"],
  ["progress", "badge", "toast"],
  ["popup", "avatar", "layout", "drag"],
  ["button", "board"],
  ["state", "table", "chart"],
  ["field", "dialog"],
  ["list"],
];

/** What several features do alike. None knows another, but writing, which names people. */
const capabilities = [
  ["live", "offline", "files", "people", "links", "similar", "import", "secrets", "mail-address"],
  ["writing", "changes", "votes", "export", "saved-views", "fields", "git-links", "guests"],
  ["composer"],
  ["comments", "documents", "grouped-list"],
];

/** The folders of chat: what is said, what a session keeps of it, then what of it is shown, up to the screen. */
const chat = [
  ["stream"],
  ["channel-list"],
  ["outbox"],
  ["session"],
  ["places", "reactions", "selection"],
  ["commands"],
  ["channels", "composer"],
  ["message"],
  ["message-list", "drawer"],
  ["conversation", "views", "search"],
  ["threads"],
  ["screen"],
];

/** On the server, team chat: each floor may import those below it, and the files beside the folders. */
const serverChat = [
  ["here"],
  ["stream", "personal", "notifications"],
  ["threads"],
  ["members"],
  ["channels", "messages", "search", "resume"],
  ["imported"],
];

/** On the server, questions and ideas: the kinds of things that other slices ask for, then lists, then what changes them. */
const serverQuestions = [["kinds"], ["lists"], ["asking", "answers"]];
const serverIdeas = [["kinds"], ["lists"], ["changes"]];

/** On the server: slices and the platform, whose rooms each know those below them and the files outside of rooms. */
const serverRooms = {
  "server/src/platform": [
    ["log", "turns", "seals", "search"],
    ["configuration"],
    ["database"],
    // Both may not be waited for in a transaction, which they check.
    ["threads", "outbound", "mail"],
    ["bus", "changes", "http", "jobs", "language-model"],
    ["files", "realtime"],
    ["backup", "fields", "kinds", "operation"],
    ["portable"],
  ],
  "server/src/features/administration": [
    ["users"],
    ["guests"],
    ["roles", "departments", "import", "explanation", "invitations"],
  ],
  "server/src/features/directories": [["people"], ["manage"], ["sign-on"], ["scim", "ldap", "saml"]],
  "server/src/features/identity": [
    ["sessions"],
    ["accounts", "passkeys", "password-reset", "profile", "second-factor", "single-sign-on"],
  ],
  "server/src/features/tasks": [
    ["notifications", "own-fields"],
    ["states"],
    ["cycles"],
    ["lists"],
    ["changes", "analytics", "matrix"],
    ["imported", "write", "recurrence", "time", "templates"],
  ],
  "server/src/features/announcements": [["notifications"], ["ledger", "publish"], ["kinds"]],
  "server/src/features/cards": [
    ["data"],
    ["lists"],
    ["monitoring"],
    ["changes"],
    ["hooks"],
    ["imports"],
    ["api", "incidents", "sequences", "settings", "kinds"],
  ],
  "server/src/features/search": [["synonyms"], ["question"], ["entries"], ["passages", "everywhere"]],
};

/** The ground of the web app: what the server is asked with, who is signed in, then the connection. */
const webLib = [["time", "page", "request"], ["session", "form"], ["server"]];

/** Users in the administration. */
const webUsers = [["dialogs"], ["together"], ["table"]];

/** Tasks: what they are, how they are changed, the controls of their fields, then the views. */
const webTasks = [
  ["data", "keys"],
  ["changes", "cycles", "filters", "templates", "time"],
  ["fields"],
  ["create"],
  ["analytics", "board", "chips", "detail", "list", "matrix"],
  ["guest", "timeline"],
];

module.exports = {
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(web/dist|server/dist|bench/results)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment:
        "Files that need each other are one file, or want a third that both use. That goes for types, too.",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "What cannot be found cannot be judged. The package mdast has nothing but types.",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?(raw|url)$|^mdast$" },
    },
    {
      name: "contract-imports-only-zod",
      severity: "error",
      from: { path: "^contract/", pathNot: tests },
      to: { pathNot: "^contract/|^node_modules/zod/" },
    },
    {
      name: "sides-meet-in-the-contract",
      severity: "error",
      comment:
        "server, web and bench import the contract and never each other. Benchmarks cut connections as the tests do, and tests of the web app start the real server.",
      from: { path: "^(server|web|bench)/" },
      to: {
        path: "^(server|web|bench|e2e)/",
        pathNot: [
          "^$1/",
          "/node_modules/",
          "^server/test/(nodes/black-hole|server-host|test-postgres)\\.ts$",
        ],
      },
    },
    {
      name: "journeys-use-the-contract-and-the-servers-test-data",
      severity: "error",
      from: { path: "^e2e/" },
      to: { path: "^(server|web|bench)/", pathNot: "^server/(test|demo)/" },
    },
    {
      name: "platform-knows-no-feature",
      severity: "error",
      from: { path: "^server/src/platform/", pathNot: tests },
      to: { path: "^server/", pathNot: "^server/src/platform/" },
    },
    {
      name: "slices-share-public-and-policy-only",
      severity: "error",
      comment:
        "public.ts is what a slice offers to others: whom and what they may read, locks and names for their statements, and writes in their transaction. Other effects listen to committed changes.",
      from: { path: "^server/src/features/([^/]+)/", pathNot: tests },
      to: {
        path: "^server/src/features/",
        pathNot: "^server/src/features/($1/|[^/]+/(public|policy)\\.ts$)",
      },
    },
    {
      name: "the-application-knows-slices-only",
      severity: "error",
      comment: "What it has to know of a slice is a field of the slice's value.",
      from: { path: "^server/src/app\\.ts$" },
      to: { path: "^server/src/features/", pathNot: "^server/src/features/[^/]+/slice\\.ts$" },
    },
    {
      name: "only-the-application-knows-the-slices",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/src/(app|slices)\\.ts$" },
      to: { path: "^server/src/features/[^/]+/slice\\.ts$" },
    },
    ...floors("server/src/features/chat", serverChat, "[^/]+/"),
    ...Object.entries(serverRooms).flatMap(([folder, order]) => floors(folder, order, "[^/]+/")),
    ...floors("server/src/features/questions", serverQuestions, "[^/]+/"),
    ...floors("server/src/features/ideas", serverIdeas, "[^/]+/"),
    {
      name: "server-runs-without-development-packages",
      severity: "error",
      from: { path: "^server/(src|demo)/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "product-imports-no-tests",
      severity: "error",
      from: { path: "^(contract|server|web)/", pathNot: tests },
      to: { path: tests, pathNot: "node_modules" },
    },
    {
      name: "no-cycles-of-types-in-web",
      severity: "error",
      from: { path: "^web/" },
      to: { circular: true },
    },
    layer("web-lib-is-the-ground", "lib", "ui|capabilities|features|app"),
    layer("web-kit-knows-no-feature", "ui", "capabilities|features|app"),
    layer("web-capabilities-know-no-feature", "capabilities", "features|app"),
    layer("web-features-know-no-screen", "features", "app"),
    {
      name: "web-capabilities-know-no-slice-on-the-wire",
      severity: "error",
      comment:
        "Capabilities request data by subject. Two exceptions: files still come from chat's routes, and a thing made from a message links to it.",
      from: {
        path: "^web/src/capabilities/",
        pathNot: [
          tests,
          "^web/src/capabilities/files/wire\\.ts$",
          "^web/src/capabilities/links/source-message\\.tsx$",
        ],
      },
      to: { path: "^contract/src/(chat|tasks|administration|audit)/" },
    },
    {
      name: "web-features-never-import-features",
      severity: "error",
      comment: "Screens in app compose them.",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    ...floors("web/src/lib", webLib, "[^/]+/"),
    ...floors("web/src/features/administration/users", webUsers, "[^/]+/"),
    ...floors("web/src/features/tasks", webTasks, "[^/]+/"),
    ...floors("web/src/ui", kit),
    ...floors("web/src/capabilities", capabilities),
    ...floors("web/src/features/chat", chat),
  ],
};

/** In the web app: lib <- ui <- capabilities <- features <- app. */
function layer(name, from, to) {
  return {
    name,
    severity: "error",
    from: { path: `^web/src/${from}/`, pathNot: tests },
    to: { path: `^web/src/(${to})/` },
  };
}

/**
 * Within a folder: its own folders from the ground up. Those on one floor know nothing of each other. `inside` is what
 * must have a floor: everything, or only what lies in a folder, where the files beside are the ground of all.
 */
function floors(folder, order, inside = "") {
  const listed = order.flat().join("|");
  const upwards = order.flatMap((floor, at) =>
    floor.map((name) => {
      const others = [...floor.filter((other) => other !== name), ...order.slice(at + 1).flat()];
      return {
        name: `${folder}/${name}-knows-only-what-lies-below`,
        severity: "error",
        from: { path: `^${folder}/${name}/`, pathNot: tests },
        to: { path: `^${folder}/(${others.join("|") || "\\b\\B"})/` },
      };
    }),
  );
  const unlisted = {
    name: `${folder}-has-a-floor-for-each-folder`,
    severity: "error",
    comment: "A new folder takes its place in the order first.",
    from: {},
    to: { path: `^${folder}/${inside}`, pathNot: `^${folder}/(${listed})/` },
  };
  return [...upwards, unlisted];
}
