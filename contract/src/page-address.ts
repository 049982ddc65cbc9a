/**
 * Returns whether a path is a page. The browser's router decides what to show there; the server responds with the web
 * app, and the service worker with its copy. Any other path must not return the page: an old build's chunk would run as
 * a script, and a request for `/.env` or `/api/nothing` would seem to succeed.
 */
export function isPageAddress(path: string): boolean {
  const isElsewhere = /^\/(api|assets|icons)(\/|$)/i.test(path);
  const isFile = /\/\.|\.[a-z][a-z0-9]*$/i.test(path);
  return !isElsewhere && !isFile;
}
