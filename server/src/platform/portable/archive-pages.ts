import { escapeHtml } from "@atoll/contract/text/escape-html";

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #8886; padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
th { white-space: nowrap; }
.wide { overflow-x: auto; }
article { border-top: 1px solid #8886; padding: .5rem 0; overflow-wrap: anywhere; }
.reply { margin-left: 2rem; }
.text { white-space: pre-wrap; }
.small { font-size: 13px; opacity: .8; }
img { max-width: 100%; height: auto; }`;

/** Renders the beginning of a page of an archive, without any script. */
export const pageStart = (title: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escapeHtml(title)}</title>\n<style>${style}\n</style>\n</head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n`;

export const pageEnd = "</body>\n</html>\n";
