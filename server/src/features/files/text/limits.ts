/** Text beyond this is not searchable. */
export const maxTextBytes = 1024 * 1024;
/** Larger files are found by their names. */
export const maxReadBytes = 64 * 1024 * 1024;

/** The resource limits for a malicious file. */
export interface Ceilings {
  /** The processor time of the process, because a busy machine makes no file malicious. */
  mostProcessorMs: number;
  /** From the start of the process to its last word. */
  longestMs: number;
  /** The processor time for the pages of a document: those read by then are found. An ordinary book takes a second or two. */
  mostPagesMs: number;
  /** The limit for the parser's heap. */
  maxHeapMegabytes: number;
  /** The limit for the whole process, including the heap and buffers outside it. */
  maxMemoryBytes: number;
}

export const usualCeilings: Ceilings = {
  mostProcessorMs: 15_000,
  longestMs: 120_000,
  mostPagesMs: 5_000,
  maxHeapMegabytes: 256,
  maxMemoryBytes: 512 * 1024 * 1024,
};
