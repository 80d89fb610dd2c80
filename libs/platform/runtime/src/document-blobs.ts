/** Where encrypted documents are kept; what is in them is not its business. */
export interface DocumentBlobs {
  /**
   * Keeps `blob` at an address, durably, in the place of whatever there is. Readers see all of it or nothing.
   * @param key 64 hexadecimal digits
   */
  put(key: string, blob: Buffer): Promise<void>;
  /** Undefined where there is none. */
  get(key: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
}
