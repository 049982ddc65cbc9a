/** So much of a file's text is found; nobody looks for what stands behind it. */
export const maxTextBytes = 1024 * 1024;
/** Larger files are found by their names. */
export const maxReadBytes = 64 * 1024 * 1024;

/** What a file made to be mean may cost. */
export interface Ceilings {
  /** From the start of the process to its last word. */
  longestMs: number;
  /** For the pages of a document: those that are read by then are found. An ordinary book takes a second or two. */
  longestPagesMs: number;
  /** Of what the parser makes of it. */
  maxHeapMegabytes: number;
  /** Of all the process's memory, of which the heap is a part: buffers lie outside of it. */
  maxMemoryBytes: number;
}

export const usualCeilings: Ceilings = {
  longestMs: 15_000,
  longestPagesMs: 5_000,
  maxHeapMegabytes: 256,
  maxMemoryBytes: 512 * 1024 * 1024,
};
