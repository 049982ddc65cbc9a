import "./node-version.mjs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ensureBrowser, findOnPath, installPackages, isProgram } from "./browser.mjs";
import { CommandError, command } from "./command.mjs";
import { ensureInstalled } from "./install.mjs";
import { runProgram } from "./run-program.mjs";
import { pinnedNode, root, toolEnvironment } from "./runtime.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const packages = ["firefox-esr", "webkit2gtk-driver", "xvfb"];

// `npm run test:browsers`: one journey through everything in Chromium, Firefox and WebKitGTK, each as it is shipped.
// `-- --project Firefox` runs it in one of them.
await command(async () => {
  await ensureInstalled();
  const others = (await findOthers()) ?? (await installOthers());
  const env = { ...toolEnvironment(), CHROMIUM_PATH: await ensureBrowser(), ...others };
  await ensureWebBuilt();
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const config = join("e2e", "browsers.config.ts");
  return runProgram(pinnedNode, [cli, "test", "--config", config, ...process.argv.slice(2)], { env });
});

/** @returns {Promise<Record<string, string> | undefined>} where each is, under the names that the journey asks for */
async function findOthers() {
  const found = {
    FIREFOX_PATH: process.env.FIREFOX_PATH ?? (await findOnPath(["firefox-esr", "firefox"])),
    WEBKIT_DRIVER_PATH:
      process.env.WEBKIT_DRIVER_PATH ?? (await findOnPath(["WebKitWebDriver"], [], isProgram)),
    WEBKIT_BROWSER_PATH: process.env.WEBKIT_BROWSER_PATH ?? (await findMiniBrowser()),
    XVFB_PATH: process.env.XVFB_PATH ?? (await findOnPath(["Xvfb"], [], isProgram)),
  };
  const all = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [] : [[name, path]]));
  return all.length === Object.keys(found).length ? Object.fromEntries(all) : undefined;
}

/** @returns {Promise<Record<string, string>>} */
async function installOthers() {
  await installPackages(...packages);
  const found = await findOthers();
  if (found) return found;
  throw new CommandError(
    `These journeys need Firefox and WebKitGTK with its driver, on a screen or without one.\nDebian and Ubuntu: apt-get install ${packages.join(" ")}`,
  );
}

/** Finds it with the libraries of its version and architecture. */
async function findMiniBrowser() {
  for (const processor of await namesIn("/usr/lib")) {
    const folders = (await namesIn(join("/usr/lib", processor))).filter((name) =>
      /^webkit(2)?gtk-/.test(name),
    );
    // The newest of several.
    for (const folder of folders.toSorted().reverse()) {
      const path = join("/usr/lib", processor, folder, "MiniBrowser");
      if (await isProgram(path)) return path;
    }
  }
  return undefined;
}

/** @param {string} folder */
async function namesIn(folder) {
  return readdir(folder).catch(() => []);
}
