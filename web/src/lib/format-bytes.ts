const kilobyte = 1024;
const units = ["KB", "MB", "GB"];

/** "418 KB", "2.4 MB": how large a file is, in steps of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < kilobyte) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let size = bytes / kilobyte;
  let unit = 0;
  while (Math.round(size) >= kilobyte && unit < units.length - 1) {
    size /= kilobyte;
    unit += 1;
  }
  const shown = size < 10 && unit > 0 ? Math.round(size * 10) / 10 : Math.round(size);
  return `${shown} ${units[unit]}`;
}
