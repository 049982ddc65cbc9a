import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { root } from "./runtime.mjs";

const deploy = join(root, "deploy");
/** Set by the launcher, or read by other programs than Atoll. */
const others = /^(ATOLL_(LAUNCHER|DOMAIN|IMAGE)|POSTGRES_\w+|CADDY_\w+|PATH)$/;

/**
 * Fails when a file for hosts names a setting that does not exist, holds a secret, runs as root, takes an image without
 * a version, or when the chart's values and its schema or templates disagree.
 * @throws {CommandError} with every problem.
 */
export async function checkDeploy() {
  const files = await readAll();
  const settings = await settingNames();
  const version = JSON.parse(await readFile(join(root, "package.json"), "utf8")).version;
  const problems = [...files].flatMap(([name, text]) => [
    ...settingsIn(text)
      .filter((setting) => !settings.has(setting.replace(/_FILE$/, "")) && !others.test(setting))
      .map((setting) => `${name}: ${setting} is no setting`),
    ...imagesIn(name, text)
      .filter((image) => !/:[^:/]*\d/.test(image) && !/^[\w./-]+:trixie-slim$/.test(image))
      .map((image) => `${name}: ${image} has no version`),
    ...secretsIn(text).map((secret) => `${name}: ${secret} holds a secret`),
    ...versionsIn(text)
      .filter((named) => named !== version)
      .map((named) => `${name}: names version ${named}, and this is ${version}`),
  ]);
  problems.push(...judgeImage(files.get("container/Dockerfile") ?? ""));
  problems.push(...judgeUnit(files.get("systemd/atoll.service") ?? ""));
  // Loaded here: this file is read before the packages are installed.
  const { parse } = await import("yaml");
  problems.push(...judgeChart(files, parse));
  problems.push(...[...files].flatMap(([name, text]) => judgeTrust(name, text)));
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

/** @returns {Promise<Map<string, string>>} the text of each file below deploy/ */
async function readAll() {
  const entries = await readdir(deploy, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  /** @type {[string, string][]} */
  const texts = [];
  for (const path of paths.sort()) texts.push([path.slice(deploy.length + 1), await readFile(path, "utf8")]);
  return new Map(texts);
}

/** The settings are those of the reference, which a test checks against the code. */
async function settingNames() {
  const text = await readFile(join(root, "docs", "reference", "configuration.md"), "utf8");
  return new Set([...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name = ""]) => name));
}

/** @param {string} text */
function settingsIn(text) {
  const named =
    /\b(ATOLL_[A-Z0-9_]+|DATABASE_URL\w*|BUS_URL\w*|SMTP_URL\w*|MAIL_FROM|S3_[A-Z0-9_]+|POSTGRES_[A-Z_]+)\b/g;
  return [...new Set([...text.matchAll(named)].map(([, name = ""]) => name))];
}

/**
 * @param {string} name
 * @param {string} text
 */
function imagesIn(name, text) {
  if (name.startsWith("helm/")) return [];
  const images = text.matchAll(/^\s*(?:FROM|image:|Image=)\s*(?:\$\{\w+:-)?([^\s}]+)/gim);
  return [...images].map(([, image = ""]) => image);
}

