import { lostSharePath, sharePath } from "@atoll/contract/share-target";
import { markedViewer, putShare, readShare } from "../lib/shares.ts";

/**
 * Keeps what another app has shared, and opens the page that asks where it goes. Any site can send such a request: it is
 * only kept, nothing is sent, and what a page of another site says it sent is not even kept.
 */
export async function takeShare(request: Request): Promise<Response> {
  if (isFromOtherSite(request.referrer)) return open(sharePath);
  try {
    const share = readShare(await request.formData(), crypto.randomUUID(), await markedViewer(), Date.now());
    if (await putWhatFits(share)) return open(`${sharePath}?id=${share.id}`);
    return open(`${sharePath}?full=1`);
  } catch (error) {
    console.info("What was shared could not be kept", error);
    return open(lostSharePath);
  }
}

/** Keeps the text even if this device has no room for the files. */
async function putWhatFits(share: Parameters<typeof putShare>[0]): Promise<boolean> {
  try {
    return await putShare(share);
  } catch (error) {
    if (share.files.length === 0 || !(error instanceof DOMException)) throw error;
    const leftOut = [...share.leftOut, "The files were left out: this device has no room for them."];
    return putShare({ ...share, files: [], leftOut });
  }
}

/** Systems send no referrer. */
function isFromOtherSite(referrer: string): boolean {
  const from = URL.parse(referrer);
  return from !== null && /^https?:$/.test(from.protocol) && from.origin !== location.origin;
}

function open(path: string): Response {
  return Response.redirect(new URL(path, location.origin), 303);
}
