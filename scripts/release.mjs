import "./node-version.mjs";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { CommandError, command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { step } from "./progress.mjs";
import { billOfMaterials, closureOf, noticesOf } from "./release-sbom.mjs";
import { runQuietly } from "./run-program.mjs";
import { pinnedNode, root } from "./runtime.mjs";
import { commands, ensureServerBuilt } from "./server-build.mjs";
import { ensureWebBuilt } from "./web-build.mjs";
import { currentBuild } from "./web-builds.mjs";

/** The files that a release has unchanged. */
const asTheyAre = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  join("docs", "guides"),
  join("deploy", "systemd"),
  join("docs", "reference", "configuration.md"),
  join("server", "demo", "files"),
  join("server", "migrations"),
  join("server", "package.json"),
];

// `npm run release`: the server and the web app as an archive that needs nothing else, with its checksum. With
// `-- --folder <path>` only what is in the archive, for an image.
await command(async () => {
  const { values } = parseArgs({ options: { folder: { type: "string" } } });
  await ensureInstalled();
  await ensureWebBuilt();
  const server = await ensureServerBuilt();
  const { version } = await readJson(join(root, "package.json"));
  const name = `atoll-${version}-${process.platform}-${process.arch}`;
  const folder = values.folder === undefined ? join(root, "dist", name) : resolve(values.folder);
  if (values.folder !== undefined && existsSync(folder))
    throw new CommandError(`${folder} is there already.`);
  await rm(folder, { recursive: true, force: true });
  await step("Collecting the release", () => collect(folder, server, version));
  if (values.folder === undefined) await step("Packing it", () => pack(folder, name));
  return 0;
});

/**
 * @param {string} folder
 * @param {string} server
 * @param {string} version
 */
async function collect(folder, server, version) {
  const { packages: locked } = await readJson(join(root, "package-lock.json"));
  const { bundled, whole } = await readJson(join(server, "packages.json"));
  const isInstalled = (/** @type {string} */ path) => existsSync(join(root, path));
  const inFolders = (/** @type {string[]} */ names) => names.map((name) => `node_modules/${name}`);
  const copied = closureOf(locked, inFolders(whole), isInstalled);
  const inWeb = closureOf(locked, ["web", "contract"], isInstalled);
  const all = [...new Set([...bundled, ...copied, ...inWeb, "node_modules/node"])].sort();

  for (const path of copied) await copy(path, folder, (from) => !isNested(path, from));
  for (const path of asTheyAre) await copy(path, folder);
  await copyAs(server, join(folder, "server", "dist", "release"));
  await writeFile(
    join(folder, "server", "dist", "release", "commands"),
    `${["main", ...commands].join("\n")}\n`,
  );
  const web = await currentBuild(join(root, "web", "dist"));
  if (!web) throw new CommandError("There is no build of the web app.");
  await copy(join("web", "dist", web), folder);
  await writeFile(join(folder, "web", "dist", "current"), `${web}\n`);
  for (const [from, to] of [
    [pinnedNode, "node"],
    [join(root, "deploy", "archive", "atoll"), "atoll"],
  ]) {
    await copyAs(String(from), join(folder, "bin", String(to)));
    await chmod(join(folder, "bin", String(to)), 0o755);
  }
  const manifest = { name: "atoll", version, private: true, type: "module", license: "Apache-2.0" };
  await writeJson(join(folder, "package.json"), manifest);
  await writeJson(join(folder, "sbom.cdx.json"), billOfMaterials({ version, locked, folders: all }));
  await writeFile(join(folder, "THIRD-PARTY-NOTICES.txt"), await noticesOf(root, locked, all));
}

/** Packages inside a package come only if they are needed themselves. */
function isNested(/** @type {string} */ path, /** @type {string} */ from) {
  return from.startsWith(join(root, path, "node_modules"));
}

/**
 * @param {string} path below the checkout
 * @param {string} folder
 * @param {(from: string) => boolean} [filter]
 */
function copy(path, folder, filter) {
  return copyAs(join(root, path), join(folder, path), filter);
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(from: string) => boolean} [filter]
 */
async function copyAs(from, to, filter = () => true) {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, filter, verbatimSymlinks: true });
}

/**
 * Packs the folder as the same archive for the same files, by every user.
 * @param {string} folder
 * @param {string} name
 */
async function pack(folder, name) {
  const dist = dirname(folder);
  const [plain, archive] = [join(dist, `${name}.tar`), join(dist, `${name}.tar.gz`)];
  try {
    const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
    const time = `--mtime=@${process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)}`;
    const args = ["--sort=name", "--format=gnu", time, ...owner, "-cf", plain, "-C", dist, name];
    const { code, output } = await runQuietly("tar", args);
    if (code !== 0) throw new CommandError(`The archive could not be packed (with GNU tar):\n\n${output}`);
    await pipeline(createReadStream(plain), createGzip(), createWriteStream(archive));
  } finally {
    await rm(plain, { force: true });
  }
  const sums = [];
  await cp(join(folder, "sbom.cdx.json"), join(dist, `${name}.sbom.cdx.json`));
  for (const file of [`${name}.sbom.cdx.json`, `${name}.tar.gz`]) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(dist, file)), hash);
    sums.push(`${hash.digest("hex")}  ${file}\n`);
  }
  await writeFile(join(dist, "SHA256SUMS"), sums.join(""));
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * @param {string} file
 * @param {unknown} value
 */
async function writeJson(file, value) {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
