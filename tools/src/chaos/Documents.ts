/** Checks that a collection stores each document once. A repeated step would store documents twice. */

/** Compares the number of stored documents with the number of ids in the records. Returns a sentence for each fault. */
export const violationsOf = (stored: number, referenced: ReadonlyArray<string>): ReadonlyArray<string> => {
  const different = new Set(referenced).size
  return [
    ...referenced
      .filter((id, index) => referenced.indexOf(id) < index)
      .map((id) => `refers to the document ${id} more than once`),
    ...(stored === different ? [] : [`stores ${stored} documents, but its records refer to ${different}`])
  ]
}
