import type { Plugin } from "vite";

/**
 * Sonner writes its styles into the page when it is loaded, which the content security policy forbids.
 * This takes the call out; ui/toast/toast-stack.tsx imports the same styles as a file. The build fails when a
 * new version of the library does it in another way.
 */
export function sonnerStylesAsFile(): Plugin {
  return {
    name: "atoll:sonner-styles",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const without = code.replace(/^__insertCSS\(".*"\);?$/m, "");
        if (without === code) this.error("sonner: no call of __insertCSS was found to take out");
        return { code: without, map: null };
      },
    },
  };
}