/** @param {string} text */
function secretsIn(text) {
  const given =
    /^\s*(?:Environment=|ENV )?"?([A-Z_]*(?:PASSWORD|SECRET|SECRET_ACCESS_KEY|DATABASE_URL|BUS_URL|SMTP_URL))[=:]\s*\S/gm;
  return [...text.replaceAll(/^\s*#.*/gm, "").matchAll(given)].map(([, name = ""]) => name);
}

/** @param {string} text */
function versionsIn(text) {
  const named = text.matchAll(/(?:atoll:|^version: |^appVersion: ")(\d+\.\d+\.\d+)/gm);
  return [...named].map(([, version = ""]) => version);
}

/** @param {string} text of the Dockerfile */
function judgeImage(text) {
  const last = text.slice(text.lastIndexOf("\nFROM "));
  const user = /^USER (\S+)$/m.exec(last)?.[1] ?? "root";
  return [
    ...(/^[1-9]\d*:[1-9]\d*$/.test(user)
      ? []
      : [`container/Dockerfile: USER is ${user}, and should be a number above 0`]),
    ...(/^HEALTHCHECK .*CMD \[/m.test(last) ? [] : ["container/Dockerfile: there is no HEALTHCHECK"]),
    ...(/^(ENTRYPOINT|CMD) [^[]/m.test(last)
      ? ["container/Dockerfile: a shell would keep signals to itself"]
      : []),
    ...(/\bnpm |\bapt-get /.test(last)
      ? ["container/Dockerfile: the image itself builds or installs something"]
      : []),
    ...(/^ADD /m.test(text) ? ["container/Dockerfile: use COPY instead of ADD"] : []),
  ];
}

/** @param {string} text of the systemd unit */
function judgeUnit(text) {
  const wanted = [
    "NoNewPrivileges=yes",
    "ProtectSystem=strict",
    "CapabilityBoundingSet=",
    "PrivateTmp=yes",
    "User=atoll",
  ];
  const lines = text.split("\n");
  return wanted
    .filter((line) => !lines.includes(line))
    .map((line) => `systemd/atoll.service: ${line} is missing`);
}

/**
 * A machine in a trusted network says from where visitors come, so only a small one may be trusted without being chosen.
 * @param {string} name
 * @param {string} text
 */
function judgeTrust(name, text) {
  const given = text
    .replaceAll(/^\s*#.*/gm, "")
    .matchAll(/(ATOLL_TRUSTED_PROXY|ATOLL_METRICS_FROM)[=:](.*)/g);
  return [...given].flatMap(([, setting = "", networks = ""]) =>
    [...networks.matchAll(/[\d.:a-f]+\/(\d+)/g)]
      .filter(([network, bits]) => Number(bits) < (network.includes(":") ? 64 : 24))
      .map(([network]) => `${name}: ${setting} trusts all of ${network}`),
  );
}

/**
 * @param {Map<string, string>} files
 * @param {(text: string) => any} parse reads YAML
 */
function judgeChart(files, parse) {
  const chart = "helm/atoll/";
  const values = parse(files.get(`${chart}values.yaml`) ?? "");
  const schema = JSON.parse(files.get(`${chart}values.schema.json`) ?? "{}");
  const templates = [...files].filter(([name]) => name.startsWith(`${chart}templates/`));
  const used = templates.flatMap(([name, text]) =>
    [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = ""]) => ({ name, path })),
  );
  const isGiven = (/** @type {string} */ path) =>
    path.split(".").reduce((value, key) => value?.[key], values) !== undefined;
  // The server takes an empty name for none, and would keep files in a volume that goes with its pod.
  const nameless = { ...values, settings: { ...values.settings, ATOLL_S3_BUCKET: "" } };
  return [
    ...fitsSchema(values, schema, "values"),
    ...(fitsSchema(nameless, schema, "values").length === 0
      ? [`${chart}values.schema.json: takes an empty ATOLL_S3_BUCKET`]
      : []),
    ...used
      .filter(({ path }) => !isGiven(path))
      .map(({ name, path }) => `${name}: there is no value ${path}`),
    ...Object.keys(schema.properties ?? {})
      .filter((key) => !used.some(({ path }) => path.split(".")[0] === key))
      .map((key) => `${chart}values.yaml: no template uses ${key}`),
    ...templates.flatMap(([name, text]) => openBlocks(text).map((block) => `${name}: ${block}`)),
  ];
}

/**
 * Judges a value by the parts of JSON Schema that the chart's schema uses.
 * @param {any} value
 * @param {any} schema
 * @param {string} path
 * @returns {string[]}
 */
function fitsSchema(value, schema, path) {
  const kind = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  const kinds = [schema.type ?? kind].flat();
  if (!kinds.includes(kind) && !(kind === "integer" && kinds.includes("number")))
    return [`${path} is ${kind}, and should be ${kinds.join(" or ")}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is none of ${schema.enum.join(", ")}`];
  if (schema.pattern && !new RegExp(schema.pattern).test(value))
    return [`${path} does not match ${schema.pattern}`];
  if (value.length < (schema.minLength ?? 0)) return [`${path} is too short`];
  if (kind === "array")
    return value.flatMap((/** @type {any} */ item, /** @type {number} */ at) =>
      fitsSchema(item, schema.items ?? {}, `${path}[${at}]`),
    );
  if (kind !== "object") return [];
  const missing = (schema.required ?? []).filter((/** @type {string} */ key) => !(key in value));
  return [
    ...missing.map((/** @type {string} */ key) => `${path}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, part]) => {
      const rule = schema.properties?.[key] ?? schema.additionalProperties;
      return rule === false
        ? [`${path}.${key} is not in the schema`]
        : fitsSchema(part, rule ?? {}, `${path}.${key}`);
    }),
  ];
}

/** @param {string} text of a template */
function openBlocks(text) {
  const opened = [...text.matchAll(/\{\{-? (if|range|with|define) /g)].length;
  const closed = [...text.matchAll(/\{\{-? end -?\}\}/g)].length;
  return opened === closed ? [] : [`${opened} blocks are opened and ${closed} closed`];
}
