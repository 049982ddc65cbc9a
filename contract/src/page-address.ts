/**
 * Whether a path is one of a page, which the browser's router decides about: the server answers it with the web app, and
 * the service worker with the copy that it keeps. What is no page must not come back as one: a chunk of an old build would
 * be run as a script, and whoever looks for `/.env` or `/api/nothing` would be told that it is there.
 */
export function isPageAddress(path: string): boolean {
  const isElsewhere = /^\/(api|assets|icons)(\/|$)/i.test(path);
  const isFile = /\/\.|\.[a-z][a-z0-9]*$/i.test(path);
  return !isElsewhere && !isFile;
}
