// The picture of the frame that index.html has for signed-in people. web/src/early shows it before the app has come.

/** Returns whether the picture is there, and so nothing else says that the page is loading. */
export function isPictureShown(): boolean {
  return document.documentElement.dataset.frame !== undefined && document.getElementById("frame") !== null;
}

export function removePicture(): void {
  document.getElementById("frame")?.remove();
}
