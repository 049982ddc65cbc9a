import { errors } from "@atoll/contract/errors";
import { commands, events } from "@atoll/contract/events";
import { permissions } from "@atoll/contract/permission-list";
import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { expect, test } from "vitest";
import { describeConfigVariables } from "../src/platform/config-reference.ts";

// The reference is generated from the code. If one of these fails, run `npx vitest run reference -u`.
const folder = "../../docs/reference";

test("docs/reference/routes.md lists every route", async () => {
  const sections = Object.entries(routes).map(([slice, list]) => {
    const rows = Object.values(list).map((route: Route) => [
      `\`${route.method} ${route.path}\``,
      route.summary,
      route.access,
      `${route.rateLimit.max} in ${route.rateLimit.windowSeconds} s by ${route.rateLimit.by}`,
      route.errors.map((code) => `\`${code}\``).join(", ") || "none of its own",
    ]);
    return `## ${slice}\n\n${table(["Route", "What it does", "Open to", "Limit", "Errors of its own"], rows)}`;
  });
  const intro = "The full schemas are at `/api/docs` and `/api/openapi.json` of a running server.";
  await expect(page("Routes", intro, ...sections)).toMatchFileSnapshot(`${folder}/routes.md`);
});

test("docs/reference/errors.md lists every error", async () => {
  const rows = Object.entries(errors).map(([code, { status, text }]) => [`\`${code}\``, `${status}`, text]);
  const intro =
    'Every refusal has the body `{ "error": { "code", "message", "requestId", "fields"? } }`. `message` is the text for people; what only the operator should know is in the log, under the same request id.';
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
    `${rateLimit.max} in ${rateLimit.windowSeconds} s by socket`,
  ]);
  const intro =
    "What the server sends over the realtime socket at `/api/realtime`. The guide to it is [realtime.md](../guides/realtime.md).";
  const commandIntro =
    "What a browser sends over it. Each is acknowledged with `{ answer }` or `{ error: { code, message } }`.";
  await expect(
    page(
      "Events",
      intro,
      table(["Event", "Payload"], eventRows),
      "## Commands",
      commandIntro,
      table(["Command", "Payload", "Answer", "Limit"], commandRows),
    ),
  ).toMatchFileSnapshot(`${folder}/events.md`);
});

test("docs/reference/permissions.md lists every permission", async () => {
  const rows = permissions.map(({ resource, action, sentence }) => [`\`${resource}/${action}\``, sentence]);
  const intro =
    "A role holds permissions; a person holds roles. The roles super_admin and admin pass every check, pending passes none.";
  await expect(page("Permissions", intro, table(["Permission", "What it allows"], rows))).toMatchFileSnapshot(
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
    "Everything is read from the environment when the server starts. A wrong value stops the start and is named.";
  await expect(
    page("Configuration", intro, table(["Variable", "If not set", "Meaning"], rows)),
  ).toMatchFileSnapshot(`${folder}/configuration.md`);
});

function page(title: string, ...parts: string[]): string {
  return `${[`# ${title}`, ...parts].join("\n\n")}\n`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
