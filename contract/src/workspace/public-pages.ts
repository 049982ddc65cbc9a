import type { Workspace } from "./workspace-schemas.ts";

/** The pages that the build renders to HTML. The server fills them in for the company. */
export const publicPaths = ["/", "/login"] as const;
export type PublicPath = (typeof publicPaths)[number];

/** The state of a rendered page. The browser reads it from the page, so that its first render is the same. */
export interface PublicPageState {
  path: PublicPath;
  workspace: Omit<Workspace, "version">;
  /** Whether the page offers passkeys. */
  hasPasskeys: boolean;
  /** Why a sign-in was refused, above the form. */
  failure: string | null;
}

/** The rendered pages, as the build leaves them for the server in `publicPagesFile`. */
export interface PublicPages {
  /** The document, with a slot for each part. */
  document: string;
  /** The script that runs before the first paint, and loads the app when the browser is idle. */
  boot: string;
  /** The map of the pages, which is the same in all variants. */
  maps: Record<string, string>;
  pages: Record<PublicPath, { style: string; variants: Record<string, string> }>;
}

export const publicPagesFile = "rendered/public-pages.json";

/** The ID of the element that has the state of a rendered page as JSON. */
export const publicPageStateId = "atoll-page";

/** The ID of the element that has the session after a sign-in without a script, as JSON. */
export const postedSessionId = "atoll-session";

export const slots = {
  title: "{{title}}",
  style: "{{style}}",
  state: "{{state}}",
  boot: "{{boot}}",
  content: "{{content}}",
};

/** Stand for what differs between companies. Characters for private use: no text of ours has them. */
export const placeholders = {
  productName: "\uE000product\uE000",
  companyName: "\uE000company\uE000",
  logo: "\uE000logo\uE000",
  departments: "\uE000departments\uE000",
  openId: "\uE000openid\uE000",
  saml: "\uE000saml\uE000",
  failure: "\uE000failure\uE000",
};

/** The choices by which variants of a page differ in more than words. */
const choices = {
  isNamed: ({ workspace }) => workspace.companyName !== workspace.productName,
  hasLogo: ({ workspace }) => workspace.logo !== null,
  hasInitialDepartments: ({ workspace }) => workspace.hasInitialDepartments,
  isMailOn: ({ workspace }) => workspace.isMailOn,
  hasOpenId: ({ workspace }) => workspace.singleSignOn !== null,
  hasSaml: ({ workspace }) => workspace.saml !== null,
  hasPasskeys: ({ hasPasskeys }) => hasPasskeys,
  hasFailure: ({ failure }) => failure !== null,
} satisfies Record<string, (state: PublicPageState) => boolean>;

const choicesOf = {
  "/": ["isNamed", "hasLogo", "hasInitialDepartments"],
  "/login": ["isNamed", "hasLogo", "isMailOn", "hasOpenId", "hasSaml", "hasPasskeys", "hasFailure"],
} as const satisfies Record<PublicPath, readonly (keyof typeof choices)[]>;

/** Returns the name of the variant of a page: a 0 or 1 for each choice. */
export function variantOf(state: PublicPageState): string {
  return choicesOf[state.path].map((name) => Number(choices[name](state))).join("");
}

/** Returns a state for each variant of a page, with placeholders for its words. */
export function allVariants(path: PublicPath, maxFileBytes: number): PublicPageState[] {
  const names: readonly (keyof typeof choices)[] = choicesOf[path];
  return Array.from({ length: 2 ** names.length }, (_, number) => {
    const is = (name: keyof typeof choices) =>
      names.includes(name) && Boolean((number >> names.indexOf(name)) & 1);
    return {
      path,
      workspace: {
        productName: placeholders.productName,
        companyName: is("isNamed") ? placeholders.companyName : placeholders.productName,
        windowName: "",
        logo: is("hasLogo") ? placeholders.logo : null,
        style: "",
        singleSignOn: is("hasOpenId") ? { name: placeholders.openId } : null,
        saml: is("hasSaml") ? { name: placeholders.saml } : null,
        passkeySite: null,
        isMailOn: is("isMailOn"),
        departmentCount: 5,
        hasInitialDepartments: is("hasInitialDepartments"),
        maxFileBytes,
      },
      hasPasskeys: is("hasPasskeys"),
      failure: is("hasFailure") ? placeholders.failure : null,
    };
  });
}

const numbers = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** Returns the first line of the landing page: "Five departments." */
export function departmentsInWords(count: number): string {
  if (count === 1) return "One department.";
  return `${numbers[count - 1] ?? "All"} departments.`;
}
