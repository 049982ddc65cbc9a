const longestGivenName = 1000;
const longestDisplayName = 200;
const longestStorageName = 80;
const longestExtension = 12;
const standIn = "file";

/**
 * Returns the display name of an upload: its owner's name for it, without folders, invisible characters and characters
 * that change the direction of text (`exe.gpj` shown as `jpg.exe`).
 */
export function displayNameOf(given: string): string {
  // To order a long row of marks takes time by its square.
  const name = shorten((given.split(/[/\\]/).at(-1) ?? "").toWellFormed(), longestGivenName)
    .normalize("NFC")
    .replace(
      /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu,
      "",
    )
    .replace(/\s+/gu, " ")
    .trim();
  return /^\.*$/.test(name) ? standIn : shorten(name, longestDisplayName);
}

/** The same as a part of a key: plain letters, digits, dots, dashes and underscores. */
export function storageNameOf(displayName: string): string {
  const name = displayName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w.-]+/g, "-")
    .replace(/-*\.[.-]*/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "");
  // Removing characters can leave a dot or dash at the end or before the extension.
  return name === "" ? standIn : shorten(name, longestStorageName).replace(/[.-]+(?=\.|$)/g, "");
}

/** Returns the Content-Disposition header (RFC 6266) for a name with any characters. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^ !#$&+.0-9;=@A-Z^_`a-z{}~-]/g, "_");
  // Characters that encodeURIComponent leaves but RFC 8187 does not allow.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Shortens a name, keeping the extension and whole surrogate pairs. */
function shorten(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : "";
  const stem = name.slice(0, longest - extension.length).replace(/[\ud800-\udbff]$/, "");
  return `${stem}${extension}`;
}
