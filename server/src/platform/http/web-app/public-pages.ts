import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import {
  departmentsInWords,
  type PublicPageState,
  type PublicPages,
  type PublicPath,
  placeholders,
  postedSessionId,
  publicPageStateId,
  publicPagesFile,
  publicPaths,
  slots,
  variantOf,
} from "@atoll/contract/workspace/public-pages";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import type { Workspace } from "@atoll/contract/workspace/workspace-schemas";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { allowInline, hashOf, type InlineHashes } from "./inline-hashes.ts";

/** For so long the names of the company may be those of before. The browser asks again once it runs the app. */
const freshMs = 1_000;
/** Pages that are kept: more than a company has at a time. */
const maxKept = 16;

interface FilledPage extends InlineHashes {
  html: string;
  tag: string;
  encoded: Record<"br" | "gzip", Buffer>;
}

export interface PublicPageServer {
  /** Sends a rendered page. Returns undefined if the address is none, or the company cannot be read. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Sends the sign-in page with the reason why the form was refused, and the email as it was typed. */
  sendRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: { status: number; text: string; email: string },
  ): Promise<FastifyReply>;
  /** Sends a page that takes a session to the browser. `session` is the API's answer as JSON. */
  sendSession(request: FastifyRequest, reply: FastifyReply, session: string): Promise<FastifyReply>;
}

/**
 * Serves the pages that the build rendered, filled in for the company. Undefined if the build has none.
 * See docs/decisions/173-public-pages-are-rendered-at-build.md.
 */
export async function openPublicPages(
  app: FastifyInstance,
  folder: string,
): Promise<PublicPageServer | undefined> {
  const source = await readFile(join(folder, publicPagesFile), "utf8").catch(() => undefined);
  if (source === undefined) return undefined;
  const pages = JSON.parse(source) as PublicPages;
  const kept = new Map<string, Promise<FilledPage>>();
  const company = rememberBriefly(() => readWorkspace(app));

  async function stateOf(request: FastifyRequest, path: PublicPath, failure: string | null) {
    const workspace = await company();
    if (!workspace) return undefined;
    const hasPasskeys = workspace.passkeySite === request.hostname;
    return { path, workspace, hasPasskeys, failure } satisfies PublicPageState;
  }

  function fillOnce(state: PublicPageState): Promise<FilledPage> {
    const key = JSON.stringify(state);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? "");
    const filled = fill(pages, state);
    kept.set(key, filled);
    return filled;
  }

  return {
    async send(request, reply) {
      const path = publicPaths.find((one) => one === request.url);
      const state = path && (await stateOf(request, path, null));
      if (!state) return undefined;
      const page = await fillOnce(state);
      allowInline(reply, page);
      const encoding = encodingFor(request);
      const tag = `"${page.tag}${encoding ? `-${encoding}` : ""}"`;
      reply.headers({ "cache-control": "no-cache", vary: "accept-encoding", etag: tag });
      if (request.headers["if-none-match"] === tag) return reply.code(304).send();
      reply.type("text/html; charset=utf-8");
      if (!encoding) return reply.send(page.html);
      return reply.header("content-encoding", encoding).send(page.encoded[encoding]);
    },

    async sendRefusal(request, reply, { status, text, email }) {
      reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8");
      const state = await stateOf(request, "/login", text);
      if (!state) return reply.type("text/plain; charset=utf-8").send(text);
      const page = await fillOnce(state);
      allowInline(reply, page);
      return reply.send(
        page.html.replace(' name="email"', () => ` name="email" value="${escapeHtml(email)}"`),
      );
    },

    async sendSession(_request, reply, session) {
      const { style } = pages.pages["/login"];
      allowInline(reply, { scripts: [hashOf(pages.boot)], styles: [hashOf(style)] });
      const html = inDocument(pages, {
        [slots.title]: "Signed in",
        [slots.style]: `<style>${style}</style>`,
        [slots.state]: dataElement(postedSessionId, session),
        [slots.content]: signedIn,
      });
      // Never compressed: it holds a secret.
      return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
    },
  };
}

/** Asks the API, as a browser would: what every page shows is its to say. */
async function readWorkspace(app: FastifyInstance): Promise<Workspace | undefined> {
  const { method, path } = workspaceRoutes.getWorkspace;
  const answer = await app.inject({ method, url: path }).catch(() => undefined);
  return answer?.statusCode === 200 ? (answer.json() as Workspace) : undefined;
}

/** Returns a function that calls `read` once for all who ask within a moment. */
function rememberBriefly<T>(read: () => Promise<T>): () => Promise<T> {
  let latest: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (!latest || latest.until <= performance.now())
      latest = { value: read(), until: performance.now() + freshMs };
    return latest.value;
  };
}

async function fill(pages: PublicPages, state: PublicPageState): Promise<FilledPage> {
  const { workspace, path } = state;
  const { style, variants } = pages.pages[path];
  const words: Record<string, string> = {
    [placeholders.productName]: workspace.productName,
    [placeholders.companyName]: workspace.companyName,
    [placeholders.logo]: workspace.logo ?? "",
    [placeholders.departments]: departmentsInWords(workspace.departmentCount),
    [placeholders.openId]: workspace.singleSignOn?.name ?? "",
    [placeholders.saml]: workspace.saml?.name ?? "",
    [placeholders.failure]: state.failure ?? "",
  };
  const content = (variants[variantOf(state)] ?? "").replace(/\uE000\w+\uE000/g, (name) =>
    name in words ? escapeHtml(words[name] ?? "") : (pages.maps[name] ?? ""),
  );
  const name = path === "/" ? workspace.companyName : "Sign In";
  const styles = [style, workspace.style].filter((sheet) => sheet !== "");
  const parts: Record<string, string> = {
    [slots.title]: escapeHtml(name === workspace.windowName ? name : `${name} · ${workspace.windowName}`),
    [slots.style]: styles.map((sheet) => `<style>${sheet}</style>`).join(""),
    [slots.state]: dataElement(publicPageStateId, JSON.stringify(state)),
    [slots.content]: content,
  };
  const html = inDocument(pages, parts);
  return {
    html,
    scripts: [hashOf(pages.boot)],
    styles: styles.map(hashOf),
    tag: createHash("sha256").update(html).digest("base64url").slice(0, 22),
    encoded: await encode(html),
  };
}

/** For a browser without scripts; all others hide it at once. */
const signedIn = `<main class="m-auto w-full max-w-[400px] px-5 py-6"><h1 class="mb-5 font-display font-semibold text-3xl">You are signed in</h1><p class="text-muted">The workspace needs JavaScript. Switch it on and load this page again.</p></main>`;

function inDocument(pages: PublicPages, parts: Record<string, string>): string {
  const all: Record<string, string> = { ...parts, [slots.boot]: `<script>${pages.boot}</script>` };
  return pages.document.replace(/\{\{\w+\}\}/g, (slot) => all[slot] ?? "");
}

/** Data for the app, which cannot end its element. */
function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** As React escapes it. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

async function encode(html: string): Promise<Record<"br" | "gzip", Buffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(html, { params }),
    promisify(gzip)(html, { level: 9 }),
  ]);
  return { br, gzip: zipped };
}

/** The page holds no secret, so that its compressed length tells of none. */
function encodingFor(request: FastifyRequest): "br" | "gzip" | undefined {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`).test(accepted);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : undefined;
}
