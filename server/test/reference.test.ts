import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errors } from "@atoll/contract/errors/errors";
import { commands, events } from "@atoll/contract/events";
import { permissions } from "@atoll/contract/permission-list";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { expect, test } from "vitest";
import { archiveRules } from "../src/features/personal-data/company/table-rules.ts";
import { describeConfigVariables } from "../src/platform/configuration/config-reference.ts";
import { secretFileNames } from "../src/platform/configuration/secret-files.ts";
import type { TableRule } from "../src/platform/portable/table-rules.ts";

// The reference is generated from the code. If one of these fails, run `npx vitest run reference -u`.
const folder = "../../docs/reference";

test("docs/reference/routes.md lists every route", async () => {
  const sections = Object.entries(routes).map(([slice, list]) => {
    const rows = Object.values(list).map((route: Route) => [
      `\`${route.method} ${route.path}\``,
      route.summary,
      route.access,
      `${route.rateLimit.max} per ${route.rateLimit.windowSeconds} s and ${route.rateLimit.by}`,
      route.errors.map((code) => `\`${code}\``).join(", ") || "none",
    ]);
    return `## ${slice}\n\n${table(["Route", "Description", "Access", "Rate limit", "Specific errors"], rows)}`;
  });
  const intro = "A running server has the full schemas at `/api/docs` and `/api/openapi.json`.";
  await expect(page("Routes", intro, ...sections)).toMatchFileSnapshot(`${folder}/routes.md`);
});

test("docs/reference/errors.md lists every error", async () => {
  const rows = Object.entries(errors).map(([code, { status, text }]) => [`\`${code}\``, `${status}`, text]);
  const intro =
    'Every error response has the body `{ "error": { "code", "message", "requestId", "fields"? } }`. `message` is the text for people. Details for the operator are in the log, with the same request ID.';
  await expect(page("Errors", intro, table(["Code", "Status", "Text"], rows))).toMatchFileSnapshot(
    `${folder}/errors.md`,
  );
});

test("docs/reference/events.md lists every event and command", async () => {
  const keysOf = ({ shape }: { shape: object }) =>
    Object.keys(shape)
      .map((key) => `\`${key}\``)
      .join(", ") || "nothing";
  const eventRows = Object.entries(events).map(([name, schema]) => [`\`${name}\``, keysOf(schema)]);
  const commandRows = Object.entries(commands).map(([name, { payload, answer, rateLimit }]) => [
    `\`${name}\``,
    keysOf(payload),
    keysOf(answer),
    `${rateLimit.max} per ${rateLimit.windowSeconds} s and socket`,
  ]);
  const intro =
    "The server sends these events over the socket at `/api/realtime`. See [How a message reaches every screen](../guides/realtime.md).";
  const commandIntro =
    "A browser sends these commands over the socket. Each is acknowledged with `{ answer }` or `{ error: { code, message } }`.";
  await expect(
    page(
      "Events",
      intro,
      table(["Event", "Payload"], eventRows),
      "## Commands",
      commandIntro,
      table(["Command", "Payload", "Answer", "Rate limit"], commandRows),
    ),
  ).toMatchFileSnapshot(`${folder}/events.md`);
});

test("docs/reference/permissions.md lists every permission", async () => {
  const rows = permissions.map(({ resource, action, sentence }) => [`\`${resource}/${action}\``, sentence]);
  const intro =
    "A role has permissions, and a person has roles. The role super_admin passes every check, admin every check except managing roles, and pending none.";
  await expect(page("Permissions", intro, table(["Permission", "Allows"], rows))).toMatchFileSnapshot(
    `${folder}/permissions.md`,
  );
});

test("docs/reference/configuration.md lists every variable", async () => {
  const rows = describeConfigVariables().map(({ name, standard, meaning }) => [
    `\`${name}\``,
    standard,
    meaning,
  ]);
  const intro =
    "The server reads its configuration from environment variables at startup. If a value is invalid, the server does not start, and names it.";
  const ofFiles = `Secrets can be in a file instead, such as a secret of Docker or Kubernetes: ${secretFileNames.map((name) => `\`${name}\``).join(", ")} name it. A credential of systemd that has the name of the setting needs no variable. \`npm run check-settings\` says what each setting is and where it comes from.`;
  await expect(
    page("Configuration", `${intro}\n\n${ofFiles}`, table(["Variable", "Default", "Meaning"], rows)),
  ).toMatchFileSnapshot(`${folder}/configuration.md`);
});

