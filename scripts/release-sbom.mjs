import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {string} [name]
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * Returns the installed packages that these need, by their folder in the lockfile.
 * @param {LockedPackages} locked
 * @param {Iterable<string>} folders of packages, or of a workspace; they count themselves
 * @param {(folder: string) => boolean} isInstalled leaves out what is for other platforms
 * @returns {string[]}
 */
export function closureOf(locked, folders, isInstalled) {
  /** @type {Set<string>} */
  const found = new Set();
  const left = [...folders];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const entry = locked[folder];
    if (found.has(folder) || !entry || entry.link) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const needed = placeOf(locked, folder, name);
      if (needed && isInstalled(needed)) left.push(needed);
    }
  }
  return [...found].filter((folder) => folder.includes("node_modules/")).sort();
}

/**
 * The folder in which Node finds a package from another one's folder.
 * @param {LockedPackages} locked
 * @param {string} from
 * @param {string} name
 */
function placeOf(locked, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, "")) {
    const candidate = folder.endsWith("node_modules")
      ? `${folder}/${name}`
      : `${folder}${folder && "/"}node_modules/${name}`;
    if (locked[candidate]) return candidate;
    if (folder === "") return undefined;
  }
}

/**
 * Returns the bill of materials of a release, as CycloneDX 1.6 in JSON: the same for the same release, without a date.
 * @param {object} release
 * @param {string} release.version
 * @param {LockedPackages} release.locked
 * @param {string[]} release.folders of its packages
 */
export function billOfMaterials({ version, locked, folders }) {
  const components = folders.map((folder) => componentOf(folder, locked[folder]));
  const unique = new Map(components.map((component) => [component["bom-ref"], component]));
  const serial = createHash("sha256")
    .update([...unique.keys()].sort().join("\n"))
    .digest("hex");
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${serial.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-5$3-8$4-$5")}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:npm/atoll@${version}`,
        name: "atoll",
        version,
        licenses: [{ license: { id: "Apache-2.0" } }],
      },
    },
    components: [...unique.values()],
    dependencies: [{ ref: `pkg:npm/atoll@${version}`, dependsOn: [...unique.keys()] }],
  };
}

/**
 * @param {string} folder
 * @param {LockedPackage | undefined} entry
 */
function componentOf(folder, entry) {
  if (!entry) throw new Error(`${folder} is not in the lockfile`);
  const name = nameOf(folder);
  const [group, rest] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`;
  const [algorithm, digest] = entry.integrity?.split("-", 2) ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group ? { group } : {}),
    name: rest ?? name,
    version: entry.version,
    purl,
    ...(entry.license ? { licenses: [licenseOf(entry.license)] } : {}),
    ...(algorithm === "sha512" && digest
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}

/** @param {string} license as package.json names it */
function licenseOf(license) {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

/** @param {string} folder */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/**
 * Returns the licences of packages, one after the other, as their authors want them passed on.
 * @param {string} root
 * @param {LockedPackages} locked
 * @param {string[]} folders
 */
export async function noticesOf(root, locked, folders) {
  const parts = [];
  for (const folder of folders) {
    const names = await readdir(join(root, folder)).catch(() => []);
    const files = names.filter((name) => /^(licen[cs]e|notice|copying)([.-].*)?$/i.test(name)).sort();
    const texts = await Promise.all(files.map((name) => readFile(join(root, folder, name), "utf8")));
    const { version, license = "no licence named" } = locked[folder] ?? {};
    parts.push(
      [`${nameOf(folder)} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n"),
    );
  }
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
