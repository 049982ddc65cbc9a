import { pageLock, shellCaches } from "../lib/worker-messages.ts";
import { build } from "./build.ts";

declare const self: ServiceWorkerGlobalScope;

const ownName = shellCaches + build.id;
/** Nobody's request names what its answer depends on. */
const anyForm = { ignoreVary: true };

/** The page of this build, whatever its address; undefined where the browser would not keep it. */
export async function keptPage(): Promise<Response | undefined> {
  return (await caches.open(ownName)).match("/index.html", anyForm);
}

/** From now on pages come from the server, which has a newer build. */
export async function forgetPage(): Promise<void> {
  await (await caches.open(ownName)).delete("/index.html", anyForm);
}

/** A file of this build, or of one before it that a page still shows. */
export async function keptFile(path: string): Promise<Response | undefined> {
  return (await (await caches.open(ownName)).match(path, anyForm)) ?? (await keptElsewhere(path));
}

/** A file of this build has just come from the server, because somebody wanted it. */
export async function keepFile(path: string, answer: Response): Promise<void> {
  if (answer.status !== 200 || ![...build.rest, ...build.whenUsed].includes(path)) return;
  try {
    await (await caches.open(ownName)).put(path, answer);
  } catch {
    // No room: it comes from the server next time, too.
  }
}

/**
 * Keeps what a page of this build needs to open. Throws where a file cannot be had: the browser tries again, and until then
 * this build is told to nobody. Where there is no room the worker does without, and pages come from the server.
 */
export async function keepFirst(): Promise<void> {
  await keepOrGoWithout([...Object.keys(build.checked), ...build.first]);
}

/**
 * Keeps the rest of this build, one file after the other, since nobody waits for them. It ends when a new build waits:
 * that one can take over only when this worker has nothing left to do.
 */
export async function keepRest(): Promise<void> {
  try {
    const cache = await caches.open(ownName);
    // Without the page there is no room for more.
    if (!(await cache.match("/index.html", anyForm))) return;
    for (const path of build.rest) {
      if (self.registration.waiting) return;
      await keep(cache, path);
    }
  } catch (error) {
    console.info("Not all of the app could be kept", error);
  }
}

/**
 * Throws away other builds, but for those that a page still shows: it holds a lock by the name of its entry. None while a
 * new build is coming, which no page shows yet: with what it has kept it would lose the page that it is to open with.
 */
export async function dropOldBuilds(): Promise<void> {
  const names = await caches.keys();
  const { held = [] } = await navigator.locks.query();
  if (self.registration.installing || self.registration.waiting) return;
  const shown = held.flatMap(({ name }) => (name?.startsWith(pageLock) ? [name.slice(pageLock.length)] : []));
  for (const name of names) {
    if (!name.startsWith(shellCaches) || name === ownName) continue;
    const cache = await caches.open(name);
    const found = await Promise.all(shown.map((entry) => cache.match(entry, anyForm)));
    if (found.every((answer) => answer === undefined)) await caches.delete(name);
  }
}

async function keepOrGoWithout(paths: readonly string[]): Promise<void> {
  try {
    const cache = await caches.open(ownName);
    await Promise.all(paths.map((path) => keep(cache, path)));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.info("There is no room for the app in this browser", error);
    await caches.delete(ownName).catch(() => undefined);
  }
}

async function keep(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path, anyForm)) return;
  const digest = build.checked[path];
  // With a hash in its name it is the same in every build.
  const known = digest === undefined ? await keptElsewhere(path) : undefined;
  await cache.put(path, known ?? (await ask(path, digest)));
}

async function keptElsewhere(path: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(shellCaches) || name === ownName) continue;
    const answer = await (await caches.open(name)).match(path, anyForm);
    if (answer) return answer;
  }
  return undefined;
}

async function ask(path: string, digest: string | undefined): Promise<Response> {
  const answer = await fetch(path, { cache: digest === undefined ? "default" : "no-cache" });
  if (answer.status !== 200) throw new TypeError(`${path} was answered by ${answer.status}`);
  // While several servers change to another build, the one that answers may have the other.
  if (digest !== undefined && (await digestOf(answer.clone())) !== digest)
    throw new TypeError(`${path} is not of this build`);
  return answer;
}

async function digestOf(answer: Response): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
