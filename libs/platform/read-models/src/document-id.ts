/** Longest id of a document in UTF-8 bytes: keys of the embedded store end at 1,978. */
export const LONGEST_ID = 512;

/** Throws for an id that a store can't keep. */
export function checkDocumentId(id: string): void {
  if (id === '' || !id.isWellFormed() || Buffer.byteLength(id) > LONGEST_ID) {
    throw new TypeError(`a document id has 1 to ${LONGEST_ID} bytes of well-formed text`);
  }
}