test("docs/reference/archive-format.md says what an archive has of each table", async () => {
  const rows = Object.entries(archiveRules)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, rule]) => [`\`${name}\``, ...describeRule(rule)]);
  const parts = [
    "`npm run export` and the admin panel write everything into one zip file (with the extensions for large files), in the format `atoll-archive-1`. [Leaving Atoll or moving to another machine](../guides/leaving-atoll.md) says how. The format gets a new name when a program that reads it would have to change. Names of tables and columns are those of the database, and change with the version of Atoll: `migrations` in the manifest names the state exactly.",
    "## Parts",
    table(
      ["Part", "Content"],
      [
        [
          "`tables/<table>.jsonl`",
          "The rows of a table, one JSON object in each line, in the order of the primary key. Every line ends with a line feed. Text is UTF-8.",
        ],
        [
          "`sealed/<table>.jsonl.sealed`",
          "The same for tables of secrets, encrypted. Only with a passphrase.",
        ],
        [
          "`files/<bucket>/<key>`",
          "Each uploaded file and each thumbnail, at its place in the storage of files. The table `files` has `bucket` and `key`, the original name, the size and the SHA-256.",
        ],
        [
          "`files.jsonl`",
          "One line for each file, in the order of the zip file: `path` below `files`, `sizeBytes`, `sha256`.",
        ],
        ["`manifest.json`", "Written last: without it, the archive was cut short."],
      ],
    ),
    "All rows come from one state of the database. A file that a row names and that was not in storage is counted in `files.missing`.",
    "## Values",
    table(
      ["Type in PostgreSQL", "In JSON"],
      [
        [
          "`timestamp with time zone`",
          "a string in UTC with microseconds: `2026-11-30T12:47:12.123456+00:00`",
        ],
        ["`date`", "a string: `2026-11-30`"],
        ["`bigint`, `numeric`", "a string, because JSON numbers lose digits in many programs"],
        ["`bytea`", "a string in Base64"],
        [
          "`jsonb`",
          "the value itself. `null` is an empty column. If the value is the `null` of JSON, the row has the name of the column in the list `$jsonNull`.",
        ],
        [
          "arrays of texts, IDs, whole numbers and booleans",
          "an array. Arrays of other types are arrays of strings.",
        ],
        [
          "texts, whole numbers, floating-point numbers, booleans, IDs",
          "as they are. Floating-point numbers that JSON does not have are strings: `NaN`.",
        ],
        ["all other types", "a string as PostgreSQL writes it. Intervals are ISO 8601."],
      ],
    ),
    "Computed columns are left out. The rows of search are left out and made again by the import.",
    "## Manifest",
    table(
      ["Field", "Content"],
      [
        [
          "`format`, `madeAt`, `atollVersion`",
          "`atoll-archive-1`, the time in UTC, and the version of Atoll",
        ],
        ["`migrations`", "the migrations that the database had: `number` and `name`"],
        [
          "`tables`",
          "for each table its `name`, `file`, `columns` with types, number of `rows`, `sizeBytes`, `sha256` of the unpacked part, and whether it `isSealed`",
        ],
        [
          "`leftOut`, `keptInPart`",
          "the tables that are not in the archive, or without some rows or columns (`emptied`), and why",
        ],
        ["`sequences`", "the last value of each sequence"],
        ["`files`", "`count` and `bytes`, how many are `missing`, and size and SHA-256 of the list"],
        ["`seal`", "how the key of sealed parts is made, or null"],
      ],
    ),
    "## Sealed parts",
    "The key is scrypt of the passphrase (UTF-8, normalised to NFC) with the hexadecimal `salt` and the parameters `N`, `r` and `p`, 32 bytes long. `check` is the text `atoll`, sealed as a part with the path `check`, to recognise a wrong passphrase. A part is a nonce of 12 bytes, the lines encrypted with AES-256-GCM, and the tag of 16 bytes. The path of the part is the additional authenticated data. `sha256` in the manifest is that of the sealed part.",
    "## Tables",
    table(["Table", "In the archive", "Reason"], rows),
  ];
  await expect(page("The archive of everything", ...parts)).toMatchFileSnapshot(
    `${folder}/archive-format.md`,
  );
});

function describeRule(rule: TableRule): [kept: string, why: string] {
  if (rule === "kept") return ["whole", ""];
  if ("leftOut" in rule) return ["no", rule.leftOut];
  if ("sealed" in rule) return ["sealed, or not at all without a passphrase", rule.sealed];
  if (rule.where !== undefined) return ["some rows", rule.why];
  const names = [...(rule.emptied ?? []), ...(rule.emptiedUnsealed ?? [])].map((name) => `\`${name}\``);
  const until = rule.emptied ? "" : ", unless there is a passphrase";
  return [`without ${names.join(", ")}${until}`, rule.why];
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const guidesFor = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
const guides = [
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  ...guidesFor("docs/guides"),
  ...guidesFor("docs/guides/develop"),
];
const read = (name: string) => readFileSync(join(root, name), "utf8");

test("every link between the guides and decisions leads to an existing file", () => {
  const broken = [...guides, ...guidesFor("docs/decisions")].flatMap((name) =>
    Array.from(read(name).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, link]) => link ?? "")
      .filter((link) => !/^\w+:/.test(link))
      .filter((link) => !existsSync(join(root, dirname(name), link)))
      .map((link) => `${name}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test.each(guides)("%s names only files that exist", (name) => {
  const folders = [
    "contract/src",
    "server/src",
    "server/test",
    "server/migrations",
    "web/src",
    "web/test",
    "e2e",
    "scripts",
  ];
  const files = folders.flatMap((one) =>
    readdirSync(join(root, one), { recursive: true, encoding: "utf8" }).map((path) => `/${one}/${path}`),
  );
  const named = Array.from(
    read(name).matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|sql|m?js|json))`/g),
    ([, path]) => path ?? "",
  );
  // The worked example names files that its reader is going to write.
  const existing = named.filter((path) => !path.includes("shoutout"));
  expect(
    existing.filter(
      (path) => !existsSync(join(root, path)) && !files.some((file) => file.endsWith(`/${path}`)),
    ),
  ).toEqual([]);
});

function page(title: string, ...parts: string[]): string {
  return `${[`# ${title}`, ...parts].join("\n\n")}\n`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
